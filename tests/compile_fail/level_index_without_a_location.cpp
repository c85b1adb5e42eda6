// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: level_index takes the location whose levels it counts, level_index(Center{}) or level_index(Face{})
#include <stencil/stencil.hpp>

using namespace stencil;

void number(CenterField<int>& n) { n = level_index(); }
