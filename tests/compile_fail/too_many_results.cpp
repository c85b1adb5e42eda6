// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: results takes one to thirty-two values; split the column function in two
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Many {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x);
  }
};

void many(CenterField<double>& a, CenterField<double>& b) { fields(a, b) = columnwise(Many{})(a); }
