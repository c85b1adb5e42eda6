// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this column function has several results; take them apart, as in auto [a, b] = f(x), or choose one: result<0>(f(x))
#include <stencil/stencil.hpp>

using namespace stencil;

struct Split {
  STENCIL_FUNCTION auto operator()(auto x, auto strength) const { return results(strength * x, x - strength * x); }
};
struct Root {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(sqrt(columnwise(Split{})(x, 0.5))); }
};

void root(CenterField<double>& a) { a = columnwise(Root{})(a); }
