// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace stencil {

/// A neighbour's value on the same kind of level: of the level above (Up) or below.
/// Conditions, at the end where there is no neighbour: SetValue(v): v; Extrapolate and closure: the value itself.
template <bool Up, class Where, class... Conditions>
struct NeighbourValue : Operator<NeighbourValue<Up, Where, Conditions...>, Conditions...> {
  using NeighbourValue::Operator::Operator;
  static constexpr const char* name = Up ? "above" : "below";
  using arguments = Locations<Where>;
  using result = Where;
  using closure = Extrapolate;
  static constexpr Side end_without_neighbour = Up ? Side::top : Side::bottom;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return x(Offset<Up ? 2 : -2>{});
  }
  template <class V, class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> beyond, X, G, End<end_without_neighbour, 0>) {
    return beyond.value;
  }
  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, End<end_without_neighbour, 0>) {
    return x();
  }
};

/// The value one level above: at centers that of the next center, at faces that of the next face. At the highest level
/// a condition says what is beyond, as in above(x, top(SetValue(0.0))); without one it is the value itself.
template <Operand X, class... Conditions>
STENCIL_FUNCTION constexpr auto above(const X& x, const Conditions&... conditions) {
  return NeighbourValue<true, typename node_of<X>::location, Conditions...>(conditions...)(x);
}
/// The value one level below. At the lowest level a condition says what is beyond, as in
/// below(x, bottom(SetValue(0.0))); without one it is the value itself.
template <Operand X, class... Conditions>
STENCIL_FUNCTION constexpr auto below(const X& x, const Conditions&... conditions) {
  return NeighbourValue<false, typename node_of<X>::location, Conditions...>(conditions...)(x);
}

}  // namespace stencil
