// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>
#include <stencil/ops/common_padding.hpp>
#include <stencil/ops/common_third_order.hpp>
#include <stencil/ops/common_upwind.hpp>

namespace stencil {

/// Upwind-biased flux of a center value x by a face velocity w: w (10 x- + 4 x+ - 2 x--) / 12 where w > 0, and
/// w (10 x+ + 4 x- - 2 x++) / 12 else, in units of w x; third order for cell means on equal cells.
/// At the face next to an end face, whose side toward the end has only one cell:
///   FirstOrderOneSided: a wind from that side carries that cell's value, of first order;
///   ThirdOrderOneSided, SetValue and closure: every wind carries (4 x- + 10 x+ - 2 x++) / 12 at the bottom,
///   (4 x+ + 10 x- - 2 x--) / 12 at the top;
///   in a column of two cells: the first-order upwind flux.
/// At the end face the first-order upwind flux; the value of the cell outside is v for SetValue(v), else that of the
/// end cell. Extrapolation<n>: the interior formula at both faces. All cells outside have one value, extrapolated from
/// the n cells nearest to the end: x for n = 1, 2 x - x' for n = 2, 3 x - 3 x' + x'' for n = 3, which acts as n = 2 at
/// the end face (ClimaCore.jl). Wicker and Skamarock (2002), Mon. Wea. Rev. 130, 2088-2097.
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
    if constexpr (E::row == 0)
      return w() * detail::upwind_cells::carried(w(), decltype(inside)(outside.value), inside, end);
    if constexpr (E::row == 1) return at_end(ThirdOrderOneSided{}, w, x, g, end);
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(ThirdOrderOneSided, W w, X x, G, E end) {
    const auto inside = x(end.inward(half));
    if constexpr (E::row == 0) return w() * inside;
    if constexpr (E::row == 1) {
      const auto first_order = detail::upwind_cells::carried(w(), x(end.inward(-half)), inside, end);
      return w() * (end.cells > 2 ? decltype(first_order)(from_inside(x, end)) : first_order);
    }
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(FirstOrderOneSided, W w, X x, G, E end) {
    const auto inside = x(end.inward(half));
    if constexpr (E::row == 0) return w() * inside;
    if constexpr (E::row == 1) {
      const auto inner = end.cells > 2 ? decltype(inside)(from_inside(x, end)) : inside;
      return w() * detail::upwind_cells::carried(w(), x(end.inward(-half)), inner, end);
    }
  }
  template <class Bottom, class Top>
  static constexpr bool has_formula_in_any_row =
      std::is_same_v<Bottom, FirstOrderOneSided> && std::is_same_v<Top, FirstOrderOneSided>;
  template <class W, class X, class G, class Row>
  STENCIL_FUNCTION static constexpr auto in_any_row(FirstOrderOneSided, FirstOrderOneSided, W w, X x, G, Row row) {
    const auto below = x(-half), above = x(half);
    const bool from_below = detail::upwind_cells::from_below(w(), row);
    const auto upwind = where(from_below, below, above);
    const auto third = detail::operators::third_order(where(from_below, x(-half - one), x(half + one)), upwind,
                                                      decltype(upwind)(where(from_below, above, below)));
    return w() * where(detail::upwind_cells::is_outer(from_below, row), upwind, third);
  }
  template <int order, class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolation<order> outside, W w, X x, G g, E end) {
    const auto padded = interior(w, detail::operators::padded(outside, x, end), g);
    if constexpr (E::row == 0) return padded;
    if constexpr (E::row == 1) {
      const auto first_order = w() * detail::upwind_cells::carried(w(), x(end.inward(-half)), x(end.inward(half)), end);
      return end.cells > 2 ? padded : decltype(padded)(first_order);
    }
  }

 private:
  template <class W, class X>
  STENCIL_FUNCTION static constexpr auto biased(W w, X far_below, X below, X above, X far_above) {
    const auto upward = w > 0;
    return w * detail::operators::third_order<X>(where(upward, far_below, far_above), where(upward, below, above),
                                                 where(upward, above, below));
  }
  template <class X, class E>
  STENCIL_FUNCTION static constexpr auto from_inside(X x, E end) {
    return detail::operators::third_order(x(end.inward(half + one)), x(end.inward(half)), x(end.inward(-half)));
  }
};
template <class... C>
Upwind3rdOrderBiasedProductC2F(C...) -> Upwind3rdOrderBiasedProductC2F<C...>;

}  // namespace stencil
