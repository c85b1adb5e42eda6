// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields(...) takes the results of a column function, columnwise(f)(x, y); several expressions are assigned with evaluate(into(a, e1), into(b, e2))
#include <stencil/stencil.hpp>

using namespace stencil;

void copy(CenterField<double>& a, CenterField<double>& b, CenterField<double>& c) { fields(a, b) = fields(b, c); }
