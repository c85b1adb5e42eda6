// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: into takes the destination first, a field or a part of one, and then what is written to it: into(div, a + b)
#include <stencil/stencil.hpp>

using namespace stencil;

void sum(CenterField<double>& a, const CenterField<double>& b) { evaluate(into(a + b, a)); }
