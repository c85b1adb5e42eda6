// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the first argument of assign is the destination, a field or a part of one, or several as fields(a, b), the second what is written to it: assign(a, 2.0 * b)
#include <stencil/stencil.hpp>

using namespace stencil;

void copy(CenterField<double>& a, CenterField<double>& b) { assign(2.0 * b, a); }
