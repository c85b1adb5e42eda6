// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function implicit_step steps one value; values that do not depend on each other are stepped one by one, each([&](auto y) { return implicit_step(f, y, dt, LinearlyImplicitEuler{}); }, q), and others with a matrix of blocks
#include <stencil/stencil.hpp>

using namespace stencil;

struct Reaction {
  STENCIL_FUNCTION auto operator()(auto x, auto y) const {
    const auto step = implicit_step([](auto u, auto v) { return results(-u * v, u * v); }, x, y, 0.1);
    return results(step.x);
  }
};

void react(CenterField<double>& a, CenterField<double>& b) { a = columnwise(Reaction{})(a, b); }
