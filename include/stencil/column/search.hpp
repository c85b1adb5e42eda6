// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/column/reduce.hpp>
#include <stencil/finite.hpp>
#include <stencil/interpolation_ways.hpp>
#include <stencil/plan/tiles.hpp>

/// Searches along columns.
namespace stencil {

/// What first_level_where gives for a column where the condition holds nowhere.
inline constexpr int no_level = -1;

namespace detail::folding {

struct LevelIf {
  static constexpr const char* name = "level where";
  static constexpr int cost = 1;
  template <class C, class Row>
  STENCIL_FUNCTION constexpr auto operator()(const C& holds, const Row& row) const {
    return where(holds, row, int{no_level});
  }
};
struct FirstLevel {
  using is_search = void;
  static constexpr int cost = 1;
  template <class Level>
  STENCIL_FUNCTION constexpr auto operator()(const Level& a, const Level& b) const {
    return where(a != int{no_level}, a, b);
  }
};

template <class Condition>
using lane_type = std::remove_cvref_t<decltype(column_functions::lane_of(std::declval<const Condition&>()))>;

/// Whether first_value_where finds the level first and then reads the value there, of a condition and a value at the
/// same levels: numbers in lanes that search vectors of columns (Lane::searches_in_order), heights and spacings in
/// lanes whose at_level_of_column takes these (Lane::reads_grid_at_level_of_column).
template <class Condition, class N>
inline constexpr bool reads_at_levels = false;
template <column_functions::IsColumnValue Condition, class N>
  requires(std::is_same_v<typename std::remove_cvref_t<Condition>::location, typename N::location> &&
           !std::is_same_v<typename N::location, Surface>)
inline constexpr bool reads_at_levels<Condition, N> =
    (std::is_floating_point_v<typename N::value_type> && column_functions::searches_in_order<lane_type<Condition>>) ||
    (is_metric<N> && requires { lane_type<Condition>::reads_grid_at_level_of_column; });
template <class Lane, class N, class Level>
STENCIL_FUNCTION constexpr auto value_at_level(const Lane& lane, const N& node, const Level& level, double otherwise) {
  if constexpr (requires { lane.at_level_of_column(node, level, otherwise); }) {
    return lane.at_level_of_column(node, level, otherwise);
  } else {
    return lane.at_level_of_column(column_functions::with_rows(lane, column_functions::as_value(lane, node)), level,
                                   otherwise);
  }
}

/// A value that was found, or one that stands for it.
template <class T>
struct Found {
  bool found;
  T value;
};
struct WithCondition {
  template <class C, class T>
  STENCIL_FUNCTION constexpr Found<T> operator()(const C& condition, const T& value) const {
    return {static_cast<bool>(condition), value};
  }
};
template <class T>
STENCIL_FUNCTION constexpr bool has_found(const Found<T>& state) {
  return state.found;
}
struct FirstFound {
  using is_search = void;
  template <class T>
  STENCIL_FUNCTION constexpr Found<T> operator()(const Found<T>& a, const Found<T>& b) const {
    return a.found || !b.found ? a : b;
  }
};
struct FoundValue {
  template <class T>
  STENCIL_FUNCTION constexpr T operator()(const Found<T>& found) const {
    return found.value;
  }
};

/// Such a search where a cursor is in several columns: their levels first, which have vectors, then the one value of
/// each.
template <class T, class Finish, class Way, class C, class E, class Init, class At>
  requires(At::in_several_columns && plan::Height<typename At::plan, E>::value == 0)
auto found_in_each(const ColumnReduction<Fold<Found<T>, functions::User<FirstFound>, Finish, Way, false>,
                                         Broadcasted<functions::User<WithCondition>, C, E>, Init>& node,
                   const At& at) {
  using Levels = typename E::location;
  const auto& condition = argument_at<0>(node.arg.arguments);
  const auto& value = argument_at<1>(node.arg.arguments);
  const int rows = node.rows(at.columns);
  auto level = at.template cast<int>(-1);
  for (int p = 0; p < rows && !has_found(level); ++p) {
    const int row = Way::upward ? p : rows - 1 - p;
    const auto holds = condition.value(at.template at_row<Levels>(row));
    level = FirstLevel{}(level, at.template cast<int>(LevelIf{}(holds, row)));
  }
  const auto in_column = [&](const auto& there, int found) {
    if (found < 0) return static_cast<Found<T>>(node.init.value(there));
    return Found<T>{true, static_cast<T>(value.value(there.template at_row<Levels>(found)))};
  };
  return at.each_column(in_column, level);
}

}  // namespace detail::folding

namespace detail::folding {
template <class Direction>
STENCIL_FUNCTION constexpr bool searches_in() {
  static_assert(IsDirection<Direction>,
                "stencil: the direction of a search is from_bottom or from_top, and stands before what the search "
                "gives where it finds nothing");
  return IsDirection<Direction>;
}
/// Whether it is a search by a condition; an integer counts as whether it is not zero.
template <class Condition, class Direction>
STENCIL_FUNCTION constexpr bool searches() {
  constexpr bool by_condition = std::is_integral_v<typename node_of<Condition>::value_type>;
  static_assert(by_condition,
                "stencil: first_level_where, first_value_where and first_height_where take a condition, such as "
                "x > 1.0, and no numbers");
  return searches_in<Direction>() && by_condition;
}

template <class Condition, class Direction>
STENCIL_FUNCTION constexpr auto first_level(const Condition& condition, Direction way) {
  using Where = typename node_of<Condition>::location;
  return reduction("first_level_where", associative(FirstLevel{}, LevelIf{}), int{no_level}, AsIs{}, way, condition,
                   RowNumberNode<Where>{});
}
}  // namespace detail::folding

/// The first level, counted from 0 at the bottom at the condition's own location, where a condition holds in a
/// direction, from_bottom unless given: `first_level_where(q > 1e-5, from_top)`. `no_level`, -1, where it holds
/// nowhere.
template <IsOperand Condition, class Direction = DirectionFromBottom>
STENCIL_FUNCTION constexpr auto first_level_where(Condition&& condition, Direction way = {}) {
  refuse_temporaries<Condition>();
  if constexpr (detail::folding::searches<Condition, Direction>()) {
    return detail::folding::first_level(condition, way);
  } else {
    return int{no_level};  // so that no other error follows
  }
}

namespace detail::folding {
template <class Condition, class E, class Direction, class Value>
STENCIL_FUNCTION constexpr auto first_value(const Condition& condition, const E& e, Direction way,
                                            const Value& otherwise) {
  using T = typename node_of<E>::value_type;
  T nowhere{};
  if constexpr (!std::is_arithmetic_v<T> && std::is_arithmetic_v<Value>) {  // also a Vec with derivatives
    nowhere = every_component<T>(otherwise);
  } else {
    nowhere = static_cast<T>(otherwise);
  }
  if constexpr (reads_at_levels<Condition, node_of<E>>) {
    const auto& lane = column_functions::lane_of(condition);
    const auto level = column_functions::with_rows(lane, first_level(condition, way));
    return value_at_level(lane, as_node(e), level, static_cast<double>(nowhere));
  } else {
    return reduction("first_value_where", associative(FirstFound{}, WithCondition{}), Found<T>{false, nowhere},
                     FoundValue{}, way, condition, e);
  }
}
}  // namespace detail::folding

/// The value of an expression at the first level where a condition holds in a direction; `otherwise`, a value or the
/// number of all its components, or one value per column, by a second search, where it holds nowhere. Condition and
/// expression live at the same location. It may have derivatives.
template <IsOperand Condition, IsOperand E, class Direction, class Value>
STENCIL_FUNCTION constexpr auto first_value_where(Condition&& condition, E&& e, Direction way, Value&& otherwise) {
  refuse_temporaries<Condition, E, Value>();
  if constexpr (!detail::folding::searches<Condition, Direction>()) {
    return 0.0;  // so that no other error follows
  } else if constexpr (IsOperand<Value>) {
    static_assert(std::is_same_v<typename node_of<Value>::location, Surface>,
                  "stencil: first_value_where gives a number, a Vec or one value per column where the condition holds "
                  "nowhere; give a SurfaceField or an expression of SurfaceFields");
    return where(detail::folding::first_level(condition, way) != int{no_level},
                 detail::folding::first_value(condition, e, way, 0), otherwise);
  } else {
    return detail::folding::first_value(condition, e, way, otherwise);
  }
}
/// The same from the bottom upward. A compile-time error without `otherwise`.
template <IsOperand Condition, IsOperand E, class Value = DirectionFromBottom>
STENCIL_FUNCTION constexpr auto first_value_where(Condition&& condition, E&& e, Value&& otherwise = {}) {
  constexpr bool given = !IsDirection<std::remove_cvref_t<Value>>;
  static_assert(given,
                "stencil: first_value_where takes what it gives where the condition holds nowhere as its last "
                "argument, as in first_value_where(q > 1e-5, q, from_top, 0.0)");
  if constexpr (given) {
    return first_value_where(std::forward<Condition>(condition), std::forward<E>(e), from_bottom,
                             std::forward<Value>(otherwise));
  } else {
    return 0.0;  // so that no other error follows
  }
}

/// The height [m] of the first level where a condition holds in a direction, from_bottom unless given, of the center or
/// face as the condition is: a cloud base is `first_height_where(q > 1e-5)`. `otherwise`, a number or one value per
/// column, where it holds nowhere, a NaN unless given.
template <IsOperand Condition, class Direction = DirectionFromBottom, class Value = double>
STENCIL_FUNCTION constexpr auto first_height_where(Condition&& condition, Direction way = {},
                                                   Value&& otherwise = double{detail::not_a_number<double>}) {
  refuse_temporaries<Condition, Value>();
  using Otherwise = std::remove_cvref_t<Value>;
  constexpr bool of_level = !IsDirection<Otherwise> && !IsInterpolation<Otherwise>;
  static_assert(of_level,
                "stencil: first_height_where(condition, direction, otherwise) gives the height of a level; between "
                "levels write crossing_height(q, 0.3, direction, interpolation::Linear{}), the height at which q first "
                "exceeds 0.3");
  if constexpr (of_level) {
    return first_value_where(condition, heights(typename node_of<Condition>::location{}), way, otherwise);
  } else {
    return 0.0;  // so that no other error follows
  }
}

}  // namespace stencil
