// SPDX-License-Identifier: BSD-3-Clause
// Heights that change, active levels and remaps on a GPU: times in those of a triad per array.
//
//   cuda_changing_grids [levels [columns]]
#include <cstddef>

#include <stencil/cuda.hpp>

#include "arguments.hpp"
#include "changing_grids.hpp"
#include "cuda_timing.hpp"

int main(int count, char** argument) {
  using namespace stencil;
  const int levels = arguments::number(count, argument, 1, 64);
  const auto columns = arguments::number<std::size_t>(count, argument, 2, 1 << 18);
  const auto seconds = [](const auto& call) { return timing::seconds(5, call); };
  changing_grids::measure<double, backend::Cuda, layout::LevelsContiguous>(levels, columns, seconds);
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
  changing_grids::measure<float, backend::Cuda, layout::ColumnsContiguous>(levels, columns, seconds);
#endif
}
