// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this column function has several results; take them apart, as in auto [a, b] = f(x), or choose one: result<0>(f(x))
#include <stencil/stencil.hpp>

using namespace stencil;

struct Split {
  STENCIL_FUNCTION auto operator()(auto x, auto strength) const { return results(strength * x, x - strength * x); }
};
struct Slope {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(GradientC2F()(columnwise(Split{})(x, 0.5))); }
};

void slope(FaceField<double>& f, const CenterField<double>& a) { f = columnwise(Slope{})(a); }
