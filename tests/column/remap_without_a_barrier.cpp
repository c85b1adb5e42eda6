// SPDX-License-Identifier: BSD-3-Clause
// A remap whose members do not wait for the cells that others find. ThreadSanitizer must call it a race.
#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

int main() {
  using namespace stencil;
  const auto from = ColumnGrid::uniform(40, 0.0, 1.0, 7), to = ColumnGrid::uniform(33, 0.0, 1.0, 7);
  CenterField<double, backend::Emulation> a(from), b(to);
  a.fill([](double z) { return 1 + z; });
  assign(fields(b), remap(from, to, PPM{})(a), with(emulation::Block<>{4, 2, 0}));
  return b(32, 0) > 0 ? 0 : 1;
}
