// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: heights takes the location whose heights they are, heights(Center{}) or heights(Face{})
#include <stencil/stencil.hpp>

using namespace stencil;

void warm(CenterField<double>& a) { a = 300.0 - 0.0065 * heights(); }
