// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function implicit_step takes the tendency as a function, which it calls with x
#include <stencil/stencil.hpp>

using namespace stencil;

struct Decay {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(implicit_step(60.0, [](auto y) { return -0.1 * y; }, x, LinearlyImplicitEuler{}));
  }
};

void decay(CenterField<double>& x) { x = columnwise(Decay{})(x); }
