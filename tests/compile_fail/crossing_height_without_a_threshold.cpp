// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: crossing_height takes a value and the threshold that it is to exceed: crossing_height(x, 0.3), from the bottom, or crossing_height(x, 0.3, from_top)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct CloudBase {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(q - crossing_height(q)); }
};

void find(CenterField<double>& out, const CenterField<double>& q) { out = columnwise(CloudBase{})(q); }
