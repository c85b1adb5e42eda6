// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_end(f) stands between the step of a march and its values: march(from_top, state, step, at_end(f), x)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Rain {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(march(from_top, 0.0, [](auto& s, auto x) { s += x; }, q, at_end([](auto s) { return 2 * s; })));
  }
};

void fall(SurfaceField<double>& rain, const CenterField<double>& q) { rain = columnwise(Rain{})(q); }
