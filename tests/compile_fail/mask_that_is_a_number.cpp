// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a mask is a condition of fields, as in where(b > 0.0), or a field, true where not zero
#include <stencil/stencil.hpp>

using namespace stencil;

void copy(CenterField<double>& a, const CenterField<double>& b, bool wanted) { assign(a, b, policy().where(wanted)); }
