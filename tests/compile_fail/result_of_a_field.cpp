// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: result<0> chooses one of the results of a column function: result<0>(f(x)), with f = columnwise(...); a field, an expression or a value is used as it is
#include <stencil/stencil.hpp>

using namespace stencil;

void copy(CenterField<double>& out, const CenterField<double>& a) { out = result<0>(a); }
