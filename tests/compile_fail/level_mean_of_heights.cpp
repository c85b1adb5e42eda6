// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: there is no field here that says of which grid; assign the expression to one and take that, as in
#include <vector>

#include <stencil/stencil.hpp>

using namespace stencil;

std::vector<double> means() { return level_mean(heights(Center{})); }
