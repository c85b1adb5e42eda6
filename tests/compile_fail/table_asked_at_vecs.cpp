// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a table is asked at numbers, or at fields and expressions of them
#include <vector>

#include <stencil/stencil.hpp>

using namespace stencil;

void look_up(CenterField<Vec<double, 2>>& wind, const std::vector<double>& x, const std::vector<double>& values) {
  const auto t = table(x, values);
  wind = t(wind);
}
