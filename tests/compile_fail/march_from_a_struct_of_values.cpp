// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a march starts from a struct of numbers; one that has numbers of values per column is made by make<State<double>>(x, y)
#include <stencil/stencil.hpp>

using namespace stencil;

template <class T>
struct Parcel {
  T theta, water;
};
struct Lifted {
  STENCIL_FUNCTION auto operator()(auto theta, auto start) const {
    const auto step = [](auto& parcel, auto x) { return parcel.theta - x; };
    return results(march(from_bottom, Parcel{start, 2.0 * start}, step, theta));
  }
};

void lift(CenterField<double>& theta, const SurfaceField<double>& start) { theta = columnwise(Lifted{})(theta, start); }
