// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace stencil {

/// First-order upwind flux of a center value x by a face velocity w: ((w + |w|) x- + (w - |w|) x+) / 2, in units of w
/// x. Conditions: SetValue(v): v is the value of the cell outside; Extrapolate, Extrapolation<n> and closure: the value
/// of the cell outside is that of the end cell.
template <class... Conditions>
struct UpwindBiasedProductC2F : Operator<UpwindBiasedProductC2F<Conditions...>, Conditions...> {
  using UpwindBiasedProductC2F::Operator::Operator;
  static constexpr const char* name = "UpwindBiasedProductC2F";
  using arguments = Locations<Face, Center>;
  using result = Face;
  using closure = Extrapolate;

  template <class W, class X>
  STENCIL_FUNCTION static constexpr auto flux(W w, X below, X above) {
    return ((w + abs(w)) * below + (w - abs(w)) * above) / 2;
  }
  template <class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(W w, X x, G) {
    return flux(w(), x(-half), x(half));
  }
  template <class V, class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> outside, W w, X x, G, E end) {
    const auto inside = x(end.inward(half));
    const decltype(inside) given(outside.value);
    return E::is_bottom ? flux(w(), given, inside) : flux(w(), inside, given);
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, W w, X x, G, E end) {
    return flux(w(), x(end.inward(half)), x(end.inward(half)));
  }
  template <int order, class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolation<order>, W w, X x, G g, E end) {
    return at_end(Extrapolate{}, w, x, g, end);
  }
};
template <class... C>
UpwindBiasedProductC2F(C...) -> UpwindBiasedProductC2F<C...>;

}  // namespace stencil
