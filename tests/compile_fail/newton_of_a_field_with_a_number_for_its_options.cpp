// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: newton takes after the residual its options, by their names, and then maybe a policy: newton(x, x * x - q, {.most_iterations = 5}, policy().where(c > 0.0))
#include <stencil/stencil.hpp>

using namespace stencil;

void root(CenterField<double>& x) { newton(x, x * x - 2.0, 5); }
