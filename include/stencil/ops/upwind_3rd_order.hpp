// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/divided.hpp>
#include <stencil/expression/operator.hpp>
#include <stencil/ops/common_padding.hpp>

namespace stencil {

/// Upwind-biased flux of a center value x by a face velocity w: w (7 (x+ + x-) - (x++ + x--)) / 12 -
/// |w| (3 (x+ - x-) - (x++ - x--)) / 12, in units of w x; third order for cell means on equal cells.
/// One face further in than the ends, where the side toward the end lacks data:
///   FirstOrderOneSided: a wind from that side carries its neighbour, of first order;
///   ThirdOrderOneSided, SetValue and closure: any wind carries (4 x- + 10 x+ - 2 x++) / 12, seen from the bottom;
///   in a column of two cells: the first-order upwind flux.
/// At the end face the first-order upwind flux with a value outside: SetValue(v): v; the others: in.
/// Extrapolation<n> keeps the formula at both faces, with one value for all cells that are missing outside, continued
/// from the nearest n inside: x, 2 x - x', 3 x - 3 x' + x''; two at most at the end face (ClimaCore.jl).
/// Wicker and Skamarock (2002), Mon. Wea. Rev. 130, 2088-2097.
template <class... Conditions>
struct Upwind3rdOrderBiasedProductC2F : Operator<Upwind3rdOrderBiasedProductC2F<Conditions...>, Conditions...> {
  using Upwind3rdOrderBiasedProductC2F::Operator::Operator;
  static constexpr const char* name = "Upwind3rdOrderBiasedProductC2F";
  using arguments = Locations<Face, Center>;
  using result = Face;
  using closure = ThirdOrderOneSided;

  template <class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(W w, X x, G) {
    return biased(w(), x(-half - one), x(-half), x(half), x(half + one));
  }
  template <class V, class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> outside, W w, X x, G g, E end) {
    const auto inside = x(end.inward(half));
    if constexpr (E::row == 0) return flux(w(), decltype(inside)(outside.value), inside, end);
    if constexpr (E::row == 1) return at_end(ThirdOrderOneSided{}, w, x, g, end);
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(ThirdOrderOneSided, W w, X x, G, E end) {
    const auto inside = x(end.inward(half));
    if constexpr (E::row == 0) return flux(w(), inside, inside, end);
    if constexpr (E::row == 1) {
      const auto outer = x(end.inward(-half));
      const auto first_order = flux(w(), outer, inside, end);
      return end.cells > 2 ? decltype(first_order)(w() * from_inside(x, end)) : first_order;
    }
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(FirstOrderOneSided, W w, X x, G, E end) {
    const auto inside = x(end.inward(half));
    if constexpr (E::row == 0) return flux(w(), inside, inside, end);
    if constexpr (E::row == 1) {
      const auto outer = x(end.inward(-half));
      return flux(w(), outer, end.cells > 2 ? decltype(inside)(from_inside(x, end)) : inside, end);
    }
  }
  template <int order, class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolation<order> outside, W w, X x, G g, E end) {
    const auto padded = interior(w, operators::padded(outside, x, end), g);
    if constexpr (E::row == 0) return padded;
    if constexpr (E::row == 1)
      return end.cells > 2 ? padded : decltype(padded)(flux(w(), x(end.inward(-half)), x(end.inward(half)), end));
  }

 private:
  template <class W, class X>
  STENCIL_FUNCTION static constexpr auto biased(W wind, X far_below, X below, X above, X far_above) {
    const auto centered = 7 * (above + below) - (far_above + far_below);
    const auto bias = 3 * (above - below) - (far_above - far_below);
    return divided<12>(wind * centered - abs(wind) * bias);
  }
  /// The upwind one of two values, times w.
  template <class W, class X, class E>
  STENCIL_FUNCTION static constexpr auto flux(W w, X outer, X inner, E) {
    const auto below = E::is_bottom ? outer : inner, above = E::is_bottom ? inner : outer;
    return ((w + abs(w)) * below + (w - abs(w)) * above) / 2;
  }
  template <class X, class E>
  STENCIL_FUNCTION static constexpr auto from_inside(X x, E end) {
    return divided<12>(4 * x(end.inward(-half)) + 10 * x(end.inward(half)) - 2 * x(end.inward(half + one)));
  }
};
template <class... C>
Upwind3rdOrderBiasedProductC2F(C...) -> Upwind3rdOrderBiasedProductC2F<C...>;

}  // namespace stencil
