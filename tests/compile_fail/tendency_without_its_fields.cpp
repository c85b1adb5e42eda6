// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column function that is a tendency is given its fields: step(time, dt, model(u, v))
#include <stencil/stencil.hpp>

using namespace stencil;

struct Decay {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(-0.1 * x); }
};

void decay(CenterField<double>& x) {
  RK4 step(x);
  step(0.0, 60.0, columnwise(Decay{}));
}
