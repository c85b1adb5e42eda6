// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace stencil {

/// Vertical divergence of a face flux at centers: (x+ - x-) / dc [argument / m], second order; summed over a column
/// with dc it telescopes to the difference of the end fluxes.
/// Conditions: SetValue(v): v in place of the flux at the end face; no_flux: 0 in place of it at both ends;
/// SetDivergence(v): v is the end cell's divergence; Extrapolate: the neighbour cell's divergence. Minus its adjoint is
/// GradientC2F.
template <class... Conditions>
struct DivergenceF2C : Operator<DivergenceF2C<Conditions...>, Conditions...> {
  using DivergenceF2C::Operator::Operator;
  static constexpr const char* name = "DivergenceF2C";
  using arguments = Locations<Face>;
  using result = Center;
  static constexpr bool extrapolate_takes_next_row = true;
  static constexpr bool takes_no_flux = true;
  template <class Condition>
  static constexpr bool replaces_argument = is_condition<Condition, SetValue>;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G g) {
    return (x(half) - x(-half)) * g.inverse_dz();
  }
  template <class V, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetDivergence<V> divergence, X, G, E) {
    return divergence.value;
  }
};
template <class... C>
DivergenceF2C(C...) -> DivergenceF2C<C...>;

/// Vertical divergence of a center flux at faces: (x+ - x-) / df [argument / m], second order.
/// Conditions: SetValue(v): 2 (in - v) / df at the bottom, 2 (v - in) / df at the top; SetDivergence(v): v;
/// Extrapolate and closure: the next face's divergence; in a column of one cell that of the other end by its condition,
/// or 0 if that has none.
template <class... Conditions>
struct DivergenceC2F : Operator<DivergenceC2F<Conditions...>, Conditions...> {
  using DivergenceC2F::Operator::Operator;
  static constexpr const char* name = "DivergenceC2F";
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
  STENCIL_FUNCTION static constexpr auto at_end(SetDivergence<V> divergence, X, G, E) {
    return divergence.value;
  }
};
template <class... C>
DivergenceC2F(C...) -> DivergenceC2F<C...>;

}  // namespace stencil
