// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/job.hpp>
#include <stencil/cpu/level_cursor.hpp>
#include <stencil/cpu/row_needs.hpp>

/// What a lane of vectors of levels knows of its place, and what operations keep of the vectors before.
namespace stencil::cpu {

/// What heights alone give, for all turns of a column: each result has the vectors of all turns after each other.
struct LevelsOfHeights {
  char* begin = nullptr;
  int turns = 0;         ///< of a column, rounded up so that results are aligned to lines
  bool are_new = false;  ///< whether they are to be computed, as in the first column, and not read

  /// used: the bytes of a turn that earlier results have.
  char* at(int used, int bytes, int turn) const {
    return begin + std::ptrdiff_t{used} * turns + std::ptrdiff_t{bytes} * turn;
  }
};

/// The vectors of consecutive levels of a column, a turn after the other from the bottom up.
template <int W, AtLevels How>
class LevelSteps {
 public:
  const EvaluatedColumns columns;
  std::ptrdiff_t column = 0;
  static constexpr int count = W;

  /// history: memory for what operations keep of earlier rows, aligned to lines (RowPlaces); heights: for what heights
  /// alone give.
  LevelSteps(const EvaluatedColumns& set, char* history, const LevelsOfHeights& heights)
      : columns(set), heights_(heights), history_(history) {}

 protected:
  static constexpr bool Away = How == AtLevels::away, Bottom = How == AtLevels::bottom;
  static constexpr bool low = may_be_near(Side::bottom, How), high = may_be_near(Side::top, How);

  void begin_turn(std::ptrdiff_t of_column, int turn) {
    column = of_column;
    turn_ = turn;
    heights_used_ = 0;
    history_used_ = 0;
  }
  /// Of the vectors of what is not behind.
  int lowest_row() const { return Bottom ? 0 : turn_ * W; }
  template <class N>
  static int behind_of(const N& node) {
    if constexpr (column_functions::IsColumnValue<N>) {
      return node.rows.behind;
    } else {
      return 0;
    }
  }
  /// Whether some of W rows from here on are in the column.
  template <class Where>
  bool is_here(int row) const {
    if (std::is_same_v<Where, Surface>) return true;
    return (!low || row + W > 0) && (!high || row < rows_at<Where>(columns.levels));
  }

  template <class Held>
  Held* keep(int how_many) const {
    constexpr int alignment = std::max(static_cast<int>(alignof(Held)), RowPlaces::unit);
    static_assert(alignment <= RowPlaces::line);
    history_used_ = (history_used_ + alignment - 1) / alignment * alignment;
    char* const memory = history_ + history_used_;
    history_used_ += how_many * static_cast<int>(sizeof(Held));
    return reinterpret_cast<Held*>(memory);
  }
  /// A node for an operand: vectors of rows from Low to High around those of an operation that is `behind`. Keeps what
  /// later ones read. Beyond the ends stand the values of the end rows.
  template <int Low, int High, class N>
  decltype(auto) window(const N& node, int behind) const {
    if constexpr (!column_functions::IsColumnValue<N>) {
      return (node);
    } else {
      using T = typename N::value_type;
      using Where = typename N::location;
      using Held = held<T, W>;
      RowWindow<T, Where, W, Low, High> all{};
      if constexpr (std::is_same_v<Where, Surface>) {
        copy_parts(all.rows[0], node.rows.vector);
      } else {
        const int oldest = behind - Low - node.rows.behind;
        const int vectors = (oldest + W - 1) / W;
        Held* const kept = keep<Held>(vectors);  // the latest first
        Held now;
        copy_parts(now, node.rows.vector);
        if constexpr (!Away) {
          const int row = lowest_row() - node.rows.behind;
          if (low && row + W <= 0) return all;
          if (low && row <= 0) {
            for (int i = 0; i < vectors; ++i) copy_parts(kept[i], spread<W>(now, -row));
          } else if (high && row >= rows_at<Where>(columns.levels) && vectors > 0) {
            copy_parts(now, spread<W>(kept[0], W - 1));
          }
        }
        take_all(all, kept, now, oldest, std::make_integer_sequence<int, High - Low + 1>{});
        for (int i = vectors; i-- > 1;) copy_parts(kept[i], kept[i - 1]);
        if (vectors > 0) copy_parts(kept[0], now);
      }
      return all;
    }
  }
  template <class Window, class Held, int... J>
  static void take_all(Window& all, const Held* kept, const Held& now, int oldest, std::integer_sequence<int, J...>) {
    (take(all.rows[J], kept, now, oldest - J), ...);
  }
  template <class Held>
  static void take(Held& to, const Held* kept, const Held& now, int distance) {
    if (distance <= W) {
      take_before<W>(to, kept[0], now, distance);
    } else {
      const int i = (distance - 1) / W;
      take_before<W>(to, kept[i], kept[i - 1], distance - i * W);
    }
  }

  template <class Held>
  static void fill_beyond(Held& vector, int row, int rows) {
    if (low && row < 0) take_elements<W, Places::before>(vector, spread<W>(vector, -row), -row);
    if (high && row + W > rows) take_elements<W, Places::from>(vector, spread<W>(vector, rows - 1 - row), rows - row);
  }

  /// Where an operand of heights alone is for this turn, and whether it is to be computed.
  template <class Held>
  Held* keep_of_heights() const {
    char* const memory = heights_.at(heights_used_, unit_bytes<Held>, turn_);
    heights_used_ += unit_bytes<Held>;
    return reinterpret_cast<Held*>(memory);
  }
  bool heights_are_new() const { return heights_.are_new; }

 private:
  LevelsOfHeights heights_;
  char* history_;
  int turn_ = 0;
  mutable int heights_used_ = 0;
  mutable int history_used_ = 0;
};

}  // namespace stencil::cpu
