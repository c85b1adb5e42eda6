// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: repeat_until changes values of a column function; call it inside one, made by columnwise(f)
#include <stencil/stencil.hpp>

using namespace stencil;

void halve(CenterField<double>& a) {
  a = repeat_until([](auto x) { return results(0.5 * x, column_max(x) < 1.0); }, 9, a);
}
