// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: assign takes one destination, or several as fields(a, b): assign(fields(a, b), f(x), policy)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};

void both(CenterField<double>& a, CenterField<double>& b) { assign(a, b, columnwise(Powers{})(a)); }
