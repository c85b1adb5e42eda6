// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace stencil {

/// Advection of a center value x by a face velocity w, at centers: (w+ (x+ - x) / df+ + w- (x - x-) / df-) / 2
/// [w x / m]; second order on any smooth grid.
/// Conditions: SetValue(v): v is the value at the end face; the difference across it is 2 (x - v) at the bottom,
/// 2 (v - x) at the top. Extrapolate and closure: the end face's term is left out and the other one not halved; in a
/// column of one cell, which has only end faces, the result is 0 or the term of the end that has SetValue.
template <class... Conditions>
struct AdvectionC2C : Operator<AdvectionC2C<Conditions...>, Conditions...> {
  using AdvectionC2C::Operator::Operator;
  static constexpr const char* name = "AdvectionC2C";
  using arguments = Locations<Face, Center>;
  using result = Center;
  using closure = Extrapolate;
  static constexpr bool has_formula_at_both_ends = true;

  template <class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(W w, X x, G g) {
    return (inside(w, x, g, End<Side::bottom, 0>{}) + inside(w, x, g, End<Side::top, 0>{})) / 2;
  }
  template <class V, class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> outer, W w, X x, G g, E end) {
    return (outside(outer, w, x, g, end) + inside(w, x, g, end)) / 2;
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, W w, X x, G g, E end) {
    return inside(w, x, g, end);
  }
  template <class Bottom, class Top, class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto at_both_ends(Bottom bottom, Top top, W w, X x, G g) {
    const End<Side::bottom, 0> below{};
    const End<Side::top, 0> above{};
    if constexpr (std::is_same_v<Bottom, Extrapolate> && std::is_same_v<Top, Extrapolate>) {
      return decltype(interior(w, x, g)){};
    } else if constexpr (std::is_same_v<Bottom, Extrapolate>) {
      return outside(top, w, x, g, above);
    } else if constexpr (std::is_same_v<Top, Extrapolate>) {
      return outside(bottom, w, x, g, below);
    } else {
      return (outside(bottom, w, x, g, below) + outside(top, w, x, g, above)) / 2;
    }
  }

 private:
  /// The term of the face away from an end.
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto inside(W w, X x, G g, E end) {
    const auto difference = end.upward(x(end.inward(one)) - x());
    return w(end.inward(half)) * (difference * g.inverse_dz(end.inward(half)));
  }
  /// The term of the end face itself.
  template <class V, class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto outside(SetValue<V> outer, W w, X x, G g, E end) {
    const auto difference = end.upward(2 * (x() - outer.value));
    return w(end.inward(-half)) * (difference * g.inverse_dz(end.inward(-half)));
  }
};
template <class... C>
AdvectionC2C(C...) -> AdvectionC2C<C...>;

/// Advection of a face value x by a velocity w at the same faces: w (x+ - x-) / (zf+ - zf-) [w x / m]; second order
/// where the cells vary smoothly.
/// Conditions: Extrapolate and closure: the difference over the end cell.
template <class... Conditions>
struct AdvectionF2F : Operator<AdvectionF2F<Conditions...>, Conditions...> {
  using AdvectionF2F::Operator::Operator;
  static constexpr const char* name = "AdvectionF2F";
  using arguments = Locations<Face, Face>;
  using result = Face;
  using closure = Extrapolate;

  template <class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(W w, X x, G g) {
    return w() * ((x(one) - x(-one)) / (g.dz(-half) + g.dz(half)));
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, W w, X x, G g, E end) {
    return w() * (end.upward(x(end.inward(one)) - x()) * g.inverse_dz(end.inward(half)));
  }
};
template <class... C>
AdvectionF2F(C...) -> AdvectionF2F<C...>;

}  // namespace stencil
