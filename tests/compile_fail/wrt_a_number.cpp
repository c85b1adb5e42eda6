// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: wrt takes a field, or a wrapped array
#include <stencil/stencil.hpp>

using namespace stencil;

void derive(CenterField<double>& out, const CenterField<double>& a) { out = jvp(a * a, wrt(2.0), a); }
