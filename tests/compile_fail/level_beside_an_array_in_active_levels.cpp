// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_level(a, k) as a destination is level k of the grid, which may not be active
#include <array>

#include <stencil/stencil.hpp>

using namespace stencil;

void warm(std::array<CenterField<double>, 2>& q, CenterField<double>& a, const SurfaceField<int>& floor) {
  assign(fields(q, at_level(a, 0)), columnwise([](auto x) { return results(array_of(x, 2.0 * x), column_sum(x)); })(a),
         active_levels(floor, 5));
}
