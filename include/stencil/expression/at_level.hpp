// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <type_traits>

#include <stencil/config.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/expression/no_number.hpp>
#include <stencil/expression/precision.hpp>
#include <stencil/expression/scalar.hpp>

namespace stencil {

namespace column_functions {

/// Whether a node computes with heights, spacings and numbers alone, point by point.
template <class N>
inline constexpr bool of_metric_alone = is_metric<N>;
template <class T>
inline constexpr bool of_metric_alone<ScalarNode<T>> = true;
template <class F, class... Nodes>
inline constexpr bool of_metric_alone<Broadcasted<F, Nodes...>> = (of_metric_alone<Nodes> && ...);

/// Whether a node reads a field that has a value at each level.
template <class N>
struct ReadsLevels {
  static constexpr bool value = [] {
    if constexpr (requires { typename N::layout; }) {
      return !std::is_same_v<typename N::location, Surface>;
    } else {
      return any_child<ReadsLevels, N>;
    }
  }();
};

}  // namespace column_functions

/// One level of a column as a surface value.
template <class E>
struct STENCIL_LAZY AtLevelNode {
  struct stencil_node {};
  using value_type = typename E::value_type;
  using location = Surface;
  using space = typename E::space;

  E arg;
  int level;

  using children = ChildList<E>;
  static constexpr auto child_rows = ChildRows::all;
  static constexpr int cost = 0;
  static constexpr bool reads_one_level = true;  ///< whatever the row of the expression around it
  static constexpr const char* name = "at_level";
  template <int, class N>
  STENCIL_FUNCTION static constexpr auto& child(N& node) {
    return node.arg;
  }
  template <class Text>
  auto text(const Text& of) const {
    auto arguments = of.children(*this);
    arguments.insert(arguments.size() - 1, ", " + std::to_string(level));
    return name + arguments;
  }
  template <class N>
  STENCIL_FUNCTION constexpr AtLevelNode<N> rebuilt(const N& child) const {
    return {child, level};
  }

  struct stencil_column_operation {};
  /// Inside a column function, where its argument consists of grid quantities: computed now, as a value of the lane, if
  /// the lane's cursors read heights and spacings at any level (Lane::reads_grid_at_level).
  template <bool Float32, class Lane>
  STENCIL_FUNCTION constexpr auto carried_out(const Lane& lane) const {
    if constexpr (column_functions::of_metric_alone<E> && requires { Lane::reads_grid_at_level; }) {
      return lane.pointwise(column_functions::Same{}, rebuilt(column_functions::in_float32<Float32>(arg)));
    } else {
      return lane.at_level(column_functions::as_value<Float32>(lane, arg), level);
    }
  }

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    // Lanes of column functions read the grid wherever they are, but no fields.
    constexpr bool in_lane = requires { at.lane; } && !column_functions::ReadsLevels<E>::value;
    static_assert(std::is_same_v<typename At::destination, Surface> || in_lane,
                  "stencil: at_level needs another level of its column, which this operation does not have at every "
                  "level; assign it to a SurfaceField and use that field here");
    return arg.value(at.template at_row<typename E::location>(level));
  }
  STENCIL_IS_NO_DESTINATION
};

/// The value of a center or face expression at one level, as a surface value. Levels count from 0, the lowest, or from
/// -1, the highest, downward; on a periodic grid the highest face is face 0. An assignment throws ShapeError if columns
/// have no such level.
template <IsOperand E, class Level>
  requires(std::is_convertible_v<Level, int> && !std::is_floating_point_v<Level> && !IsOperand<Level>)
STENCIL_FUNCTION constexpr auto at_level(E&& e, Level level) {
  refuse_temporaries<E>();
  if constexpr (column_functions::IsColumnValue<E>) {
    column_functions::require_no_band_of_slopes<typename std::remove_cvref_t<E>::value_type>();
    return column_functions::lane_of(e).at_level(e, static_cast<int>(level));
  } else {
    const auto node = as_node(e);
    return AtLevelNode<std::remove_const_t<decltype(node)>>{node, static_cast<int>(level)};
  }
}

template <IsOperand E, class Level>
  requires std::is_floating_point_v<Level>
STENCIL_FUNCTION constexpr auto at_level(E&&, Level) {
  constexpr bool whole = !std::is_floating_point_v<Level>;
  static_assert(whole,
                "stencil: the level of at_level is a whole number, 0 the lowest and -1 the highest; at a height in "
                "metres write at_height(x, z)");
}

/// A compile-time error for a level that is neither a number nor one per column, such as a direction.
template <IsOperand E, class Level>
  requires(!std::is_convertible_v<Level, int> && !std::is_floating_point_v<Level> && !IsOperand<Level>)
STENCIL_FUNCTION constexpr auto at_level(E&&, const Level&) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: the level of at_level is a whole number, 0 the lowest and -1 the highest, or a whole number "
                "per column: at_level(x, -1), at_level(x, first_level_where(x > 1.0))");
}

/// Compile-time errors for a level that every column has and a value for columns without it, and for at_level without
/// a level.
template <IsOperand E, class Level, class Otherwise>
  requires(std::is_integral_v<Level>)
STENCIL_FUNCTION constexpr auto at_level(E&& e, Level level, const Otherwise&) {
  static_assert(!std::is_integral_v<Level>,
                "stencil: at_level of a number of a level takes no third argument, which is for columns that lack a "
                "level of their own; write at_level(x, 2)");
  return at_level(e, level);
}
template <IsOperand E>
STENCIL_FUNCTION constexpr auto at_level(const E&) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: at_level takes a value and the number of a level, 0 the lowest and -1 the highest: "
                "at_level(x, 0)");
}

}  // namespace stencil
