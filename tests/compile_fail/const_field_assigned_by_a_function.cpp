// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a const field cannot be changed; give a field that is not const for the destination
#include <stencil/stencil.hpp>

using namespace stencil;

void overwrite(const CenterField<double>& c, const CenterField<double>& a) { assign(c, a + 1.0); }
