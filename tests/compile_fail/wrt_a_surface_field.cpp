// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: wrt takes a field at centers or faces
#include <stencil/stencil.hpp>

using namespace stencil;

auto wrt_a_surface_field(const SurfaceField<double>& s, const CenterField<double>& x) {
  return jacobian(s * x, wrt(s));
}
