// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function of a pass takes a parameter for each value that repeat_until is given after the number of passes
#include <stencil/stencil.hpp>

using namespace stencil;

struct Passes {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto pass = [](auto y, auto z) { return results(y + z, column_max(abs(y)) < 1.0); };
    return results(result<0>(repeat_until(pass, 5, q)));
  }
};

void repeat(CenterField<double>& out, const CenterField<double>& q) { out = columnwise(Passes{})(q); }
