// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the step of this march changes a copy of the state, which is lost; let it take the state by reference, [](auto& state, auto x) { ... }
#include <stencil/stencil.hpp>

using namespace stencil;

struct Parcel {
  double mass;
  int level;
};
struct Formula {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(march(
        from_bottom, make<Parcel>(at_level(x, 0), 1),
        [](Parcel parcel, auto y) {
          parcel.mass += y;
          return parcel.mass;
        },
        x));
  }
};

void apply(CenterField<double>& x) { x = columnwise(Formula{})(x); }
