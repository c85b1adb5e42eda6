// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: above and below take values at centers or faces; a value per column has no other level
#include <stencil/stencil.hpp>

using namespace stencil;

struct Step {
  STENCIL_FUNCTION auto operator()(auto x, auto flux) const { return results(x + above(flux)); }
};

void step(CenterField<double>& x, const SurfaceField<double>& flux) { x = columnwise(Step{})(x, flux); }
