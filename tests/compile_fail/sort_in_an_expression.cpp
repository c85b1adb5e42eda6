// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a sorted column, or the permutation that sorts it, stands alone
#include <stencil/stencil.hpp>

using namespace stencil;

void displaced(CenterField<double>& d, const CenterField<double>& a) { d = a - column_sort(a); }
