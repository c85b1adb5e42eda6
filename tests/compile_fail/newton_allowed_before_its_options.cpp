// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function that says which values newton may take stands after its options: newton(f, start, {}, [](auto x) { return x > 0.0; })
#include <stencil/stencil.hpp>

using namespace stencil;

struct Root {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(
        newton([&](auto x) { return x * x - q; }, q, [](auto x) { return x > 0.0; }, {.most_iterations = 5}).x);
  }
};

void root(CenterField<double>& q) { q = columnwise(Root{})(q); }
