// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the step of this march changes a copy of the state, which is lost; let it take the state by reference
#include <array>

#include <stencil/stencil.hpp>

using namespace stencil;

struct Rain {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(march_state(from_top, 0.0, [](auto falling, auto x) { falling += x[0] + x[1]; }, q));
  }
};

void fall(SurfaceField<double>& rain, const std::array<CenterField<double>, 2>& q) { rain = columnwise(Rain{})(q); }
