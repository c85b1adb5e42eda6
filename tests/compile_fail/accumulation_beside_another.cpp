// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an accumulation along the column is assigned alone
#include <stencil/stencil.hpp>

using namespace stencil;

void both(FaceField<double>& f, FaceField<double>& g, const CenterField<double>& a) {
  evaluate(into(g, 2.0 * f), into(f, cumulative_integral(a, bottom(0.0))));
}
