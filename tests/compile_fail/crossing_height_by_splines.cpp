// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: crossing_height interpolates by interpolation::Linear, Quadratic or QuadraticBySlope
#include <stencil/stencil.hpp>

using namespace stencil;

void cloud_base(SurfaceField<double>& h, const CenterField<double>& q) {
  h = crossing_height(q, 0.5, from_bottom, interpolation::Cubic{});
}
