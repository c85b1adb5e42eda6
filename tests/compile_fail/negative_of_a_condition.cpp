// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a condition has no negative; where it does not hold is !condition, and -1 where it holds where(condition, -1.0, 0.0)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

void clip(CenterField<double>& a) { a = where(-(a > 0.0), 0.0, a); }
