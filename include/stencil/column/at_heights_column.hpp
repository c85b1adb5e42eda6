// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/cells.hpp>
#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/column/between_levels.hpp>
#include <stencil/column/beyond_levels.hpp>
#include <stencil/column/column_memory.hpp>
#include <stencil/finite.hpp>
#include <stencil/grid_data.hpp>

namespace stencil {

/// The values of x at a height for each level in one column, or for some levels by a member of a team.
template <class Way, class Destination, class X, class Z, class Beyond>
struct AtHeightsOfColumn {
  using T = typename X::value_type;
  using Location = typename Z::location;
  using Real = std::common_type_t<real_of<T>, typename Z::value_type>;
  template <bool Ring>
  using Levels = detail::between_levels::LevelsOfColumn<Real, typename X::location, Ring>;

  Destination destination;
  X x;
  Z height;
  Beyond beyond;
  EvaluatedColumns from;

  /// Heights mostly increase from level to level: where one was found, the next one is near.
  STENCIL_FUNCTION void operator()(const EvaluatedColumns& to, std::ptrdiff_t column) const {
    constexpr int together = 32;
    const int rows = rows_at<Location>(to.levels);
    int k = 0, near = 0;
    if (goes_together()) {
      const float levels_per_row = static_cast<float>(from.levels) / static_cast<float>(rows);
      int found[together];
      for (; k + together <= rows; k += together) {
        for (int i = 0; i < together; ++i) {
          const int guess = near + static_cast<int>(levels_per_row * static_cast<float>(i));
          found[i] = guess < from.levels ? guess : from.levels - 1;
        }
        at_a_time<together>(to, [&](int i) { return Place{column, k + i}; }, found);
        near = found[together - 1];
      }
    }
    for (; k < rows; ++k) near = store(to, {column, k}, near);
  }
  STENCIL_FUNCTION bool are_alike(const EvaluatedColumns&) const { return memory_of(destination).across(); }
  template <int Count>
  STENCIL_FUNCTION void side_by_side(const EvaluatedColumns& to, std::ptrdiff_t first) const {
    int found[Count] = {};
    const int rows = rows_at<Location>(to.levels);
    for (int k = 0; k < rows; ++k) {
      if (goes_together()) {
        at_a_time<Count>(to, [&](int i) { return Place{first + i, k}; }, found);
      } else {
        for (int i = 0; i < Count; ++i) found[i] = store(to, {first + i, k}, found[i]);
      }
    }
  }

  static constexpr int most_held = 1;
  CellsToShare cells(const ColumnGridData& grid) const {
    return {.rows = rows_at<Location>(grid.levels),
            .across = memory_of(destination).across(),
            .alike = !grid.per_column && !from.heights_per_column,
            .of_value = sizeof(T)};
  }
  /// Each search begins at the same part of all levels.
  template <class Team, int Held>
  STENCIL_FUNCTION void operator()(const Team&, const CellsToShare& share, const EvaluatedColumns& to,
                                   const CellsOfMember<Held>& mine) const {
    if (!mine.has(0)) return;
    const int rows = share.rows, levels = from.levels;
    for (int k = mine.cell; k < rows; k += mine.along)
      store(to, {mine.column(0), k}, rows == levels ? k : static_cast<int>(std::ptrdiff_t{k} * levels / rows));
  }

 private:
  static constexpr bool by_lines = std::is_same_v<Way, interpolation::Linear>;
  struct Place {
    std::ptrdiff_t column;
    int row;
  };

  STENCIL_FUNCTION Real height_at(const EvaluatedColumns& to, const Place& place) const {
    const RowCursor<plan::StoreNothing, Location> at{to, place.column, place.row, nullptr, 0};
    return static_cast<Real>(height.value(at));
  }
  STENCIL_FUNCTION T& result(const Place& place) const { return memory_of(destination)(place.row, place.column); }

  /// Whether some places are taken at once: there are levels with others on both sides. A thread of a device takes one.
  STENCIL_FUNCTION bool goes_together() const { return !STENCIL_ON_DEVICE && !from.periodic && from.levels >= 4; }
  /// Some places at once, of which most are between two levels that have others beside them. found: levels near theirs,
  /// afterwards theirs.
  template <int Count, class PlaceOf>
  STENCIL_FUNCTION void at_a_time(const EvaluatedColumns& to, const PlaceOf& place, int* found) const {
    using detail::between_levels::FourLevels;
    Real h[Count], z_low[Count], z_high[Count], z_first[Count], z_second[Count];
    T x_low[Count], x_high[Count], x_first[Count], x_second[Count];
    int near[Count];
    bool by_itself[Count], some = false;
    for (int i = 0; i < Count; ++i) h[i] = height_at(to, place(i));
    for (int i = 0; i < Count; ++i) near[i] = Levels<false>(from, place(i).column).at_or_above_if_near(h[i], found[i]);
    for (int i = 0; i < Count; ++i) {
      const std::ptrdiff_t column = place(i).column;
      const Levels<false> levels(from, column);
      const auto value = [&](int level) { return static_cast<T>(memory_of(x)(level, column)); };
      const int least = by_lines ? 1 : 2, last = levels.count() - least;
      int there = near[i];
      if (there < 0) there = levels.first_at_or_above(h[i], found[i]);
      const bool inside = there >= least && there <= last;
      found[i] = there == levels.count() ? there - 1 : there;
      const int high = inside ? there : least;
      z_low[i] = levels.height(high - 1), z_high[i] = levels.height(high);
      x_low[i] = value(high - 1), x_high[i] = value(high);
      bool differ = true;
      if constexpr (!by_lines) {
        z_first[i] = levels.height(high - 2), z_second[i] = levels.height(high + 1);
        x_first[i] = value(high - 2), x_second[i] = value(high + 1);
        differ = z_first[i] < z_low[i] && z_high[i] < z_second[i];
      }
      by_itself[i] = !inside || !differ || z_high[i] == h[i];
      some = some || by_itself[i];
    }
    for (int i = 0; i < Count; ++i) {
      FourLevels<Real> z{z_low[i], z_high[i], 0, 0};
      FourLevels<T> x_there{x_low[i], x_high[i], T{}, T{}};
      if constexpr (!by_lines) {
        z.first = z_first[i], z.second = z_second[i];
        x_there.first = x_first[i], x_there.second = x_second[i];
      }
      result(place(i)) = detail::between_levels::between<Way, Real, T>(h[i], z, x_there, true, true);
    }
    if (!some) return;
    for (int i = 0; i < Count; ++i)
      if (by_itself[i]) store(to, place(i), found[i]);
  }

  /// Stores the value at one place. The number of the level of x at its height or above, which is looked for from
  /// `near` on.
  STENCIL_FUNCTION int store(const EvaluatedColumns& to, const Place& place, int near) const {
    return from.periodic ? store_among(Levels<true>(from, place.column), to, place, near)
                         : store_among(Levels<false>(from, place.column), to, place, near);
  }
  template <class AllLevels>
  STENCIL_FUNCTION int store_among(const AllLevels& levels, const EvaluatedColumns& to, const Place& place,
                                   int near) const {
    using detail::between_levels::FourLevels;
    const auto value = [&](int level) { return static_cast<T>(memory_of(x)(levels.row(level), place.column)); };
    const Real h = levels.within(height_at(to, place));
    if (is_nan(h)) {
      result(place) = every_component<T>(double{detail::not_a_number<double>});
      return near;
    }
    const int high = levels.first_at_or_above(h, near), end = levels.end();
    const bool above = high == end, beyond_levels = above || (high == 0 && !AllLevels::ring);
    const int nearest = above ? end - 1 : high;
    const Real z_high = levels.height(nearest);
    if (!above && z_high == h) {
      result(place) = value(high);  // whatever the other levels have
    } else if (beyond_levels) {
      const auto of_nearest = [&] { return value(nearest); };
      result(place) = detail::between_levels::value_beyond<T>(beyond, to, place.column, of_nearest);
    } else {
      FourLevels<Real> z{levels.height(high - 1), z_high, 0, 0};
      FourLevels<T> x_there{value(high - 1), value(high), T{}, T{}};
      bool has_first = false, has_second = false;
      if constexpr (!by_lines) {
        const auto others = detail::between_levels::beside(levels, high);
        const auto take = [&](bool has, int level, Real& z_level, T& x_level) {
          if (!has) return false;
          z_level = levels.height(level);
          x_level = value(level);
          return z_level != z.low && z_level != z.high;  // of levels at one height one counts
        };
        has_first = take(others.has_first, others.first, z.first, x_there.first);
        has_second =
            take(others.has_second, others.second, z.second, x_there.second) && !(has_first && z.first == z.second);
      }
      result(place) = detail::between_levels::between<Way, Real, T>(h, z, x_there, has_first, has_second);
    }
    return nearest;
  }
};

}  // namespace stencil
