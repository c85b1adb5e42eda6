// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator or a column function has values where it is applied, as in GradientC2F()(x), where the first parentheses are for conditions, or columnwise(f)(x)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

void slope(FaceField<double>& out) { out = 2.0 * GradientC2F(); }
