// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a variable of a column function keeps the location and the type of its values; put a number in by where(condition, 1.0, x), and give a value of another kind a name of its own
#include <stencil/stencil.hpp>

using namespace stencil;

struct Slope {
  STENCIL_FUNCTION auto operator()(auto x) const {
    auto y = x * x;
    y = GradientC2F()(y);
    return results(y);
  }
};

void slope(FaceField<double>& out, const CenterField<double>& a) { out = columnwise(Slope{})(a); }
