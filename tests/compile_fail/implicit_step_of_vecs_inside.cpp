// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function newton and implicit_step solve for values of float or double; for values of Vec call them outside
#include <stencil/stencil.hpp>

using namespace stencil;

struct Reaction {
  STENCIL_FUNCTION auto operator()(auto w) const {
    return results(implicit_step([](auto v) { return -1.0 * v; }, w, 0.1, LinearlyImplicitEuler{}));
  }
};

void react(CenterField<Vec<double, 2>>& w) { w = columnwise(Reaction{})(w); }
