// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: center and face values cannot be combined pointwise
#include <stencil/stencil.hpp>

using namespace stencil;

void keep_positive(FaceField<double>& out, const CenterField<double>& a, const FaceField<double>& f) {
  out = where(a > 0.0, f, 0.0);
}
