// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: clamp takes a value, the least and the largest, clamp(x, 0.0, 1.0); one limit alone is max(x, 0.0) or min(x, 1.0)
#include <stencil/stencil.hpp>

using namespace stencil;

void clip(CenterField<double>& a) { a = clamp(a, 0.0); }
