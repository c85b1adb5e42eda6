// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: active_levels takes the first and the last active level, both included
#include <stencil/stencil.hpp>

using namespace stencil;

void inactive(CenterField<double>& q, const SurfaceField<int>& floor) { assign(q, 2.0 * q, active_levels(floor)); }
