// SPDX-License-Identifier: BSD-3-Clause
// A product whose members do not wait for the levels and the piece of the matrix that others fetch. ThreadSanitizer
// must call it a race.
#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

#include <vector>

int main() {
  using namespace stencil;
  const auto grid = ColumnGrid::uniform(40, 0.0, 1.0, 7);
  CenterField<double, backend::Emulation> a(grid);
  a.fill([](double z) { return 1 + z; });
  const std::vector<double> ones(1600, 1.0);
  assign(a, DenseC2C(ones, 40, 40)(a), with(emulation::Block<>{4, 2, 0}));
  return a(39, 0) > 0 ? 0 : 1;
}
