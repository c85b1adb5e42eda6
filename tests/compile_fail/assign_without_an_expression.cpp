// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: assign takes a destination, what is written to it, and maybe a policy: assign(a, 2.0 * b) or assign(a, 2.0 * b, policy().where(c > 0.0))
#include <stencil/stencil.hpp>

using namespace stencil;

void nothing(CenterField<double>& a) { assign(a); }
