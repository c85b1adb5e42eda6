// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields(...) has another number of destinations than the column function has results
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x, x); }
};

void add(CenterField<double>& a, CenterField<double>& b) { fields(a, b) += columnwise(Powers{})(a); }
