// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a cumulative integral, or another accumulation along a column, stands alone on the right of an assignment
#include <stencil/stencil.hpp>

using namespace stencil;

void lift(FaceField<double>& f, const CenterField<double>& a) { f = f + cumulative_integral(a, bottom(0.0)); }
