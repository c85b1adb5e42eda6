// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this table is a temporary, which ends with the statement, but what is made of it refers to its memory; give it a name first, as in const auto speed = table(x, values);
#include <stencil/stencil.hpp>

using namespace stencil;

void look_up(CenterField<double>& a, const std::vector<double>& x) { a = table(x, x)(a); }
