// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: sum_of(q) takes an array of values or fields, std::array or array_of(a, b)
#include <stencil/stencil.hpp>

using namespace stencil;

void add(CenterField<double>& a, CenterField<double>& b) { a = sum_of(a, b); }
