// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a mask has one value per column (a SurfaceField) or lives at the destination's own location
#include <stencil/stencil.hpp>

using namespace stencil;

void update(CenterField<double>& out, const CenterField<double>& a, const FaceField<double>& f) {
  assign(out, a, policy().where(f > 0.0));
}
