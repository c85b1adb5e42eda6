// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an accumulation along the column gives a value at every center or face
#include <stencil/stencil.hpp>

using namespace stencil;

void last(SurfaceField<double>& s, const CenterField<double>& a) {
  s = column_accumulate(functions::Add{}, 0.0, as_is, from_top, a);
}
