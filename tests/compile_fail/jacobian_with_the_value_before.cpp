// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function jacobian takes a function, which it calls with x: jacobian([&](auto y) { return k * y; }, x)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Decay {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(solve(identity() - jacobian(x, [&](auto y) { return -y * y; }), x));
  }
};

void decay(CenterField<double>& x) { x = columnwise(Decay{})(x); }
