// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_height or at_level at levels stands in the value of a boundary condition or in a mask, where no column can be waited for; assign it to a field and use that field there
#include <stencil/stencil.hpp>

using namespace stencil;

void masked(CenterField<double>& a, const CenterField<double>& z) {
  assign(a, 1.0, policy().where(at_height(a, z) > 0.0));
}
