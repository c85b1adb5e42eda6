// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: newton inside a column function finds one value; of several take steps of your own in repeat_until, with the Jacobians by each of them
#include <stencil/stencil.hpp>

using namespace stencil;

struct Roots {
  STENCIL_FUNCTION auto operator()(auto q, auto r) const {
    return results(newton([](auto x, auto y) { return x * y - 2.0; }, q, r, {.most_iterations = 5}).x);
  }
};

void root(CenterField<double>& q, CenterField<double>& r) { q = columnwise(Roots{})(q, r); }
