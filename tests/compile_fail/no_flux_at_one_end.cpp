// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: no_flux stands alone and closes both ends, DivergenceF2C(no_flux)(flux); one end is closed by bottom(SetValue(0.0)) or top(SetValue(0.0))
#include <stencil/stencil.hpp>

using namespace stencil;

void heat(CenterField<double>& a, FaceField<double>& f) { a = DivergenceF2C(bottom(SetValue(0.1)), top(no_flux))(f); }
