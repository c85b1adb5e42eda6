// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column function returns results(...), as in return results(k, heating), or a struct whose members are its results
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(auto x) const { return x * x; }
};

void square(CenterField<double>& out, const CenterField<double>& a) { out = columnwise(Square{})(a); }
