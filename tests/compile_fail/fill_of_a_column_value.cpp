// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value in a column function is computed and not filled: one that is 1 everywhere is 1.0 + 0.0 * x, one by height a formula of heights(Center{}); fields are filled before the call
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Ones {
  STENCIL_FUNCTION auto operator()(auto x) const {
    x.fill(1.0);
    return results(x);
  }
};

void fill(CenterField<double>& a) { a = columnwise(Ones{})(a); }
