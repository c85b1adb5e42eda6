// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column is sorted by numbers at centers or faces
#include <stencil/stencil.hpp>

using namespace stencil;

void by_wind(CenterField<Vec<double, 2>>& wind) { wind = column_sort(wind); }
