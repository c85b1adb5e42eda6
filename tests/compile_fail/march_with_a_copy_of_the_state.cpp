// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the step of this march changes a copy of the state, which is lost; let it take the state by reference, [](auto& state, auto x) { ... }
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Rain {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(march(
        from_top, 0.0,
        [](double falling, double x) {
          falling += x;
          return falling;
        },
        q));
  }
};

void fall(CenterField<double>& q) { q = columnwise(Rain{})(q); }
