// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/operator.hpp>

namespace stencil {

/// The next value above a place (Up) or below it: of the level above, or, from centers to faces, of the cell above.
/// Conditions, at the end where there is no neighbour: SetValue(v): v; Extrapolate and closure: the value nearest.
template <bool Up, class From, class To, class... Conditions>
struct NeighbourValue : Operator<NeighbourValue<Up, From, To, Conditions...>, Conditions...> {
  using NeighbourValue::Operator::Operator;
  static constexpr const char* name = Up ? "above" : "below";
  using arguments = Locations<From>;
  using result = To;
  using closure = Extrapolate;
  static constexpr Side end_without_neighbour = Up ? Side::top : Side::bottom;
  static constexpr int distance = std::is_same_v<From, To> ? 2 : 1;  ///< in half levels
  static constexpr int nearest = distance - 2;                       ///< at that end

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return x(Offset<Up ? distance : -distance>{});
  }
  template <class V, class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> beyond, X, G, End<end_without_neighbour, 0>) {
    return beyond.value;
  }
  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, End<end_without_neighbour, 0>) {
    return x(Offset<Up ? nearest : -nearest>{});
  }
};

namespace column_functions {
template <class X>
STENCIL_FUNCTION constexpr bool takes_levels() {
  using Where = typename node_of<X>::location;
  constexpr bool has = std::is_same_v<Where, Center> || std::is_same_v<Where, Face>;
  static_assert(has, "stencil: above and below take values at centers or faces; a value per column has no other level");
  return has;
}
}  // namespace column_functions

/// The value one level above: at centers that of the next center, at faces that of the next face. At the highest level
/// a condition says what is beyond, as in above(x, top(SetValue(0.0))); without one it is the value itself.
template <Operand X, class... Conditions>
STENCIL_FUNCTION constexpr auto above(const X& x, const Conditions&... conditions) {
  if constexpr (column_functions::takes_levels<X>())
    return NeighbourValue<true, typename node_of<X>::location, typename node_of<X>::location, Conditions...>(
        conditions...)(x);
}
/// The value one level below. At the lowest level a condition says what is beyond, as in
/// below(x, bottom(SetValue(0.0))); without one it is the value itself.
template <Operand X, class... Conditions>
STENCIL_FUNCTION constexpr auto below(const X& x, const Conditions&... conditions) {
  if constexpr (column_functions::takes_levels<X>())
    return NeighbourValue<false, typename node_of<X>::location, typename node_of<X>::location, Conditions...>(
        conditions...)(x);
}

}  // namespace stencil
