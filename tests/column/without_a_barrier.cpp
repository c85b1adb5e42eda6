// SPDX-License-Identifier: BSD-3-Clause
// without_a_barrier STRATEGY NUMBER: an accumulation that leaves out the barrier of that number of its block, in
// columns of three pieces. ThreadSanitizer must call it a race.
#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

#include <cstdlib>
#include <string_view>

int main(int count, char** arguments) {
  using namespace stencil;
  if (count != 3) return 2;
  const int dropped = std::atoi(arguments[2]);
  const auto grid = ColumnGrid::uniform(600, 0.0, 1.0, 7);
  CenterField<double, backend::Emulation> a(grid);
  FaceField<double, backend::Emulation> f(grid);
  a.fill([](double z) { return 1 + z; });
  const auto integral = cumulative_integral(a, bottom(0.0));
  if (std::string_view(arguments[1]) == "block") {
    assign(f, integral, with(emulation::Block<>{4, 2, dropped}));
  } else {
    assign(f, integral, with(emulation::SharedMemory<>{.dropped_barrier = dropped}));
  }
  return f(600, 0) > 0 ? 0 : 1;
}
