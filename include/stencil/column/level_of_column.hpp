// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/assign/contents.hpp>
#include <stencil/column/search.hpp>
#include <stencil/columnwise/function.hpp>
#include <stencil/finite.hpp>
#include <stencil/plan/tiles.hpp>

/// Values at a level that differs from column to column.
namespace stencil {

namespace functions {
struct SameLevel {
  static constexpr const char* name = "same level";
  static constexpr int cost = 1;
  template <class A, class B>
  STENCIL_FUNCTION constexpr bool operator()(const A& row, const B& level) const {
    return row == level;
  }
};
}  // namespace functions

/// Whether an operand has values at levels. Heights and numbers of levels that do are looked up at each level
/// (column/at_heights.hpp).
template <class E>
concept AtLevels = IsOperand<E> && names_levels<typename node_of<E>::location>;
/// Whether no operand is a value of a column function.
template <class... E>
concept OutsideFunctions = !(column_functions::IsColumnValue<E> || ...);

namespace column_functions {
/// Whether a value of type N is a level per column; a compile-time error if not.
template <class N>
STENCIL_FUNCTION constexpr bool is_level_per_column() {
  constexpr bool per_column =
      std::is_same_v<typename N::location, Surface> && std::is_integral_v<typename N::value_type>;
  static_assert(per_column,
                "stencil: the level of at_level is a whole number per column, as first_level_where gives it");
  return per_column;
}
}  // namespace column_functions

/// The value of x at a level that differs from column to column, 0 being the lowest: at_level(x,
/// first_level_where(condition, from_bottom)), inside a column function. Where the column has no such level,
/// `otherwise` in every component, a NaN unless given; of integers zero unless given. On a periodic grid faces are
/// levels 0 to N-1.
template <IsOperand X, column_functions::IsColumnValue Level>
STENCIL_FUNCTION constexpr auto at_level(const X& x, const Level& which,
                                         double otherwise = detail::not_a_number<double>) {
  static_cast<void>(column_functions::is_level_per_column<Level>());
  column_functions::require_no_band_of_slopes<typename node_of<X>::value_type>();
  const auto& lane = column_functions::lane_of(which);
  if constexpr (requires { lane.at_level_of_column(x, which, otherwise); }) {
    return lane.at_level_of_column(x, which, otherwise);
  } else if constexpr (column_functions::searches_in_order<std::remove_cvref_t<decltype(lane)>>) {
    return detail::folding::value_at_level(lane, as_node(x), which, otherwise);
  } else {
    const auto is_it =
        broadcasted(functions::User<functions::SameLevel>{}, RowNumberNode<typename X::location>{}, which);
    return first_value_where(is_it, x, from_bottom, every_component<typename node_of<X>::value_type>(otherwise));
  }
}
/// The same with one value per column where the column has no such level.
template <IsOperand X, column_functions::IsColumnValue Level, column_functions::IsColumnValue Value>
STENCIL_FUNCTION constexpr auto at_level(const X& x, const Level& which, const Value& otherwise) {
  static_assert(std::is_same_v<typename Value::location, Surface>,
                "stencil: at_level gives a number or one value per column where the column has no such level");
  const auto is_it =
      broadcasted(functions::User<functions::SameLevel>{}, RowNumberNode<typename node_of<X>::location>{}, which);
  return where(first_level_where(is_it, from_bottom) != int{no_level}, at_level(x, which, 0.0), otherwise);
}
/// The same at a level of grid quantities alone: at_level(x, first_level_where(heights(Center{}) > 1000.0)).
template <column_functions::IsColumnValue X, IsOperand Level, class... Otherwise>
  requires(!column_functions::IsColumnValue<Level> && sizeof...(Otherwise) < 2)
STENCIL_FUNCTION constexpr auto at_level(const X& x, const Level& which, const Otherwise&... otherwise) {
  if constexpr (column_functions::given_as_arguments<X, node_of<Level>>() &&
                column_functions::is_level_per_column<node_of<Level>>())
    return at_level(x, column_functions::as_value(column_functions::lane_of(x), as_node(which)), otherwise...);
}

namespace column_functions {
/// Rows of a column in which a cursor is: on a ring faces are levels 0 to N-1.
template <class Levels, class At>
STENCIL_FUNCTION constexpr int rows_of(const At& there) {
  return there.columns.periodic ? there.columns.levels : rows_at<Levels>(there.columns.levels);
}
/// What is given for a column that lacks a level, in every component if it is a number.
template <class T, class At, class Otherwise>
STENCIL_FUNCTION constexpr T otherwise_in(const At& there, const Otherwise& otherwise) {
  if constexpr (std::is_same_v<typename Otherwise::location, Surface>) {
    return static_cast<T>(otherwise.value(there));
  } else {
    return every_component<T>(static_cast<double>(otherwise.value(there)));
  }
}
/// in_column(cursor, value) in each column where a cursor is, with the value there of a node.
template <class At, class InColumn, class N>
STENCIL_FUNCTION constexpr auto in_each_column(const At& at, const InColumn& in_column, const N& of) {
  if constexpr (requires { at.each_column(in_column, of.value(at)); }) {
    return at.each_column(in_column, of.value(at));
  } else {
    return in_column(at, of.value(at));
  }
}
}  // namespace column_functions

namespace functions {
/// at_level as a column function of the value and its level, and of what is given otherwise.
struct AtLevelOfColumn {
  static constexpr const char* name = "at_level";
  template <class X, class Level, class Otherwise>
  STENCIL_FUNCTION constexpr auto operator()(const X& x, const Level& which, const Otherwise& otherwise) const {
    return results(at_level(x, which, otherwise));
  }
  /// The value T of expressions in one column, or in several: of each that one row is computed.
  template <class T, class At, class X, class Level, class Otherwise>
  STENCIL_FUNCTION static constexpr auto one_row(const At& at, const X& x, const Level& which,
                                                 const Otherwise& otherwise) {
    const auto in_column = [&](const auto& there, const auto& level) {
      using Levels = typename X::location;
      if (level >= 0 && level < column_functions::rows_of<Levels>(there))
        return static_cast<T>(x.value(there.template at_row<Levels>(static_cast<int>(level))));
      return column_functions::otherwise_in<T>(there, otherwise);
    };
    return column_functions::in_each_column(at, in_column, which);
  }
};
}  // namespace functions

namespace column_functions {
template <class N>
struct HasMetric {
  static constexpr bool value = is_metric<N> || any_child<HasMetric, N>;
};
/// @cond
// The column is read where rows would have tiles, and where grid quantities stand in a formula, which beside float32
// are of double in expressions alone. On a device a search is for the threads that share a column.
template <class X, class Level, class Otherwise>
inline constexpr bool reads_one_row<ColumnCall<functions::AtLevelOfColumn, X, Level, Otherwise>> =
    !Contents<X>::of_rows && plan::Height<plan::StoreEverything, X>::value == 0 &&
    (is_metric<X> || !HasMetric<X>::value) &&
    (std::is_same_v<typename X::space, HostSpace> || !Contents<Level>::of_rows);
/// @endcond
}  // namespace column_functions

/// The same of expressions, the level a SurfaceField or an expression of whole numbers: a column function, which an
/// assignment carries out.
template <IsOperand X, IsOperand Level, class Otherwise = double>
  requires(!column_functions::IsColumnValue<Level> && !column_functions::IsColumnValue<X> && !AtLevels<Level> &&
           (IsOperand<Otherwise> || IsLiteral<Otherwise>))
STENCIL_FUNCTION constexpr auto at_level(X&& x, Level&& which,
                                         Otherwise&& otherwise = double{detail::not_a_number<double>}) {
  refuse_temporaries<X, Level, Otherwise>();
  if constexpr (column_functions::is_level_per_column<node_of<Level>>())
    return columnwise(functions::AtLevelOfColumn{})(x, which, otherwise);
}

}  // namespace stencil
