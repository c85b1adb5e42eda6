// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the column function has no such result; result<0> is the first
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};

void cube(CenterField<double>& out, const CenterField<double>& a) { out = result<2>(columnwise(Powers{})(a)); }
