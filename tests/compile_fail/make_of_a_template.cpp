// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: make<State>(a, b, ...) takes a struct, and this is a template of structs; give its numbers, make<Parcel<T>>(a, b, ...), with using T = typename decltype(a)::value_type; where a may have derivatives
#include <stencil/stencil.hpp>

using namespace stencil;

template <class Heat, class Water>
struct Parcel {
  Heat theta;
  Water q;
};
struct Column {
  STENCIL_FUNCTION auto operator()(auto theta) const {
    const auto rise = [](auto& parcel, auto x) { return parcel.q += x - parcel.theta; };
    return results(march(from_bottom, make<Parcel>(at_level(theta, 0), 0.0), rise, theta));
  }
};

void along(CenterField<double>& q, const CenterField<double>& theta) { fields(q) = columnwise(Column{})(theta); }
