// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: jvp(e, wrt(x), dx) is differentiated again by x, or a field of the same type, alone; by another field write the first derivative as a formula, or assign it to a field, which is constant
#include <stencil/stencil.hpp>

using namespace stencil;

void f(FaceField<double>& out, const CenterField<double>& x, const SurfaceField<double>& s) {
  const auto flux = InterpolateC2F()(x) * GradientC2F(bottom(SetValue(s)))(x);
  out = jvp(jvp(flux, wrt(s), s), wrt(x), x);
}
