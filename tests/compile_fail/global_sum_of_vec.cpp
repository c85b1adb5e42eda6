// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a global reduction takes numbers
#include <stencil/stencil.hpp>

using namespace stencil;

double total(const CenterField<Vec<double, 2>>& wind) { return global_sum(wind); }
