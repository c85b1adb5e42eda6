// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: what follows the destination and what is written to it is a policy: assign(a, 2.0 * b, policy().where(c > 0.0))
#include <stencil/stencil.hpp>

using namespace stencil;

void warm(CenterField<double>& a) { assign(a, a + 1.0, a > 0.0); }
