// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the policy is the last argument of assign, after the destination and what is written to it: assign(a, 2.0 * b, active_levels(first, last))
#include <stencil/stencil.hpp>

using namespace stencil;

void warm(CenterField<double>& a, const SurfaceField<int>& floor) { assign(active_levels(floor, 5), a, a + 1.0); }
