// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: cumulative_integral begins with a value at an end: cumulative_integral(rho, bottom(0.0)), or top(0.0)
#include <stencil/stencil.hpp>

using namespace stencil;

void read(FaceField<double>& out, const CenterField<double>& q) { out = cumulative_integral(bottom(0.0), q); }
