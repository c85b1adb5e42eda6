// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: sorted columns are evaluated together with sorted columns only
#include <stencil/stencil.hpp>

using namespace stencil;

void both(CenterField<double>& a, CenterField<double>& b) { evaluate(into(a, column_sort(a)), into(b, 2.0 * a)); }
