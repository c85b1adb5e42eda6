// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the results of a column function are assigned by fields(a, b) = f(x), not by std::tie
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Powers {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x, x * x * x); }
};

void powers(CenterField<double>& a, CenterField<double>& b) { std::tie(a, b) = columnwise(Powers{})(a); }
