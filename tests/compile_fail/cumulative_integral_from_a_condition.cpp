// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: cumulative_integral takes the value at an end itself
#include <stencil/stencil.hpp>

using namespace stencil;

void weigh(FaceField<double>& f, const CenterField<double>& a) { f = cumulative_integral(a, bottom(SetValue(0.0))); }
