// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields(...) takes the results of a column function, columnwise(f)(x, y); several expressions are assigned with evaluate(into(a, e1), into(b, e2))
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

void swap(CenterField<double>& a, CenterField<double>& b) { fields(a, b) = {a + b, a - b}; }
