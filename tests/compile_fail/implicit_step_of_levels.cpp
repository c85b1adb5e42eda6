// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the time step of implicit_step is a number or a value per column; at every level of a column the step is as long
#include <stencil/stencil.hpp>

using namespace stencil;

struct Decay {
  STENCIL_FUNCTION auto operator()(auto x, auto dt) const {
    return results(implicit_step([](auto y) { return -y; }, x, dt, LinearlyImplicitEuler{}));
  }
};

void decay(CenterField<double>& x, const CenterField<double>& dt) { x = columnwise(Decay{})(x, dt); }
