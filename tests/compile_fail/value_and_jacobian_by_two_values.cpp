// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a Jacobian inside a column function is by one value; by another it is one of its own, in which the first is a constant
#include <stencil/stencil.hpp>

using namespace stencil;

struct Product {
  STENCIL_FUNCTION auto operator()(auto q, auto r) const {
    const auto both = value_and_jacobian([](auto x, auto y) { return x * y; }, q, r);
    return results(q);
  }
};

void product(CenterField<double>& q, const CenterField<double>& r) { q = columnwise(Product{})(q, r); }
