// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: policy() takes nothing; what it says follows: policy().where(c > 0.0).with(strategy)
#include <stencil/stencil.hpp>

using namespace stencil;

void warm(CenterField<double>& a) { assign(a, a + 1.0, policy(a > 0.0)); }
