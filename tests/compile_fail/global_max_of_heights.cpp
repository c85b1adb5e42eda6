// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: there is no field here that says of which grid; assign the expression to one and take that, as in
#include <stencil/stencil.hpp>

using namespace stencil;

double highest() { return global_max(heights(Center{})); }
