// SPDX-License-Identifier: BSD-3-Clause
// Heights that change, active levels and remaps on the CPU: times in those of a triad per array.
//
//   cpu_changing_grids [levels [columns]]
#include <cstddef>

#include <stencil/stencil.hpp>

#include "arguments.hpp"
#include "changing_grids.hpp"
#include "cpu_timing.hpp"

int main(int count, char** argument) {
  using namespace stencil;
  const int levels = arguments::number(count, argument, 1, 64);
  const auto columns = arguments::number<std::size_t>(count, argument, 2, 1 << 15);
  const auto seconds = [](const auto& call) { return timing::shortest(5, call); };
  changing_grids::measure<double, backend::Cpu, layout::LevelsContiguous>(levels, columns, seconds);
  changing_grids::measure<float, backend::Cpu, layout::ColumnsContiguous>(levels, columns, seconds);
}
