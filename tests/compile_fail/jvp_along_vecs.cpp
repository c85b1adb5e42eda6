// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the direction of jvp has values such as the field's
#include <stencil/stencil.hpp>

using namespace stencil;

void derive(CenterField<double>& out, const CenterField<double>& a, const CenterField<Vec<double, 2>>& u) {
  out = jvp(a * a, wrt(a), u);
}
