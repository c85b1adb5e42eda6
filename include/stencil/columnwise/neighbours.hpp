// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/math.hpp>
#include <stencil/expression/operator.hpp>
#include <stencil/view.hpp>

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
    return x(LevelOffset<Up ? distance : -distance>{});
  }
  template <class V, class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> beyond, X, G, End<end_without_neighbour, 0>) {
    return beyond.value;
  }
  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, End<end_without_neighbour, 0>) {
    return x(LevelOffset<Up ? nearest : -nearest>{});
  }
};

namespace column_functions {
template <Side Where, class Condition>
inline constexpr bool stands_at_end = true;
template <Side Where, Side Other, class Condition>
inline constexpr bool stands_at_end<Where, ConditionAt<Other, Condition>> = Where == Other;
/// Whether conditions are for the end where there is no neighbour.
template <Side Where, class... Conditions>
STENCIL_FUNCTION constexpr bool stand_at_end() {
  constexpr bool stand = (stands_at_end<Where, Conditions> && ...);
  static_assert(stand,
                "stencil: above takes a condition for the top and below one for the bottom, where there is no "
                "neighbour: above(x, top(SetValue(0.0))), below(x, bottom(SetValue(0.0)))");
  return stand;
}
template <class X>
STENCIL_FUNCTION constexpr bool takes_levels() {
  using Where = typename node_of<X>::location;
  constexpr bool has = std::is_same_v<Where, Center> || std::is_same_v<Where, Face>;
  static_assert(has, "stencil: above and below take values at centers or faces; a value per column has no other level");
  return has;
}
template <class Where>
STENCIL_FUNCTION constexpr bool have_levels() {
  constexpr bool have = std::is_same_v<Where, Center> || std::is_same_v<Where, Face>;
  static_assert(have,
                "stencil: is_lowest and is_highest take the location whose levels they tell apart, as in "
                "is_highest(Center{}); of values write is_highest(Center{}) where they are at centers");
  return have;
}
}  // namespace column_functions

/// The value one level above: at centers that of the next center, at faces that of the next face. At the highest level
/// a condition says what is beyond, as in above(x, top(SetValue(0.0))); without one it is the value itself.
template <IsOperand X, class... Conditions>
STENCIL_FUNCTION constexpr auto above(const X& x, const Conditions&... conditions) {
  if constexpr (column_functions::takes_levels<X>() && column_functions::stand_at_end<Side::top, Conditions...>())
    return NeighbourValue<true, typename node_of<X>::location, typename node_of<X>::location, Conditions...>(
        conditions...)(x);
}
/// The value one level below. At the lowest level a condition says what is beyond, as in
/// below(x, bottom(SetValue(0.0))); without one it is the value itself.
template <IsOperand X, class... Conditions>
STENCIL_FUNCTION constexpr auto below(const X& x, const Conditions&... conditions) {
  if constexpr (column_functions::takes_levels<X>() && column_functions::stand_at_end<Side::bottom, Conditions...>())
    return NeighbourValue<false, typename node_of<X>::location, typename node_of<X>::location, Conditions...>(
        conditions...)(x);
}

/// Compile-time errors for neighbours of a number, as in the step of a march.
template <IsLiteral X, class... Conditions>
STENCIL_FUNCTION constexpr X above(const X& x, const Conditions&...) {
  static_assert(!IsLiteral<X>,
                "stencil: above and below take values with levels, not numbers; the step of a march gets a neighbour's "
                "as a value of its own: march(from_top, 0.0, [](auto& state, auto x, auto x_above) { ... }, x, "
                "above(x))");
  return x;
}
template <IsLiteral X, class... Conditions>
STENCIL_FUNCTION constexpr X below(const X& x, const Conditions&... conditions) {
  return above(x, conditions...);
}

/// Whether a level is the lowest one of its column, at centers or at faces: is_lowest(Center{}) is a condition with a
/// value at each center, true at one of them. In active levels it is the lowest active one. A periodic column has no
/// ends, so that it is false everywhere.
template <class Where = void*>
STENCIL_FUNCTION constexpr auto is_lowest(Where = {}) {
  if constexpr (column_functions::have_levels<Where>())
    return NeighbourValue<false, Where, Where, ConditionAt<Side::bottom, SetValue<ScalarNode<double>>>>(
               bottom(SetValue(1.0)))(0.0) > 0.5;
}
/// The same of the highest level: is_highest(Face{}) is true at the top.
template <class Where = void*>
STENCIL_FUNCTION constexpr auto is_highest(Where = {}) {
  if constexpr (column_functions::have_levels<Where>())
    return NeighbourValue<true, Where, Where, ConditionAt<Side::top, SetValue<ScalarNode<double>>>>(top(SetValue(1.0)))(
               0.0) > 0.5;
}

/// The number of a level, counted from 0 at the bottom: level_index(Center{}) is an int at each center. In active
/// levels it is counted from the lowest active one. On a periodic grid the highest face is the lowest again, number 0.
template <class Where = void*>
STENCIL_FUNCTION constexpr auto level_index(Where = {}) {
  static_assert(names_levels<Where>,
                "stencil: level_index takes the location whose levels it counts, level_index(Center{}) or "
                "level_index(Face{})");
  if constexpr (names_levels<Where>) return RowNumberNode<Where>{};
}

}  // namespace stencil
