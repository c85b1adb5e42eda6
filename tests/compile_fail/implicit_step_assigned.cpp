// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: newton(x, ...) and implicit_step(x, ...) of a field change that field, and return a report; inside a column function they give the value
#include <stencil/stencil.hpp>

using namespace stencil;

void cool(CenterField<double>& t, double dt) { t = implicit_step(t, -1.0 * t, dt); }
