// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: wrt(a, b) takes fields at one location
#include <stencil/stencil.hpp>

using namespace stencil;

auto wrt_two_locations(const CenterField<double>& a, const FaceField<double>& f) {
  return jacobian(vec(a * a, a * InterpolateF2C()(f)), wrt(a, f));
}
