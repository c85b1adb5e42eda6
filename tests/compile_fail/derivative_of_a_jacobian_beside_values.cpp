// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column function with jacobian, value_and_jacobian, newton or implicit_step inside cannot be differentiated, by jvp or by a Jacobian; take the derivative of the formula, and solve for that of what the function solves
#include <stencil/stencil.hpp>

using namespace stencil;

/// What is differentiated outside is a factor inside, where the variable has no derivative.
struct Slope {
  STENCIL_FUNCTION auto operator()(auto k) const {
    const auto z = where(k > 4.0, 4.5, 1.5);
    return results(jacobian([&](auto y) { return k * y * y; }, z) * z);
  }
};

void f(CenterField<double>& out, const CenterField<double>& k, const CenterField<double>& direction) {
  out = jacobian(columnwise(Slope{})(k), wrt(k)) * direction;
}
