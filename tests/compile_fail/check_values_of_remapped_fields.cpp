// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: check_values does not look into sorted columns, running means, at_height and at_level at levels, dense operators and remaps; assign
#include <stencil/stencil.hpp>

using namespace stencil;

void update(CenterField<double>& a, CenterField<double>& b, const CenterField<double>& x) {
  assign(fields(a, b), remap(x.grid(), a.grid())(x, 2.0 * x), with(CheckValues<>{}));
}
