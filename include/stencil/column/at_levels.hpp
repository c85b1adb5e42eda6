// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/cells.hpp>
#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/column/beyond_levels.hpp>
#include <stencil/column/column_memory.hpp>
#include <stencil/column/looked_up.hpp>

namespace stencil {

/// The values of x at a level for each level in one column, or for some levels by a member of a team.
template <class Destination, class X, class K, class Beyond>
struct AtLevelsOfColumn {
  using T = typename X::value_type;
  using Location = typename K::location;

  Destination destination;
  X x;
  K which;
  Beyond beyond;
  EvaluatedColumns from;

  STENCIL_FUNCTION void operator()(const EvaluatedColumns& to, std::ptrdiff_t column) const {
    side_by_side<1>(to, column);
  }
  STENCIL_FUNCTION bool are_alike(const EvaluatedColumns&) const { return memory_of(destination).across(); }
  template <int Count>
  STENCIL_FUNCTION void side_by_side(const EvaluatedColumns& to, std::ptrdiff_t first) const {
    const int rows = rows_at<Location>(to.levels);
    for (int k = 0; k < rows; ++k)
      for (int i = 0; i < Count; ++i) store(to, first + i, k);
  }

  static constexpr int most_held = 1;
  CellsToShare cells(const ColumnGridData& grid) const {
    return {.rows = rows_at<Location>(grid.levels),
            .across = memory_of(destination).across(),
            .alike = true,
            .of_value = sizeof(T)};
  }
  template <class Team, int Held>
  STENCIL_FUNCTION void operator()(const Team&, const CellsToShare& share, const EvaluatedColumns& to,
                                   const CellsOfMember<Held>& mine) const {
    if (!mine.has(0)) return;
    for (int k = mine.cell; k < share.rows; k += mine.along) store(to, mine.column(0), k);
  }

 private:
  STENCIL_FUNCTION void store(const EvaluatedColumns& to, std::ptrdiff_t column, int k) const {
    const RowCursor<plan::StoreNothing, Location> at{to, column, k, nullptr, 0};
    const auto level = which.value(at);
    // On a ring the highest face is the lowest.
    const int last = from.periodic ? from.levels - 1 : rows_at<typename X::location>(from.levels) - 1;
    const bool under = level < 0, above = !under && level > static_cast<decltype(level)>(last);
    const auto value = [&](int row) { return static_cast<T>(memory_of(x)(row, column)); };
    T& result = memory_of(destination)(k, column);
    if (!under && !above) {
      result = value(static_cast<int>(level));
    } else {
      const auto of_nearest = [&] { return value(under ? 0 : last); };
      result = detail::between_levels::value_beyond<T>(beyond, to, column, of_nearest);
    }
  }
};

namespace detail::between_levels {
/// at_level.
struct ByLevel {
  static constexpr const char* name = "at_level";
  static constexpr const char* way = nullptr;
  template <class Into, class X, class K, class Beyond>
  using Column = AtLevelsOfColumn<Into, X, K, Beyond>;
};

template <class X, class K, class Value = NoNumberBeyond>
auto at_levels(const X& x, const K& which, const Value& otherwise = {}) {
  constexpr bool levels = names_levels<typename node_of<X>::location>;
  static_assert(levels, "stencil: at_level takes a value at centers or faces, and a level for each level");
  using Number = typename node_of<K>::value_type;
  constexpr bool whole = std::is_integral_v<Number> && !std::is_same_v<Number, bool>;
  static_assert(whole,
                "stencil: the level of at_level is a whole number, 0 the lowest; at a height in metres write "
                "at_height(x, z)");
  if constexpr (levels && whole) return looked_up<ByLevel>(x, which, otherwise);
}
}  // namespace detail::between_levels

/// x at a level for each level, 0 the lowest of x: `at_level(x, order)` with an order from column_sort_permutation. k:
/// an expression of whole numbers at centers or faces, where the result stands; x, at centers or faces, may be on
/// another grid of as many columns. Where x has no such level `otherwise`: a number, a value per column or
/// nearest_level; a NaN, of integers zero, unless given. On a ring faces are levels 0 to N-1. It stands anywhere in an
/// expression.
///
/// An argument x that is no field is computed once; k is computed where it is used.
template <IsOperand X, class Level, IsBeyondLevels... Value>
  requires(AtLevels<Level> && sizeof...(Value) < 2 && OutsideFunctions<X, Level, Value...>)
auto at_level(X&& x, Level&& k, Value&&... otherwise) {
  refuse_temporaries<X, Level, Value...>();
  return detail::between_levels::at_levels(x, k, otherwise...);
}

}  // namespace stencil
