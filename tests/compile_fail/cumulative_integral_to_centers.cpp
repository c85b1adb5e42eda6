// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the expression has values at faces, but the destination does not
#include <stencil/stencil.hpp>

using namespace stencil;

void weigh(CenterField<double>& x, const CenterField<double>& a) { x = cumulative_integral(a, bottom(0.0)); }
