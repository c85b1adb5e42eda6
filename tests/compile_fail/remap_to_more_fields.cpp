// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields(...) has another number of destinations than the remap has arguments
#include <stencil/stencil.hpp>

using namespace stencil;

void update(CenterField<double>& a, CenterField<double>& b, CenterField<double>& c, const CenterField<double>& x) {
  fields(a, b, c) = remap(x.grid(), a.grid())(x, x);
}
