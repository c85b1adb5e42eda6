// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value of a cumulative integral, or of another accumulation along a column, needs its whole column
#include <stencil/stencil.hpp>

using namespace stencil;

void lift(FaceField<double>& f, const CenterField<double>& a) {
  f = column_sort(f + cumulative_integral(a, bottom(0.0)));
}
