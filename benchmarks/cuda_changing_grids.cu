// SPDX-License-Identifier: BSD-3-Clause
// Heights that change, active levels and remaps on a GPU: times in those of a triad per array.
//
//   cuda_changing_grids [levels [columns]]
#include <cstddef>
#include <cstdlib>

#include <stencil/cuda.hpp>

#include "changing_grids.hpp"
#include "cuda_timing.hpp"

int main(int count, char** argument) {
  using namespace stencil;
  const int levels = count > 1 ? std::atoi(argument[1]) : 64;
  const auto columns = static_cast<std::size_t>(count > 2 ? std::atoll(argument[2]) : 1 << 18);
  const auto seconds = [](const auto& call) { return timing::seconds(5, call); };
  changing_grids::measure<double, backend::Cuda, layout::LevelsContiguous>(levels, columns, seconds);
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
  changing_grids::measure<float, backend::Cuda, layout::ColumnsContiguous>(levels, columns, seconds);
#endif
}
