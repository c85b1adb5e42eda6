// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: what make<State>(a, b, ...) is given has derivatives here, as in jvp, and the members of State cannot hold them, or are not as many; let the struct be a template of its number, template <class T> struct Parcel { T theta, q; };, and write make<Parcel<T>> with the value_type of what has derivatives
#include <stencil/stencil.hpp>

using namespace stencil;

struct Parcel {
  double theta, q;
};
struct Column {
  STENCIL_FUNCTION auto operator()(auto theta) const {
    const auto rise = [](auto& parcel, auto x) { return parcel.q += x - parcel.theta; };
    return results(march(from_bottom, make<Parcel>(at_level(theta, 0), 0.0), rise, theta));
  }
};

void along(CenterField<double>& slope, const CenterField<double>& theta, const CenterField<double>& direction) {
  slope = jvp(columnwise(Column{})(theta), wrt(theta), direction);
}
