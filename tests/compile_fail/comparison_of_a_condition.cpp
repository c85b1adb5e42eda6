// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a condition is not larger or smaller than something; 0 < x < 1 compares the condition 0 < x with 1: write 0 < x && x < 1
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Between {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(where(0.0 < x < 1.0, x, 0.0)); }
};

void between(CenterField<double>& x) { x = columnwise(Between{})(x); }
