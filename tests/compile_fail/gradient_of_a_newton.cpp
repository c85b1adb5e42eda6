// SPDX-License-Identifier: BSD-3-Clause
// expect: what newton and an implicit_step give has its solution as .x
#include <stencil/stencil.hpp>

using namespace stencil;

struct Slope {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(GradientC2F()(newton([&](auto y) { return y * y - x; }, x)));
  }
};

void slope(FaceField<double>& f, const CenterField<double>& x) { f = columnwise(Slope{})(x); }
