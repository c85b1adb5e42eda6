// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace stencil {

/// Vertical gradient of a center value at faces: (x+ - x-) / df [argument / m], second order on any smooth grid.
/// df is the distance between the neighbouring centers; at an end face twice the distance to the nearest center.
/// Conditions: SetValue(v): 2 (in - v) / df at the bottom, 2 (v - in) / df at the top; SetGradient(v): v;
/// SetFlux(a, b, c): (c - a in) / (b - a df/2) at the bottom, (c - a in) / (b + a df/2) at the top, where `in` is the
/// value of the end cell; Extrapolate and closure: the next face's gradient; in a column of one cell the other end's
/// gradient by its condition, or 0 if that has none. Minus its adjoint is DivergenceF2C.
template <class... Conditions>
struct GradientC2F : Operator<GradientC2F<Conditions...>, Conditions...> {
  using GradientC2F::Operator::Operator;
  static constexpr const char* name = "GradientC2F";
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;
  static constexpr bool extrapolate_takes_next_row = true;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G g) {
    return (x(half) - x(-half)) * g.inverse_dz();
  }
  template <class V, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> outside, X x, G g, E end) {
    return end.upward(2 * (x(end.inward(half)) - outside.value)) * g.inverse_dz();
  }
  template <class V, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetGradient<V> gradient, X, G, E) {
    return gradient.value;
  }
  template <class V, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetFlux<V> flux, X x, G g, E end) {
    return flux.gradient(x(end.inward(half)), g, end);
  }
};
template <class... C>
GradientC2F(C...) -> GradientC2F<C...>;

/// Vertical gradient of a face value at centers: (x+ - x-) / dc [argument / m], second order.
/// Conditions: SetValue(v): v in place of the end face's value; Extrapolate: the neighbour cell's gradient.
template <class... Conditions>
struct GradientF2C : Operator<GradientF2C<Conditions...>, Conditions...> {
  using GradientF2C::Operator::Operator;
  static constexpr const char* name = "GradientF2C";
  using arguments = Locations<Face>;
  using result = Center;
  static constexpr bool extrapolate_takes_next_row = true;
  template <class Condition>
  static constexpr bool replaces_argument = is_condition<Condition, SetValue>;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G g) {
    return (x(half) - x(-half)) * g.inverse_dz();
  }
};
template <class... C>
GradientF2C(C...) -> GradientF2C<C...>;

}  // namespace stencil
