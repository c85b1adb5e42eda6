// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this column function has several results; take them apart, as in auto [a, b] = f(x), or choose one: result<0>(f(x))
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};
struct Twice {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(2.0 * columnwise(Powers{})(x)); }
};

void twice(CenterField<double>& a) { a = columnwise(Twice{})(a); }
