// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: is_lowest and is_highest take the location whose levels they tell apart, as in is_highest(Center{}); of values write is_highest(Center{}) where they are at centers
#include <stencil/stencil.hpp>

using namespace stencil;

void ground(CenterField<double>& a) { a = where(is_lowest(), 0.0, a); }
