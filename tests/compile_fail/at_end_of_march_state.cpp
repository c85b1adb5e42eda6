// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_end(f) stands between the step of a march and its values: march(from_top, state, step, at_end(f), x); march_state takes none, as it gives the state itself
#include <stencil/stencil.hpp>

using namespace stencil;

struct Rain {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto twice = at_end([](auto s) { return 2 * s; });
    return results(march_state(from_top, 0.0, [](auto& s, auto x) { s += x; }, twice, q));
  }
};

void fall(SurfaceField<double>& rain, const CenterField<double>& q) { rain = columnwise(Rain{})(q); }
