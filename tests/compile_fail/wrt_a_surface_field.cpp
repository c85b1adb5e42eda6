// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: jacobian takes a field at centers or faces; the derivative by one value per column is no band: jvp(e, wrt(s), ds) gives it, for ds = 1.0 the derivative by that value
#include <stencil/stencil.hpp>

using namespace stencil;

auto wrt_a_surface_field(const SurfaceField<double>& s, const CenterField<double>& x) {
  return jacobian(s * x, wrt(s));
}
