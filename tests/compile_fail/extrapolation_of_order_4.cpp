// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an Extrapolation is of order 1, 2 or 3
#include <stencil/stencil.hpp>

using namespace stencil;

auto interpolation() { return InterpolateC2F(bottom(Extrapolation<4>{})); }
