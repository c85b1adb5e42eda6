// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator takes values at faces, but was given values at centers
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Spread {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(DivergenceF2C()(x)); }
};

void spread(CenterField<double>& out, const CenterField<double>& a) { out = columnwise(Spread{})(a); }
