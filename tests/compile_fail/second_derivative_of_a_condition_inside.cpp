// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the value of a boundary condition is differentiated twice only where the operator's argument depends on the field too; write x + 0.0 * s for the argument x, where s is the field
#include <stencil/stencil.hpp>

using namespace stencil;

struct Slope {
  STENCIL_FUNCTION auto operator()(auto x, auto s) const { return results(GradientC2F(bottom(SetValue(s * s)))(x)); }
};

void f(FaceField<double>& out, const CenterField<double>& x, const SurfaceField<double>& s) {
  out = jvp(jvp(columnwise(Slope{})(x, s), wrt(s), s), wrt(s), s);
}
