// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a Vec of float and a Vec of double have no operations with each other; make both fields of one precision
#include <stencil/stencil.hpp>

using namespace stencil;

void add(CenterField<Vec<double, 2>>& out, const CenterField<Vec<float, 2>>& u, const CenterField<Vec<double, 2>>& v) {
  out = u + v;
}
