// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: cumulative_integral begins with a value at an end: cumulative_integral(rho, bottom(0.0)), or top(0.0)
#include <stencil/stencil.hpp>

using namespace stencil;

void mass(FaceField<double>& above, const CenterField<double>& rho) { above = cumulative_integral(rho, 0.0); }
