// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: check_values does not look into sorted columns, running means, at_height and at_level at levels, dense operators and remaps; assign what they are given to a field, and check that
#include <stencil/stencil.hpp>

using namespace stencil;

void advect(CenterField<double>& a, const CenterField<double>& z) { assign(a, at_height(a, z), check_values); }
