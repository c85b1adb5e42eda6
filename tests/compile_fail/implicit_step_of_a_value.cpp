// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function implicit_step takes the tendency as a function, which it calls with x
#include <stencil/stencil.hpp>

using namespace stencil;

struct Formula {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(implicit_step(-0.1 * x, x, 10.0, LinearlyImplicitEuler{}));
  }
};

void apply(CenterField<double>& x) { x = columnwise(Formula{})(x); }
