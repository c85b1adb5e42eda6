// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: running_mean takes an expression at centers and a number, the depth of the layer in metres
#include <stencil/stencil.hpp>

using namespace stencil;

void smooth(CenterField<double>& a) { a = running_mean(a); }
