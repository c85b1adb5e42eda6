// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/algorithm/wide_words.hpp>
#include <stencil/columnwise/register_cursor.hpp>

/// What a lane does with the rows of a result.
namespace stencil::column_functions {

/// Whether lanes find the fields of a job in tiles of shared memory, which their team has filled and will copy back. A
/// leaf's `data` is then the place of its tile; rows_in_tile(data) points at the rows of the lane's column, which are
/// aligned for wide words. There is room for all rows that lanes hold, also past the column's end.
template <class Exchange>
inline constexpr bool has_tiles = requires { Exchange::has_tiles; };

/// Writes all rows of a lane, also those past the column's end, which are not copied back.
template <class Lane, class Leaf, class N>
STENCIL_FUNCTION void store_in_tile(const Lane& lane, const Leaf& leaf, const N& node) {
  using T = typename Leaf::value_type;
  T rows[Lane::held];
  unrolled<Lane::held>(
      [&](int i) { rows[i] = static_cast<T>(node.value(RegisterCursor<Lane, typename Leaf::location>{lane, i})); });
  store_rows<Lane::held>(rows, lane.exchange->rows_in_tile(leaf.data) + lane.first_row, true);
}

/// Writes the rows of a destination in memory, those alone where `mask`, if there is one, is true.
template <class Lane, class Leaf, class N, class Mask>
STENCIL_FUNCTION void store_rows_of(const Lane& lane, const Leaf& leaf, const N& node, const Mask& mask) {
  using T = typename Leaf::value_type;
  using Where = typename Leaf::location;
  using Layout = typename Leaf::layout;
  constexpr int held = Lane::held;
  constexpr bool masked = !std::is_same_v<Mask, NotHeld>;
  const auto step = lane.strides_of(leaf);
  T* column_begin = leaf.data + lane.column * step.column;
  if constexpr (std::is_same_v<Where, Surface>) {
    const RegisterCursor<Lane, Surface> at{lane, 0};
    if constexpr (masked) {
      if (!static_cast<bool>(mask.value(at))) return;
    }
    if (lane.first_row == 0) *column_begin = static_cast<T>(node.value(at));
  } else {
    const int end = rows_at<Where>(lane.levels());
    column_begin += lane.begin() * step.level;
    const auto row_at = [&](int i) { return RegisterCursor<Lane, Where>{lane, i}; };
    if constexpr (!masked && Layout::levels_contiguous) {
      T* first = column_begin + lane.first_row;
      // Else row by row, so that lanes at a column's end do not diverge.
      if (lane.first_row >= 0 && lane.first_row + held <= end && lane.template in_words<held>(first)) {
        T row[held];
        unrolled<held>([&](int i) { row[i] = static_cast<T>(node.value(row_at(i))); });
        store_rows<held>(row, first, true);
        if constexpr (Lane::template capped<Where>) {
          if (lane.is_highest()) first[held] = static_cast<T>(node.value(row_at(held)));
        }
        return;
      }
    }
    // A sum from row to row takes fewer instructions than a product for each, but one more register, which capped lanes
    // lack.
    constexpr bool adds = !Lane::template capped<Where>;
    std::ptrdiff_t at = lane.first_row * step.level;
    unrolled<Lane::template rows_held<Where>>([&](int i) {
      const int row = lane.first_row + i;
      bool wanted = row >= 0 && row < end && (i < held || lane.is_highest());
      if constexpr (masked) wanted = wanted && static_cast<bool>(mask.value(row_at(i)));
      if (wanted) column_begin[adds ? at : row * step.level] = static_cast<T>(node.value(row_at(i)));
      at += step.level;
    });
  }
}

}  // namespace stencil::column_functions
