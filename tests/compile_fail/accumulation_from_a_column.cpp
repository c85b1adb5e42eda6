// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column operation begins with a value or with an expression that has one value per column
#include <stencil/stencil.hpp>

using namespace stencil;

void add(CenterField<double>& x, const CenterField<double>& a) {
  x = column_accumulate(functions::Add{}, a, as_is, from_top, a);
}
