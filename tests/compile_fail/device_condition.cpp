// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: host and device fields cannot be combined in one expression
#include "another_backend.hpp"

using namespace stencil;

auto divergence(const FaceField<double>& f, const SurfaceField<double, another::Backend>& flux) {
  return DivergenceF2C(bottom(SetValue(flux)))(f);
}
