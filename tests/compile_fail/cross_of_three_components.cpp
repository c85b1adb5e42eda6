// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: cross takes horizontal vectors, Vecs of two components, and vertical ones, numbers
#include <stencil/stencil.hpp>

using namespace stencil;

struct Turned {
  STENCIL_FUNCTION auto operator()(auto u) const { return results(cross(u, 2.0 * u)); }
};

void turn(CenterField<Vec<double, 3>>& u) { fields(u) = columnwise(Turned{})(u); }
