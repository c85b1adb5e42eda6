// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the order of a sorted column is ascending or descending, from level 0 up: column_sort(x, descending)
#include <stencil/stencil.hpp>

using namespace stencil;

void sort(CenterField<double>& a) { a = column_sort(a, from_top); }
