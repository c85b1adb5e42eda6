// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: cumulative_integral of numbers begins with a number, and that of Vecs with a Vec: cumulative_integral(vec(u, v), top(Vec{0.0, 0.0}))
#include <stencil/stencil.hpp>

using namespace stencil;

void columns_of_absorbers(FaceField<Vec<double, 2>>& out, const CenterField<double>& a, const CenterField<double>& b) {
  out = cumulative_integral(vec(a, b), top(0.0));
}
