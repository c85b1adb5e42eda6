// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: into takes one field; the results of a column function are assigned by fields(a, b) = f(x) or assign(fields(a, b), f(x), policy)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};

void both(CenterField<double>& a, CenterField<double>& b) { evaluate(into(fields(a, b), columnwise(Powers{})(a))); }
