// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: spacing takes the location whose spacing it is, spacing(Center{}) or spacing(Face{})
#include <stencil/stencil.hpp>

using namespace stencil;

void weigh(CenterField<double>& a) { a = a * spacing(); }
