// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: repeat_until takes the function of a pass, the largest number of passes
#include <stencil/stencil.hpp>

using namespace stencil;

struct Halved {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto halve = [](auto y) { return results(0.5 * y, column_max(y) < 1.0); };
    const auto [y, passes, done] = repeat_until(halve, 3.5, x);
    return results(y);
  }
};

void halve(CenterField<double>& a) { a = columnwise(Halved{})(a); }
