// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: where takes a condition, the value where it holds and that elsewhere: where(x > 0.0, x, 0.0)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Formula {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(where(x > 0.0, x)); }
};

void apply(CenterField<double>& x) { x = columnwise(Formula{})(x); }
