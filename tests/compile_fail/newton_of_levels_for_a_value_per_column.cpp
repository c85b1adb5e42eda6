// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: newton from a value per column takes a function that gives a value per column too
#include <stencil/stencil.hpp>

using namespace stencil;

struct Root {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(newton([&](auto y) { return y * y - x; }, column_max(x)).x);
  }
};

void root(SurfaceField<double>& a, const CenterField<double>& x) { fields(a) = columnwise(Root{})(x); }
