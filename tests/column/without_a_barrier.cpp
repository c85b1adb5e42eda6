// SPDX-License-Identifier: BSD-3-Clause
// without_a_barrier NUMBER: an accumulation that leaves out the barrier of that number of its block, in columns of
// three pieces. ThreadSanitizer must call it a race.
#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

#include <cstdlib>

int main(int count, char** arguments) {
  using namespace stencil;
  if (count != 2) return 2;
  const auto grid = ColumnGrid::uniform(600, 0.0, 1.0, 7);
  CenterField<double, backend::Emulation> a(grid);
  FaceField<double, backend::Emulation> f(grid);
  a.fill([](double z) { return 1 + z; });
  assign(f, cumulative_integral(a, bottom(0.0)), with(emulation::Block<>{4, 2, std::atoi(arguments[1])}));
  return f(600, 0) > 0 ? 0 : 1;
}
