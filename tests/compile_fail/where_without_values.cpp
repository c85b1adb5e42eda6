// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: where takes a condition, the value where it holds and that elsewhere: where(x > 0.0, x, 0.0)
#include <stencil/stencil.hpp>

using namespace stencil;

void clip(CenterField<double>& a) { a = where(a > 0.0); }
