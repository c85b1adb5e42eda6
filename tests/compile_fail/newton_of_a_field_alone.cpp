// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: newton of a field takes that field and then the residual
#include <stencil/stencil.hpp>

using namespace stencil;

void find(CenterField<double>& a) { newton(a); }
