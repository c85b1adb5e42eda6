// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: evaluate takes destinations with their expressions: evaluate(into(a, b + 1.0), into(c, d)), and maybe a policy after them
#include <stencil/stencil.hpp>

using namespace stencil;

void warm(CenterField<double>& a) { evaluate(policy().where(a > 0.0), into(a, a + 1.0)); }
