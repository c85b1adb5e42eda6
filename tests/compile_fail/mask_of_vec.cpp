// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a mask is a condition or a field of numbers
#include <stencil/stencil.hpp>

using namespace stencil;

void update(CenterField<double>& out, const CenterField<double>& a, const CenterField<Vec<double, 2>>& wind) {
  assign(out, a, policy().where(wind));
}
