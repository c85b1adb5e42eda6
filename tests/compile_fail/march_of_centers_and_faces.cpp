// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a march takes values at centers or values at faces, not both; bring one of them over with InterpolateC2F or InterpolateF2C
#include <stencil/stencil.hpp>

using namespace stencil;

struct Rain {
  STENCIL_FUNCTION auto operator()(auto q, auto flux) const {
    return results(march(from_top, 0.0, [](auto& s, auto x, auto f) { return s += x * f; }, q, flux));
  }
};

void fall(CenterField<double>& q, FaceField<double>& flux) { q = columnwise(Rain{})(q, flux); }
