// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_level(a, k) as a destination is level k of the grid, which may not be active
#include <stencil/stencil.hpp>

using namespace stencil;

void warm(CenterField<double>& a, CenterField<double>& b, const SurfaceField<int>& floor) {
  evaluate(into(b, 2.0 * a), into(at_level(a, 0), 300.0), active_levels(floor, 5));
}
