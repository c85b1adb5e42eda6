// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the results of a column function have numbers, result<0>(f(x)), and no index; its values are those of the field that it is assigned to
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};

void first(CenterField<double>& a) { a = columnwise(Powers{})(a)[0]; }
