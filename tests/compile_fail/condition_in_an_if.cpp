// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a condition of fields differs from place to place; choose with where(condition, x, y), not with if or ?:, take min and max without std::, or write under a mask, policy().where(condition)
#include <stencil/stencil.hpp>

using namespace stencil;

void clip(CenterField<double>& a) {
  if (a > 1.0) a = 1.0;
}
