// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function implicit_step takes the tendency as a function, which it calls with x
#include <stencil/stencil.hpp>

using namespace stencil;

struct Decay {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(implicit_step(q, [](auto x) { return -x * x; }, 1.0).x);
  }
};

void decay(CenterField<double>& q) { q = columnwise(Decay{})(q); }
