// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: evaluate takes destinations with their expressions: evaluate(into(a, b + 1.0), into(c, d))
#include <stencil/stencil.hpp>

using namespace stencil;

void swap(CenterField<double>& a, CenterField<double>& b) { evaluate(a = 2.0 * b, b = 3.0 * a); }
