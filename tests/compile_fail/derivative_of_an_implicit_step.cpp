// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column function with jacobian, value_and_jacobian, newton or implicit_step inside cannot be differentiated
#include <stencil/stencil.hpp>

using namespace stencil;

struct Step {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(implicit_step([](auto y) { return -1.0 * y * y; }, x, 0.1, LinearlyImplicitEuler{}));
  }
};

void f(CenterField<double>& out, const CenterField<double>& x) { out = jvp(columnwise(Step{})(x), wrt(x), x); }
