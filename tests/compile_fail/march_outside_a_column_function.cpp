// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a march goes along the values of a column function; call it inside one, made by columnwise(f)
#include <stencil/stencil.hpp>

using namespace stencil;

void sum_up(CenterField<double>& a) {
  a = march(from_bottom, 0.0, [](auto& s, auto x) { return s += x; }, a);
}
