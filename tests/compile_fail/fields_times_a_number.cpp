// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields(...) += and its like take the results of a column function, columnwise(f)(x, y); by a number or an expression change one field after the other, a *= 2.0
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

void twice(CenterField<double>& a, FaceField<double>& b) { fields(a, b) *= 2.0; }
