// SPDX-License-Identifier: BSD-3-Clause
// An accumulation that leaves out one barrier of its block, in columns of three pieces. ThreadSanitizer must call it a
// race.
#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

int main() {
  using namespace stencil;
  const auto grid = ColumnGrid::uniform(600, 0.0, 1.0, 7);
  CenterField<double, backend::Emulation> a(grid);
  FaceField<double, backend::Emulation> f(grid);
  a.fill([](double z) { return 1 + z; });
  assign(f, cumulative_integral(a, bottom(0.0)), with(emulation::Block<>{4, 2, DROPPED_BARRIER}));
  return f(600, 0) > 0 ? 0 : 1;
}
