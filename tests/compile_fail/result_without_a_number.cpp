// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: result takes the number of a result, counted from 0: result<0>(f(x))
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};

void first(CenterField<double>& a) { a = result(columnwise(Powers{})(a)); }
