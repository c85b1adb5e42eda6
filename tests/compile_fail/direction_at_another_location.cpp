// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the direction of jvp has its values where the field has them
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

void along(CenterField<double>& out, const CenterField<double>& a, const FaceField<double>& w) {
  out = jvp(DivergenceF2C(no_flux)(GradientC2F()(a * a)), wrt(a), w);
}
