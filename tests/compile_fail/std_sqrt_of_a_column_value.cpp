// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value in a column function has numbers for many levels and columns and is no number; let variables and parameters of functions be auto, write sqrt(x) without std::, and choose with where(condition, x, y), not with ?:
#include <stencil/stencil.hpp>

#include <cmath>

using namespace stencil;

void root(CenterField<double>& a) {
  a = columnwise([](auto x) { return results(std::sqrt(x)); })(a);
}
