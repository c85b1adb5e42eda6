// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace stencil {

/// The formula of UpwindBiasedGradient at one location.
template <class Where, class... Conditions>
struct UpwindBiasedGradientAt : Operator<UpwindBiasedGradientAt<Where, Conditions...>, Conditions...> {
  using UpwindBiasedGradientAt::Operator::Operator;
  static constexpr const char* name = "UpwindBiasedGradient";
  using arguments = Locations<Where, Where>;
  using result = Where;
  using closure = Extrapolate;
  static constexpr bool has_formula_at_both_ends = true;

  template <class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(W w, X x, G g) {
    const auto wind = w();
    const auto below = x(-one), value = x(), above = x(one);
    const auto from_below = (value - below) * g.inverse_dz(-half);
    const auto from_above = (above - value) * g.inverse_dz(half);
    const auto calm = (above - below) / (g.dz(-half) + g.dz(half));
    return where(wind > 0, from_below, where(wind < 0, from_above, calm));
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, W, X x, G g, E end) {
    return end.upward(x(end.inward(one)) - x()) * g.inverse_dz(end.inward(half));
  }
  template <class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto at_both_ends(Extrapolate, Extrapolate, W, X x, G g) {
    return decltype(x() * g.inverse_dz()){};
  }
};

/// First-order upwind gradient of x at its own location: (x - x-) / d- where w > 0, (x+ - x) / d+ where w < 0,
/// (x+ - x-) / (d- + d+) where w is 0 [argument / m]. d- and d+ are the distances to the neighbours. Arguments: the
/// velocity w and x, both at centers or both at faces. Conditions: Extrapolate and closure: the difference to the only
/// neighbour, for every wind; 0 in a column of one center.
template <class... Conditions>
struct UpwindBiasedGradient {
  static constexpr const char* name = "UpwindBiasedGradient";

  STENCIL_FUNCTION explicit constexpr UpwindBiasedGradient(const Conditions&... conditions)
      : at_centers(conditions...), at_faces(conditions...) {}

  template <class W, class X>
    requires((IsOperand<W> || IsLiteral<W>) && (IsOperand<X> || IsLiteral<X>))
  STENCIL_FUNCTION constexpr auto operator()(const W& w, const X& x) const {
    if constexpr (std::is_same_v<typename node_of<X>::location, Face>) {
      return at_faces(w, x);
    } else {
      return at_centers(w, x);
    }
  }

  UpwindBiasedGradientAt<Center, Conditions...> at_centers;  ///< the operator for arguments at centers
  UpwindBiasedGradientAt<Face, Conditions...> at_faces;      ///< the operator for arguments at faces
};
template <class... C>
UpwindBiasedGradient(C...) -> UpwindBiasedGradient<C...>;

}  // namespace stencil
