// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_height interpolates by interpolation::Linear, Cubic or Monotone
#include <stencil/stencil.hpp>

using namespace stencil;

void advect(CenterField<double>& q, const CenterField<double>& w) {
  q = at_height(q, heights(Center{}) - w, interpolation::Quadratic{});
}
