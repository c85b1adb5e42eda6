// SPDX-License-Identifier: BSD-3-Clause
// remap_without_a_barrier NUMBER: a remap that leaves out the barrier of that number of its team: after the slopes of
// the old cells are there, and after the values at their faces are. ThreadSanitizer must call it a race.
#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

#include <cstdlib>

int main(int count, char** arguments) {
  using namespace stencil;
  if (count != 2) return 2;
  const auto from = ColumnGrid::uniform(40, 0.0, 1.0, 7), to = ColumnGrid::uniform(33, 0.0, 1.0, 7);
  CenterField<double, backend::Emulation> a(from), b(to), c(to), d(to), e(to), f(to);
  a.fill([](double z) { return 1 + z; });
  assign(fields(b, c, d, e, f), remap(from, to, PPM{})(a, a, a, a, a),
         with(emulation::Block<>{4, 2, std::atoi(arguments[1])}));
  return b(32, 0) > 0 ? 0 : 1;
}
