// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function jacobian takes a function and the value to differentiate by: jacobian([&](auto y) { return k * y; }, x)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Formula {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(solve(identity() - jacobian([](auto y) { return -y * y; }), x));
  }
};

void apply(CenterField<double>& x) { x = columnwise(Formula{})(x); }
