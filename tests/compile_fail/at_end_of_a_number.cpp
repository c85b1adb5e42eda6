// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_end takes a function of the state: at_end([](auto& state) { return state; })
#include <stencil/stencil.hpp>

using namespace stencil;

struct Rain {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(march(from_top, 0.0, [](auto& s, auto x) { s += x; }, at_end(2.0), q));
  }
};

void fall(SurfaceField<double>& rain, const CenterField<double>& q) { rain = columnwise(Rain{})(q); }
