// SPDX-License-Identifier: BSD-3-Clause
// expect: what gives several is taken apart first, as in auto [x, passes, done] = repeat_until(...)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Halved {
  STENCIL_FUNCTION auto operator()(auto t) const {
    const auto pass = [](auto x) { return results(0.5 * x, column_max(x) < 1.0); };
    return results(repeat_until(pass, 10, t));
  }
};

void halve(CenterField<double>& a) { a = columnwise(Halved{})(a); }
