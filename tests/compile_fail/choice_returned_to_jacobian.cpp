// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: of two matrices, or two values inside jacobian or newton, choose by a variable and not by ?:, as in auto a = x; if (flag) a = y;
#include <stencil/stencil.hpp>

using namespace stencil;

struct Slope {
  bool linear;

  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(jacobian([&](auto y) { return linear ? y : y * y; }, x) * x);
  }
};

void slope(CenterField<double>& a) { a = columnwise(Slope{true})(a); }
