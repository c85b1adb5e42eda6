// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the step of this march changes a copy of the state, which is lost; let it take the state by reference, [](auto& state, auto x) { ... }
#include <stencil/stencil.hpp>

using namespace stencil;

struct Formula {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(march(
        from_top, 0.0,
        [](auto falling, double y) {
          falling += y;
          return falling;
        },
        x));
  }
};

void apply(CenterField<double>& x) { x = columnwise(Formula{})(x); }
