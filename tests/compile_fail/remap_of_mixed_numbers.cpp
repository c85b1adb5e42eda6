// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields remapped together hold the same type of number
#include <stencil/stencil.hpp>

using namespace stencil;

void update(CenterField<double>& a, CenterField<float>& b, const CenterField<double>& x) {
  fields(a, b) = remap(x.grid(), a.grid())(x, x);
}
