// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: floor, ceil, round, copysign, atan2, hypot and fma take floating-point values
#include <stencil/stencil.hpp>

using namespace stencil;

void add(CenterField<double>& a, const CenterField<int>& count) { a = fma(a, 2, count); }
