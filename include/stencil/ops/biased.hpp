// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace stencil {

/// The center value below each face: x-, first order.
/// Conditions at the bottom, where no cell lies below: SetValue(v): v; closure: the end cell's value. The top takes
/// none: the cell below the top face exists.
template <class... Conditions>
struct LeftBiasedC2F : Operator<LeftBiasedC2F<Conditions...>, Conditions...> {
  using LeftBiasedC2F::Operator::Operator;
  static constexpr const char* name = "LeftBiasedC2F";
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return x(-half);
  }
  template <class V, class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> face, X, G, End<Side::bottom, 0>) {
    return face.value;
  }
  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, End<Side::bottom, 0>) {
    return x(half);
  }
};
template <class... C>
LeftBiasedC2F(C...) -> LeftBiasedC2F<C...>;

/// The center value above each face: x+, first order.
/// Conditions at the top, where no cell lies above: SetValue(v): v; closure: the end cell's value. The bottom takes
/// none: the cell above the bottom face exists.
template <class... Conditions>
struct RightBiasedC2F : Operator<RightBiasedC2F<Conditions...>, Conditions...> {
  using RightBiasedC2F::Operator::Operator;
  static constexpr const char* name = "RightBiasedC2F";
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return x(half);
  }
  template <class V, class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> face, X, G, End<Side::top, 0>) {
    return face.value;
  }
  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, End<Side::top, 0>) {
    return x(-half);
  }
};
template <class... C>
RightBiasedC2F(C...) -> RightBiasedC2F<C...>;

/// The face value below each center: x-, first order.
/// Conditions: SetValue(v): v stands in for the end face's value where it is read.
template <class... Conditions>
struct LeftBiasedF2C : Operator<LeftBiasedF2C<Conditions...>, Conditions...> {
  using LeftBiasedF2C::Operator::Operator;
  static constexpr const char* name = "LeftBiasedF2C";
  using arguments = Locations<Face>;
  using result = Center;
  template <class Condition>
  static constexpr bool replaces_argument = is_condition<Condition, SetValue>;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return x(-half);
  }
};
template <class... C>
LeftBiasedF2C(C...) -> LeftBiasedF2C<C...>;

/// The face value above each center: x+, first order.
/// Conditions: SetValue(v): v stands in for the end face's value where it is read.
template <class... Conditions>
struct RightBiasedF2C : Operator<RightBiasedF2C<Conditions...>, Conditions...> {
  using RightBiasedF2C::Operator::Operator;
  static constexpr const char* name = "RightBiasedF2C";
  using arguments = Locations<Face>;
  using result = Center;
  template <class Condition>
  static constexpr bool replaces_argument = is_condition<Condition, SetValue>;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return x(half);
  }
};
template <class... C>
RightBiasedF2C(C...) -> RightBiasedF2C<C...>;

}  // namespace stencil
