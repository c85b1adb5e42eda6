// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/columnwise/arena_windows.hpp>
#include <stencil/columnwise/register_march.hpp>

/// Marches along columns whose rows are in an arena: the lane with a column's lowest rows goes along all of it.
namespace stencil::column_functions {

/// What a march reads of a value in the arena: a tile of its rows, or the number that holds for the column.
template <class Lane, class Tiles, class X>
STENCIL_FUNCTION auto put_for_march(const Lane&, const Tiles&, const X& number) {
  return number;
}
template <class Lane, class Tiles, class Where, class T>
STENCIL_FUNCTION auto put_for_march(const Lane& lane, const Tiles& tiles, const ColumnValue<Lane, Where, T>& value) {
  if constexpr (std::is_same_v<Where, Surface>) {
    return value.rows.value;
  } else {
    return put_rows(lane, tiles, value);
  }
}

/// The index in a tile of the row that lies `row` rows above the lane's first one.
template <class Lane>
STENCIL_FUNCTION int place_of_row(const Lane& lane, int row) {
  return row % Lane::held * lane.exchange->pitch() + lane.exchange->place(row / Lane::held - lane.number);
}

/// Every lane of a team calls this. Two barriers, however long the column is. For lanes that hold a part of a column
/// the user's step is not called, as in march_in_turns: their results are zeros.
template <class Where, bool Upward, class Lane, class Step, class Start, class... Values>
STENCIL_FUNCTION auto march_in_arena(const Lane& lane, const Step& step, const Start& start, const Values&... values) {
  using Types = MarchTypes<Step, Start, Values...>;
  constexpr int held = Lane::held;
  constexpr NumbersOf<Lane> at{};
  const auto& exchange = *lane.exchange;
  const int end = lane.template rows_of_column<Where>();
  const typename std::remove_cvref_t<decltype(exchange)>::Tiles tiles(exchange);
  const auto given = make_arguments(put_for_march(lane, tiles, values)...);
  typename EachType<std::add_pointer, typename Types::row>::type rows;
  each_index(
      [&](auto index) {
        auto& tile = argument_at<index.value>(rows);
        tile = tiles.template take<std::remove_pointer_t<std::remove_reference_t<decltype(tile)>>>(held);
      },
      static_cast<const typename Types::row*>(nullptr));
  typename EachType<std::add_pointer, typename Types::last>::type last;
  each_index(
      [&](auto index) {
        auto& tile = argument_at<index.value>(last);
        tile = tiles.template take<std::remove_pointer_t<std::remove_reference_t<decltype(tile)>>>(1);
      },
      static_cast<const typename Types::last*>(nullptr));
  exchange.barrier();
  if (lane.works && lane.number == 0) {
    auto state = step.begin(number_in(start, 0));
    for (int p = 0; p < end; ++p) {
      const int there = place_of_row(lane, Upward ? p : end - 1 - p);
      const auto number = [&](const auto& of) {
        if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(of)>>) {
          return of[there];
        } else {
          return of;
        }
      };
      const auto all = given.apply([&](const auto&... of) { return step.row(at, state, number(of)...); });
      each_index([&](auto index) { argument_at<index.value>(rows)[there] = argument_at<index.value>(all); },
                 static_cast<const typename Types::row*>(nullptr));
    }
    const auto left = step.end(at, state);
    each_index([&](auto index) { argument_at<index.value>(last)[exchange.place()] = argument_at<index.value>(left); },
               static_cast<const typename Types::last*>(nullptr));
  }
  exchange.barrier();
  // Rows beyond the ends of a ring get the values of the rows that they repeat, rows past an end those of the last row.
  const auto in_rows = [&](const auto& tile) {
    using T = std::remove_pointer_t<std::remove_cvref_t<decltype(tile)>>;
    ColumnValue<Lane, Where, T> result{{}, lane};
    unrolled<held>([&](int i) {
      const int row = lane.first_row + i;
      if (lane.works)
        result.rows[i] = tile[place_of_row(lane, lane.ring() ? row_in_ring(row, end) : row < end ? row : end - 1)];
    });
    return result;
  };
  const auto per_column = [&](const auto& tile) {
    using T = std::remove_pointer_t<std::remove_cvref_t<decltype(tile)>>;
    return ColumnValue<Lane, Surface, T>{{lane.works ? tile[exchange.place(-lane.number)] : T{}}, lane};
  };
  return Marched{each_result(in_rows, rows), each_result(per_column, last)};
}

}  // namespace stencil::column_functions
