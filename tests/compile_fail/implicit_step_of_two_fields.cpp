// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: implicit_step steps one field; fields that depend on each other are the components of one, CenterField<Vec<double, 2>>, or have their changes solved for
#include <stencil/stencil.hpp>

using namespace stencil;

struct Reaction {
  STENCIL_FUNCTION auto operator()(auto x, auto y) const { return results(-x * y, x * y); }
};

void react(CenterField<double>& a, CenterField<double>& b) {
  implicit_step(fields(a, b), columnwise(Reaction{})(a, b), 0.1);
}
