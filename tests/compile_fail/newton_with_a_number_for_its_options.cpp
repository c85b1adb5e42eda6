// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: what newton takes after the start are its options, by their names: newton(f, start, NewtonOptions{.tolerance = 1e-6})
#include <stencil/stencil.hpp>

using namespace stencil;

struct Root {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(newton([&](auto x) { return x * x - q; }, q, 1e-6).x);
  }
};

void root(CenterField<double>& q) { q = columnwise(Root{})(q); }
