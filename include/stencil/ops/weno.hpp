// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/divided.hpp>
#include <stencil/expression/operator.hpp>
#include <stencil/ops/common_padding.hpp>
#include <stencil/ops/common_third_order.hpp>
#include <stencil/ops/common_upwind.hpp>
#include <stencil/parameters.hpp>

namespace stencil {

/// Values at the face between cells c and d, reconstructed from cells that are named in the order in which the wind
/// passes them.
namespace detail::weno {
template <class X>
STENCIL_FUNCTION constexpr X square(X x) {
  return x * x;
}
/// (least / indicator)^2, and 1 where both are 0. least: the smallest of the three smoothness indicators.
template <class X>
STENCIL_FUNCTION constexpr X relative_smoothness(X indicator, X least) {
  return square(where(indicator > least, least / indicator, X{} + 1));
}
/// The mean of three third-order values with the weights of Jiang and Shu: proportional to 1, 6 and 3 divided by the
/// square of (epsilon + smoothness indicator). In float the square of a difference overflows above 1e19, and that of an
/// indicator for differences above 1e10. Therefore differences are divided by the largest one, and indicators by the
/// smallest one, which does not change the ratios of the weights.
template <class X, class G>
STENCIL_FUNCTION constexpr X fifth_order(X a, X b, X c, X d, X e, double epsilon, G g) {
  const X rise_ab = b - a, rise_bc = c - b, rise_cd = d - c, rise_de = e - d;
  const X largest = max(max(abs(rise_ab), abs(rise_bc)), max(abs(rise_cd), abs(rise_de)));
  const X scale = where(largest > g.number(1e-37), 1 / largest, X{});
  const X first = rise_ab * scale, second = rise_bc * scale, third = rise_cd * scale, fourth = rise_de * scale;
  const X calm = static_cast<X>(g.number(epsilon) * scale * scale);
  const X indicator_behind = calm + divided_by<12>(13 * square(second - first)) + square(3 * second - first) / 4;
  const X indicator_around = calm + divided_by<12>(13 * square(third - second)) + square(second + third) / 4;
  const X indicator_ahead = calm + divided_by<12>(13 * square(fourth - third)) + square(fourth - 3 * third) / 4;
  const X least = min(min(indicator_behind, indicator_around), indicator_ahead);
  const X weight_behind = relative_smoothness(indicator_behind, least);
  const X weight_around = 6 * relative_smoothness(indicator_around, least);
  const X weight_ahead = 3 * relative_smoothness(indicator_ahead, least);
  // Six times what each of the three values is above that of cell c.
  const X behind = 5 * rise_bc - 2 * rise_ab, around = rise_bc + 2 * rise_cd, ahead = 4 * rise_cd - rise_de;
  return c + divided_by<6>((weight_behind * behind + weight_around * around + weight_ahead * ahead) /
                           (weight_behind + weight_around + weight_ahead));
}

/// The value carried by a wind from the end, at a face near that end: third order if its cells exist, else first.
template <class X, class E>
STENCIL_FUNCTION constexpr auto from_outside(X x, E end) {
  const auto outer = x(end.inward(-half));
  if constexpr (E::row == 1) return outer;
  if constexpr (E::row == 2)
    return detail::operators::third_order(x(end.inward(-half - one)), outer, x(end.inward(half)));
}
/// The value carried by a wind toward the end: fifth order if its cells exist, else third, else first.
template <class X, class G, class E>
STENCIL_FUNCTION constexpr auto from_inside(X x, double epsilon, G g, E end) {
  const auto near = x(end.inward(half));
  if constexpr (E::row == 0) return near;
  if constexpr (E::row == 1) {
    using Value = decltype(near + near);
    return end.cells > 2 ? Value(detail::operators::third_order(x(end.inward(half + one)), near, x(end.inward(-half))))
                         : Value(near);
  }
  if constexpr (E::row == 2) {
    const auto next = x(end.inward(half + one)), outer = x(end.inward(-half));
    using Value = decltype(near + near);
    return end.cells > 4 ? Value(fifth_order(x(end.inward(half + one + one)), next, near, outer,
                                             x(end.inward(-half - one)), epsilon, g))
                         : Value(detail::operators::third_order(next, near, outer));
  }
}
}  // namespace detail::weno

/// Flux of a center value x by a face velocity w with the weighted essentially non-oscillatory reconstruction of the
/// upwind side: w times a value from five cells, x--- to x++ where w > 0; in units of w x. Fifth order for smooth cell
/// means on equal cells, with almost no oscillations at jumps. epsilon [x^2]: the square of a negligible oscillation,
/// finite and above zero, else Error. Near the ends, where one of the five cells does not exist: third order with two
/// cells upwind and one downwind or, if one of these does not exist, the upwind cell's value. Conditions, at the end
/// face: SetValue(v): v is the value of the cell outside; Extrapolate and closure: the flux is w times the value that a
/// wind toward the end carries, which is the end cell's. Extrapolation<n>: five cells at every face, with cells outside
/// that are extrapolated from the nearest n inside. Jiang and Shu (1996), J. Comput. Phys. 126, 202-228.
template <class... Conditions>
struct WENO5ProductC2F : Operator<WENO5ProductC2F<Conditions...>, Conditions...> {
  static constexpr const char* name = "WENO5ProductC2F";
  static constexpr bool takes_numbers_alone = true;
  using arguments = Locations<Face, Center>;
  using result = Face;
  using closure = Extrapolate;

  double epsilon = 1e-6;

  constexpr WENO5ProductC2F() = default;
  STENCIL_FUNCTION explicit constexpr WENO5ProductC2F(double least, const Conditions&... conditions)
      : WENO5ProductC2F::Operator(conditions...),
        epsilon(detail::checks::above_zero(name, "the square of a negligible oscillation", least)) {}
  STENCIL_FUNCTION explicit constexpr WENO5ProductC2F(const Conditions&... conditions)
    requires(sizeof...(Conditions) > 0)
      : WENO5ProductC2F::Operator(conditions...) {}

  template <class W, class X, class G>
  STENCIL_FUNCTION constexpr auto interior(W w, X x, G g) const {
    const auto wind = w();
    const auto below = x(-half), above = x(half), under = x(-half - one), over = x(half + one);
    const auto upward = detail::weno::fifth_order(x(-half - one - one), under, below, above, over, epsilon, g);
    const auto downward = detail::weno::fifth_order(x(half + one + one), over, above, below, under, epsilon, g);
    return wind * where(wind > 0, upward, downward);
  }
  template <class V, class W, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(SetValue<V> outside, W w, X x, G g, E end) const {
    const auto from_inside = detail::weno::from_inside(x, epsilon, g, end);
    if constexpr (E::row == 0)
      return w() * detail::upwind_cells::carried(w(), decltype(from_inside)(outside.value), from_inside, end);
    if constexpr (E::row > 0) return at_end(Extrapolate{}, w, x, g, end);
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(Extrapolate, W w, X x, G g, E end) const {
    const auto from_inside = detail::weno::from_inside(x, epsilon, g, end);
    if constexpr (E::row == 0) return w() * from_inside;
    if constexpr (E::row > 0)
      return w() * detail::upwind_cells::carried(w(), decltype(from_inside)(detail::weno::from_outside(x, end)),
                                                 from_inside, end);
  }
  template <int order, class W, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(Extrapolation<order> outside, W w, X x, G g, E end) const {
    return interior(w, detail::operators::padded(outside, x, end), g);
  }
};
WENO5ProductC2F() -> WENO5ProductC2F<>;
template <class... C>
WENO5ProductC2F(double, C...) -> WENO5ProductC2F<C...>;
template <Side Where, class Value, class... C>
WENO5ProductC2F(ConditionAt<Where, Value>, C...) -> WENO5ProductC2F<ConditionAt<Where, Value>, C...>;

}  // namespace stencil
