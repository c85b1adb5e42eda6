// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a condition of fields differs from place to place; choose with where(condition, x, y), not with if or ?:, take min and max without std::
#include <stencil/stencil.hpp>

#include <algorithm>

using namespace stencil;

void larger(CenterField<double>& a, CenterField<double>& b) { a = std::max(a, b); }
