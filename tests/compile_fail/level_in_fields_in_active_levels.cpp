// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_level(a, k) as a destination is level k of the grid, which may not be active
#include <stencil/stencil.hpp>

using namespace stencil;

void warm(CenterField<double>& a, SurfaceField<double>& sum, const SurfaceField<int>& floor) {
  assign(fields(at_level(a, 0), sum), columnwise([](auto x) { return results(at_level(x, 0), column_sum(x)); })(a),
         active_levels(floor, 5));
}
