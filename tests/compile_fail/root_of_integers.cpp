// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: pow, sqrt, exp, log, sin, cos and tanh take floating-point values
#include <stencil/stencil.hpp>

using namespace stencil;

void root(CenterField<double>& out, const CenterField<int>& count) { out = sqrt(count); }
