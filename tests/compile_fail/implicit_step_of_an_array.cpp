// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function implicit_step steps one value; values that do not depend on each other are stepped one by one, each([&](auto y) { return implicit_step(f, y, dt, LinearlyImplicitEuler{}); }, q), and others with a matrix of blocks
#include <stencil/stencil.hpp>

using namespace stencil;

struct Decay {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto [x, y] = implicit_step([](auto u) { return -1.0 * u; }, q, 0.1, LinearlyImplicitEuler{});
    return results(x, y);
  }
};

void decay(CenterField<double>& a, CenterField<double>& b) { fields(a, b) = columnwise(Decay{})(array_of(a, b)); }
