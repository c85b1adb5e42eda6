// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column function with jacobian, value_and_jacobian, newton or implicit_step inside cannot be differentiated, by jvp or by a Jacobian; take the derivative of the formula
#include <stencil/stencil.hpp>

using namespace stencil;

struct Nested {
  STENCIL_FUNCTION auto operator()(auto start) const {
    return results(newton([&](auto t) { return t - newton([&](auto r) { return r * r - t; }, start).x; }, start).x);
  }
};

void nested(SurfaceField<double>& s) { s = columnwise(Nested{})(s); }
