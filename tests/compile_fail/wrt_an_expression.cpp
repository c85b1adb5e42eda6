// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: wrt takes a field, or a wrapped array; assign an expression to a field first, and write what is differentiated with that field
#include <stencil/stencil.hpp>

using namespace stencil;

void slope(CenterField<double>& out, const CenterField<double>& a, const CenterField<double>& da) {
  out = jvp(a * a, wrt(2.0 * a), da);
}
