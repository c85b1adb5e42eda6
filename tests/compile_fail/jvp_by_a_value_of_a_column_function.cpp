// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: jvp differentiates expressions of fields, jvp(f(x, y), wrt(x), dx); by a value of a column function it is the product with the Jacobian, jacobian([&](auto y) { return k * y; }, x) * dx
#include <stencil/stencil.hpp>

using namespace stencil;

struct Slope {
  STENCIL_FUNCTION auto operator()(auto x, auto dx) const {
    return results(jvp([](auto y) { return y * y; }, x, dx));
  }
};

void slope(CenterField<double>& x, const CenterField<double>& dx) { x = columnwise(Slope{})(x, dx); }
