// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a step takes the time, its length and the tendency: step(time, dt, tendency); ARS343 takes the implicit part last
#include <stencil/stencil.hpp>

using namespace stencil;

void decay(CenterField<double>& a) {
  SSPRK33 step(a);
  step(0.1, [&](auto& rate) { rate = -1.0 * a; });
}
