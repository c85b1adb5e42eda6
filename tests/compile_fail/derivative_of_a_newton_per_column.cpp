// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column function with jacobian, value_and_jacobian, newton or implicit_step inside cannot be differentiated, by jvp or by a Jacobian; take the derivative of the formula
#include <stencil/stencil.hpp>

using namespace stencil;

struct Balance {
  STENCIL_FUNCTION auto operator()(auto q, auto start) const {
    const auto root = newton([&](auto t) { return t * t - column_sum(q); }, start);
    return results(root.x);
  }
};

void derivative(SurfaceField<double>& out, const CenterField<double>& q, const SurfaceField<double>& start,
                const CenterField<double>& dq) {
  out = jvp(columnwise(Balance{})(q, start), wrt(q), dq);
}
