// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace stencil {

/// The formulas that FluxCorrectionC2C and FluxCorrectionF2F have in common.
namespace detail::flux_correction {
/// The term of the neighbour away from an end: |w| (neighbour - x) / distance.
template <class W, class X, class G, class E>
STENCIL_FUNCTION constexpr auto inside(W w, X x, G g, E end) {
  return abs(w(end.inward(half))) * ((x(end.inward(one)) - x()) * g.inverse_dz(end.inward(half)));
}
template <class W, class X, class G>
STENCIL_FUNCTION constexpr auto both(W w, X x, G g) {
  return inside(w, x, g, End<Side::bottom, 0>{}) + inside(w, x, g, End<Side::top, 0>{});
}
}  // namespace detail::flux_correction

/// The difference between centered and first-order upwind advection of a center value x by a face velocity w, times 2:
/// |w+| (x+ - x) / df+ - |w-| (x - x-) / df- [w x / m]. AdvectionC2C - FluxCorrectionC2C / 2 is first-order upwind
/// advection, but in an end cell, whose one term AdvectionC2C does not halve, 3/2 of it where the wind blows toward the
/// end, else 1/2. Conditions: Extrapolate and closure: the end face's term is left out.
template <class... Conditions>
struct FluxCorrectionC2C : Operator<FluxCorrectionC2C<Conditions...>, Conditions...> {
  using FluxCorrectionC2C::Operator::Operator;
  static constexpr const char* name = "FluxCorrectionC2C";
  using arguments = Locations<Face, Center>;
  using result = Center;
  using closure = Extrapolate;
  static constexpr bool has_formula_at_both_ends = true;

  template <class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(W w, X x, G g) {
    return detail::flux_correction::both(w, x, g);
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, W w, X x, G g, E end) {
    return detail::flux_correction::inside(w, x, g, end);
  }
  template <class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto at_both_ends(Extrapolate, Extrapolate, W w, X x, G g) {
    return decltype(interior(w, x, g)){};
  }
};
template <class... C>
FluxCorrectionC2C(C...) -> FluxCorrectionC2C<C...>;

/// The same for a face value x and a center velocity w: |w+| (x+ - x) / dc+ - |w-| (x - x-) / dc- [w x / m].
/// Conditions: Extrapolate and closure: the term across the end is left out.
template <class... Conditions>
struct FluxCorrectionF2F : Operator<FluxCorrectionF2F<Conditions...>, Conditions...> {
  using FluxCorrectionF2F::Operator::Operator;
  static constexpr const char* name = "FluxCorrectionF2F";
  using arguments = Locations<Center, Face>;
  using result = Face;
  using closure = Extrapolate;

  template <class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(W w, X x, G g) {
    return detail::flux_correction::both(w, x, g);
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, W w, X x, G g, E end) {
    return detail::flux_correction::inside(w, x, g, end);
  }
};
template <class... C>
FluxCorrectionF2F(C...) -> FluxCorrectionF2F<C...>;

}  // namespace stencil
