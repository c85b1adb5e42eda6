// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: jacobian takes one expression, but this column function has several results; choose one: jacobian(result<1>(f(x, y)), wrt(x))
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};

void along(CenterField<double>& out, const CenterField<double>& a, const CenterField<double>& b) {
  out = jacobian(columnwise(Powers{})(a), wrt(a)) * b;
}
