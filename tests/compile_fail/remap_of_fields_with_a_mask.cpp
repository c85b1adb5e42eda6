// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a remap of several fields takes no mask; remap them one by one, or choose after it
#include <stencil/stencil.hpp>

using namespace stencil;

void update(CenterField<double>& a, CenterField<double>& b, const CenterField<double>& x) {
  assign(fields(a, b), remap(x.grid(), a.grid())(x, x), policy().where(a > 0.0));
}
