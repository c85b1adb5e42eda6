// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field or an expression has a value at every position and is no number; write sqrt(a) without std::, a function of yours as pointwise(f)(a), and one value as field(level, column)
#include <stencil/stencil.hpp>

using namespace stencil;

double total(const CenterField<double>& a) { return column_sum(a); }
