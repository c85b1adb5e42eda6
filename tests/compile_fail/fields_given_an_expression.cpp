// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields(...) takes the results of a column function, columnwise(f)(x, y); several expressions are assigned with evaluate(into(a, e1), into(b, e2))
#include <stencil/stencil.hpp>

using namespace stencil;

void twice(CenterField<double>& out, const CenterField<double>& a) { fields(out) = 2.0 * a; }
