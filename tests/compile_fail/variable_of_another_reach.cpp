// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside jacobian, value_and_jacobian and newton a variable keeps the levels that its derivatives reach
#include <stencil/stencil.hpp>

using namespace stencil;

struct Slope {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(jacobian(
                       [&](auto y) {
                         auto flux = GradientC2F()(y);
                         flux = LeftBiased3rdOrderC2F()(y) + RightBiased3rdOrderC2F()(y);
                         return DivergenceF2C(no_flux)(flux);
                       },
                       x) *
                   x);
  }
};

void slope(CenterField<double>& a) { a = columnwise(Slope{})(a); }
