// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/column/beyond_levels.hpp>
#include <stencil/column/level_of_column.hpp>
#include <stencil/column/search.hpp>
#include <stencil/columnwise/function.hpp>
#include <stencil/columnwise/neighbours.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/finite.hpp>
#include <stencil/interpolation_ways.hpp>
#include <stencil/vec.hpp>

namespace stencil {

namespace column_functions {
/// The sentences for the arguments of at_height.
template <class X, class Height>
STENCIL_FUNCTION constexpr bool reads_at_height() {
  using N = node_of<X>;
  constexpr bool levels =
      !std::is_same_v<typename N::location, Surface> && std::is_floating_point_v<scalar_of<typename N::value_type>>;
  static_assert(levels, "stencil: at_height takes a value of float or double, or of Vecs of them, at centers or faces");
  if constexpr (IsOperand<Height>) {
    constexpr bool per_column = std::is_same_v<typename node_of<Height>::location, Surface>;
    static_assert(per_column, "stencil: the height of at_height is a number or a value per column");
    return levels && per_column;
  } else {
    return levels;
  }
}
template <class T, class Value>
STENCIL_FUNCTION constexpr auto beyond_levels(const Value& otherwise) {
  if constexpr (IsOperand<Value>) {
    return otherwise;
  } else {
    return every_component<typename WithoutSlope<T>::type>(static_cast<double>(otherwise));
  }
}
}  // namespace column_functions

namespace functions {
/// at_height as a column function of the value, the height, and of what is given otherwise.
struct AtHeight {
  static constexpr const char* name = "at_height";
  template <class X, class Height, class Value>
  STENCIL_FUNCTION constexpr auto operator()(const X& x, const Height& height, const Value& otherwise) const;
  /// The value T of expressions in one column, or in several: the level is found by halves, as heights increase, and
  /// two values are computed.
  template <class T, class At, class X, class Height, class Value>
  STENCIL_FUNCTION static constexpr auto one_row(const At& at, const X& x, const Height& height,
                                                 const Value& otherwise) {
    // Beside float32 a number is of float32.
    constexpr bool number = !std::is_same_v<typename Height::location, Surface>;
    using V = typename X::value_type;
    using H = std::conditional_t<number, real_of<V>, typename Height::value_type>;
    using Levels = typename X::location;
    // The level of a number is the same in columns that share their heights.
    const bool same_level = number && at.columns.template metric<real_of<V>>().template at<Levels>().column_stride == 0;
    int high = -1;
    const auto in_column = [&](const auto& there, const auto& sought) {
      const MetricLeaf<real_of<V>, Levels, MetricKind::z> z{};
      const H h = static_cast<H>(sought);
      const int rows = column_functions::rows_of<Levels>(there);
      const bool known = same_level && high >= 0;
      if (!known) high = 0;
      for (int end = known ? high : rows; high < end;) {
        const int middle = high + (end - high) / 2;
        const bool is_above = z.value(there.template at_row<Levels>(middle)) >= h;
        if (is_above)
          end = middle;
        else
          high = middle + 1;
      }
      if (high < rows) {
        const auto above = there.template at_row<Levels>(high);
        const auto z_above = z.value(above);
        const auto x_above = static_cast<V>(x.value(above));
        if (z_above == h) return static_cast<T>(x_above);
        if (high > 0) {
          const auto under = there.template at_row<Levels>(high - 1);
          const auto z_under = z.value(under);
          const auto x_under = static_cast<V>(x.value(under));
          return static_cast<T>(x_under + (h - z_under) / (z_above - z_under) * (x_above - x_under));
        }
      }
      return column_functions::otherwise_in<T>(there, otherwise);
    };
    return column_functions::in_each_column(at, in_column, height);
  }
};
}  // namespace functions

namespace column_functions {
/// @cond
template <class X, class Height, class Value>
inline constexpr bool reads_one_row<ColumnCall<functions::AtHeight, X, Height, Value>> =
    reads_one_row<ColumnCall<functions::AtLevelOfColumn, X, Height, Value>>;
/// @endcond
}  // namespace column_functions

/// x at a height [m] that may lie between levels, in units of x, one value per column: linear between the two levels of
/// x, centers or faces, next above and below that height. height: a number or one value per column. Where it is below
/// the lowest level of x or above the highest, `otherwise`, a number or one value per column, a NaN unless given.
/// Second order. Outside of column functions it is a column function, which an assignment carries out.
template <IsOperand X, class Height, class Value = double>
  requires(!AtLevels<Height> && (IsOperand<Height> || IsLiteral<Height>) && (IsOperand<Value> || IsLiteral<Value>))
STENCIL_FUNCTION constexpr auto at_height(X&& x, Height&& height,
                                          Value&& otherwise = double{detail::not_a_number<double>}) {
  refuse_temporaries<X, Height, Value>();
  if constexpr (column_functions::reads_at_height<X, Height>()) {
    using N = node_of<X>;
    using T = typename N::value_type;
    if constexpr (column_functions::IsColumnValue<X> || column_functions::IsColumnValue<Height> ||
                  column_functions::IsColumnValue<Value>) {
      const auto& lane = column_functions::lane_of(x, height, otherwise);
      const auto z = heights<real_of<T>>(typename N::location{});
      const auto high = first_level_where(column_functions::as_value(lane, z >= height), from_bottom);
      const auto z_high = at_level(z, high, 0.0), z_low = at_level(below(z, bottom(Extrapolate{})), high, 0.0);
      const auto x_high = at_level(x, high, 0.0);
      const auto x_low = at_level(below(x, bottom(Extrapolate{})), high, 0.0);
      // The lowest level has none below it. At a level x is that level's, whatever the one below is.
      const auto part = (height - z_low) / where(high > 0, z_high - z_low, 1.0);
      const auto between = where(z_high == height, x_high, x_low + part * (x_high - x_low));
      const auto is_inside = high > 0 || (high == 0 && z_high == height);
      return where(is_inside, between, column_functions::beyond_levels<T>(otherwise));
    } else {
      return columnwise(functions::AtHeight{})(x, height, otherwise);
    }
  }
}

/// A compile-time error for at_height without a height.
template <IsOperand X>
STENCIL_FUNCTION constexpr auto at_height(const X&) {
  static_assert(!std::is_same_v<X, X>, "stencil: at_height takes a value and a height in metres: at_height(x, 10.0)");
}

/// What at_height takes only where each level has a height: a way of interpolation, or nearest_level.
template <class Value>
inline constexpr bool is_of_heights_at_levels = std::is_same_v<Value, NearestLevel> || IsInterpolation<Value>;

/// A compile-time error for a height that is none, such as a direction, and for other arguments after it.
template <IsOperand X, class Height, class... Values>
  requires(!(IsOperand<Height> || IsLiteral<Height>) ||
           !((IsOperand<Values> || IsLiteral<Values> || is_of_heights_at_levels<Values>) && ...) ||
           (sizeof...(Values) > 1 && !AtLevels<Height> && !(is_of_heights_at_levels<Values> || ...)))
STENCIL_FUNCTION constexpr auto at_height(const X&, const Height&, const Values&...) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: at_height takes a value, a height in metres, and what it gives below the lowest and above "
                "the highest level, a number or one value per column each: at_height(x, 10.0, 0.0)");
}

template <class X, class Height, class Value>
STENCIL_FUNCTION constexpr auto functions::AtHeight::operator()(const X& x, const Height& height,
                                                                const Value& otherwise) const {
  return results(at_height(x, height, otherwise));
}

}  // namespace stencil
