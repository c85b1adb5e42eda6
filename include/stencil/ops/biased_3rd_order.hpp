// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/operator.hpp>
#include <stencil/ops/common_third_order.hpp>

namespace stencil {

/// The formulas of the third-order biased operators. These read two values on one side, called the biased side here,
/// and one on the other. `from` and `other` are rows at the ends of the column on the biased and on the other side.
namespace detail::biased_3rd_order {
template <class X, class E>
STENCIL_FUNCTION constexpr auto three(X x, E from) {
  const auto nearest = x(from.inward(-half));
  using Value = std::remove_const_t<decltype(nearest)>;
  return detail::operators::third_order<Value>(x(from.inward(-half - one)), nearest, x(from.inward(half)));
}
template <class X>
STENCIL_FUNCTION constexpr auto mean(X x) {
  return (x(-half) + x(half)) / 2;
}
/// Near the end on the biased side, where that side has no value (row 0) or one (row 1).
template <class X, class E>
STENCIL_FUNCTION constexpr auto near(X x, E from) {
  if constexpr (E::row == 0) return x(from.inward(half));
  if constexpr (E::row == 1) return mean(x);
}
/// At the other end, where that side has no value: the line through the two end cells.
template <class X, class E>
STENCIL_FUNCTION constexpr auto far(X x, E other) {
  const auto in = x(other.inward(half));
  const auto next = other.cells > 1 ? x(other.inward(half + one)) : in;
  return (3 * in - next) / 2;
}
}  // namespace detail::biased_3rd_order

/// A center value at faces, from two cells below and one above: (-2 x-- + 10 x- + 4 x+) / 12; third order for cell
/// means on equal cells. Conditions, at the end faces: SetValue(v): v; Extrapolate and closure: x+ at the bottom,
/// (3 x- - x--) / 2 at the top. At the face above the bottom face the formula is (x- + x+) / 2 with every condition and
/// without one.
template <class... Conditions>
struct LeftBiased3rdOrderC2F : Operator<LeftBiased3rdOrderC2F<Conditions...>, Conditions...> {
  using LeftBiased3rdOrderC2F::Operator::Operator;
  static constexpr const char* name = "LeftBiased3rdOrderC2F";
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return detail::biased_3rd_order::three(x, End<Side::bottom, 0>{});
  }
  template <class V, class X, class G, Side Where>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> face, X, G, End<Where, 0>) {
    return face.value;
  }
  template <class V, class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V>, X x, G, End<Side::bottom, 1> end) {
    return detail::biased_3rd_order::near(x, end);
  }
  template <class X, class G, int Row>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, End<Side::bottom, Row> end) {
    return detail::biased_3rd_order::near(x, end);
  }
  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, End<Side::top, 0> end) {
    return detail::biased_3rd_order::far(x, end);
  }
};
template <class... C>
LeftBiased3rdOrderC2F(C...) -> LeftBiased3rdOrderC2F<C...>;

/// A center value at faces, from two cells above and one below: (4 x- + 10 x+ - 2 x++) / 12; third order for cell means
/// on equal cells. Conditions, at the end faces: SetValue(v): v; Extrapolate and closure: x- at the top, (3 x+ - x++) /
/// 2 at the bottom. At the face below the top face the formula is (x- + x+) / 2 with every condition and without one.
template <class... Conditions>
struct RightBiased3rdOrderC2F : Operator<RightBiased3rdOrderC2F<Conditions...>, Conditions...> {
  using RightBiased3rdOrderC2F::Operator::Operator;
  static constexpr const char* name = "RightBiased3rdOrderC2F";
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return detail::biased_3rd_order::three(x, End<Side::top, 0>{});
  }
  template <class V, class X, class G, Side Where>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> face, X, G, End<Where, 0>) {
    return face.value;
  }
  template <class V, class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V>, X x, G, End<Side::top, 1> end) {
    return detail::biased_3rd_order::near(x, end);
  }
  template <class X, class G, int Row>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, End<Side::top, Row> end) {
    return detail::biased_3rd_order::near(x, end);
  }
  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, End<Side::bottom, 0> end) {
    return detail::biased_3rd_order::far(x, end);
  }
};
template <class... C>
RightBiased3rdOrderC2F(C...) -> RightBiased3rdOrderC2F<C...>;

/// A face value at centers, from two faces below and one above: (-2 x-- + 10 x- + 4 x+) / 12; third order for means
/// between centers on equal cells. Conditions: SetValue(v): v in place of the end face's value. In the bottom cell the
/// formula is (x- + x+) / 2 with every condition and without one.
template <class... Conditions>
struct LeftBiased3rdOrderF2C : Operator<LeftBiased3rdOrderF2C<Conditions...>, Conditions...> {
  using LeftBiased3rdOrderF2C::Operator::Operator;
  static constexpr const char* name = "LeftBiased3rdOrderF2C";
  using arguments = Locations<Face>;
  using result = Center;
  using closure = Extrapolate;
  template <class Condition>
  static constexpr bool replaces_argument = is_condition<Condition, SetValue>;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return detail::biased_3rd_order::three(x, End<Side::bottom, 0>{});
  }
  template <class V, class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V>, X x, G, End<Side::bottom, 0>) {
    return detail::biased_3rd_order::mean(x);
  }
  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, End<Side::bottom, 0>) {
    return detail::biased_3rd_order::mean(x);
  }
};
template <class... C>
LeftBiased3rdOrderF2C(C...) -> LeftBiased3rdOrderF2C<C...>;

/// A face value at centers, from two faces above and one below: (4 x- + 10 x+ - 2 x++) / 12; third order for means
/// between centers on equal cells. Conditions: SetValue(v): v in place of the end face's value. In the top cell the
/// formula is (x- + x+) / 2 with every condition and without one.
template <class... Conditions>
struct RightBiased3rdOrderF2C : Operator<RightBiased3rdOrderF2C<Conditions...>, Conditions...> {
  using RightBiased3rdOrderF2C::Operator::Operator;
  static constexpr const char* name = "RightBiased3rdOrderF2C";
  using arguments = Locations<Face>;
  using result = Center;
  using closure = Extrapolate;
  template <class Condition>
  static constexpr bool replaces_argument = is_condition<Condition, SetValue>;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return detail::biased_3rd_order::three(x, End<Side::top, 0>{});
  }
  template <class V, class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V>, X x, G, End<Side::top, 0>) {
    return detail::biased_3rd_order::mean(x);
  }
  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, End<Side::top, 0>) {
    return detail::biased_3rd_order::mean(x);
  }
};
template <class... C>
RightBiased3rdOrderF2C(C...) -> RightBiased3rdOrderF2C<C...>;

}  // namespace stencil
