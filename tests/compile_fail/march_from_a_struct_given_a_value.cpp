// SPDX-License-Identifier: BSD-3-Clause
// expect: a march with a struct of values from make<State>(x, 0.0)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Parcel {
  double heat, water;
};
struct Rise {
  STENCIL_FUNCTION auto operator()(auto t) const {
    const auto step = [](auto& parcel, auto x) { return parcel.heat += x; };
    return results(march(from_bottom, Parcel{at_level(t, 0), 0.0}, step, t));
  }
};

void rise(CenterField<double>& a) { a = columnwise(Rise{})(a); }
