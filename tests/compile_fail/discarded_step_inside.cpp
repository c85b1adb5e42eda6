// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function an operation gives a new value and changes none
// with: -Werror=unused-result
#include <stencil/stencil.hpp>

using namespace stencil;

struct Decay {
  STENCIL_FUNCTION auto operator()(auto x) const {
    implicit_step([](auto y) { return -y; }, x, 10.0, LinearlyImplicitEuler{});
    return results(x);
  }
};

void apply(CenterField<double>& x) { x = columnwise(Decay{})(x); }
