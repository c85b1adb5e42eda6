// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/algorithm/rows_of_lane.hpp>
#include <stencil/algorithm/tridiagonal_parts.hpp>
#include <stencil/columnwise/register_march.hpp>
#include <stencil/columnwise/ring.hpp>
#include <stencil/columnwise/solve_steps.hpp>
#include <stencil/expression/column_value.hpp>

/// Tridiagonal systems whose rows lie in the registers of several lanes: each lane eliminates its own rows but the
/// last; the last unknowns of all lanes form a tridiagonal system again, which they solve together; then each finds its
/// others (the division into chunks as in Wang 1981, ACM TOMS 7).
namespace stencil::column_functions {

/// In place of what a matrix keeps apart from its factors, where it keeps nothing.
struct NotApart {};

/// Whether lanes of this kind solve systems with such rows together. Where rows are in an arena one lane goes along
/// them.
template <class Lane, class Row>
inline constexpr bool solves_together = false;
template <class Lane, class T, int Low, int High>
  requires(Lane::shares_columns && !Lane::has_tiles_of_values)
inline constexpr bool solves_together<Lane, BandRow<T, Low, High>> =
    (is_solved_together<BandRow<T, Low, High>> && Lane::held >= 2) ||
    (is_solved_in_pairs<BandRow<T, Low, High>> && Lane::held % 2 == 0 && !may_be_ring<Lane>);

/// What the entries of a system are that lanes solve for values X: those of its matrix if they are blocks; else numbers
/// as in X, also where each unknown is a Vec.
template <class T, class X>
using entry_beside = std::conditional_t<std::is_floating_point_v<T>, scalar_of<X>, T>;

/// Rows that lanes eliminate: all but the border of a ring, its last one.
template <class Where, class Lane>
STENCIL_FUNCTION int eliminated_rows(const Lane& lane) {
  return lane.template rows_of_column<Where>() - (is_ring(lane) ? 1 : 0);
}

template <class Lane>
using ExchangeOf = std::remove_cvref_t<decltype(*std::declval<const Lane&>().exchange)>;

/// Tridiagonal rows as they are solved with: the entry below the diagonal, the inverse of the pivot, the entry above.
/// On a ring entries that lead to the border stay, and the row of the border is as it was.
template <class Lane, class Where, class T, int Low, int High>
  requires(!is_solved_in_pairs<BandRow<T, Low, High>>)
STENCIL_FUNCTION auto eliminated_in_lanes(const Lane& lane,
                                          const ColumnValue<Lane, Where, BandRow<T, Low, High>>& matrix) {
  ColumnValue<Lane, Where, BandRow<T, -2, 2>> factors{{}, lane};
  const int rows = eliminated_rows<Where>(lane);
  const bool ring = is_ring(lane);
  detail::elimination::Pivots<ExchangeOf<Lane>, T> pivots{*lane.exchange};
  // The unknown of the face on top is eliminated from the row below it.
  constexpr bool capped = Lane::template capped<Where>;
  T through_top{};
  if constexpr (capped) {
    const auto& entries = matrix.rows[Lane::held];
    const T on_top = detail::elimination::inverted(*lane.exchange, entries.template at<0>());
    through_top = on_top * entries.template at<-2>();
    factors.rows[Lane::held] = BandRow<T, -2, 2>{{entries.template at<-2>(), on_top, T{}}};
  }
  unrolled<Lane::held>([&](int i) {
    const int row = lane.first_row + i;
    const auto& entries = matrix.rows[i];
    // Rows beyond the end are those of the identity.
    const T below = row > 0 && row < rows ? entries.template at<-2>() : T{};
    const T next = row + 1 < rows ? entries.template at<2>() : T{};
    T diagonal = row < rows ? entries.template at<0>() : T(1);
    if (capped && i == Lane::held - 1 && lane.is_highest()) diagonal = diagonal - next * through_top;
    const T scale = pivots.inverse(i, below, diagonal, next);
    factors.rows[i] = BandRow<T, -2, 2>{{ring ? entries.template at<-2>() : below,
                                         ring && row == rows ? entries.template at<0>() : scale,
                                         ring ? entries.template at<2>() : next}};
  });
  return factors;
}

/// The rows of a lane, eliminated. right_of(i): the right side of row i of the lane. on_top: that of the face on top,
/// divided by its pivot.
template <class Entry, class X, class Lane, class Where, class T, class RightOf>
STENCIL_FUNCTION auto rows_across(const Lane& lane, const ColumnValue<Lane, Where, BandRow<T, -2, 2>>& factors,
                                  const X& on_top, const RightOf& right_of) {
  constexpr int held = Lane::held;
  const int rows = eliminated_rows<Where>(lane);
  const bool ring = is_ring(lane);
  const bool has_top = Lane::template capped<Where> && lane.is_highest();
  return detail::elimination::RowsOfLane<Entry, X, held>([&](int i) {
    const auto& f = factors.rows[i];
    const int at = lane.first_row + i;
    detail::elimination::RowWithPivot<Entry, X> row{
        ring && (at <= 0 || at >= rows) ? Entry{} : static_cast<Entry>(f.entry[0]),
        ring && at >= rows ? Entry(1) : static_cast<Entry>(f.entry[1]),
        ring && at + 1 >= rows ? Entry{} : static_cast<Entry>(f.entry[2]), at < rows ? right_of(i) : X{}};
    if (i == held - 1 && has_top) {
      row.right = row.right - row.above * on_top;
      row.above = Entry{};
    }
    return row;
  });
}

/// Steps of a cyclic reduction by `lanes` lanes.
constexpr int steps_of_reduction(int lanes) {
  int steps = 0;
  while (1 << steps < lanes) ++steps;
  return steps;
}
/// Whether lanes keep the reduction of a matrix, so that a right side is all that they exchange for each solution.
/// Blocks would take too many registers.
template <class Lane, class Row>
inline constexpr bool keeps_reduction =
    std::is_floating_point_v<typename Row::entry_type> && !is_solved_in_pairs<Row> &&
    detail::elimination::most_lanes<ExchangeOf<Lane>> > 0;

/// The system of the lanes' last unknowns, reduced.
template <class Lane, class Where, class T>
STENCIL_FUNCTION auto reduced_in_lanes(const Lane& lane, const ColumnValue<Lane, Where, BandRow<T, -2, 2>>& factors) {
  constexpr int steps = steps_of_reduction(detail::elimination::most_lanes<ExchangeOf<Lane>>);
  const auto own = rows_across<T>(lane, factors, T{}, [](int) { return T{}; });
  const int lanes = lane.template lanes<Where>();
  const auto next = detail::elimination::from_neighbour(*lane.exchange, own.first, 1, lane.number, lanes);
  const auto& last = own.last();
  return detail::elimination::reduced_system<steps>(*lane.exchange, last.below, T(1) - last.above * next.below,
                                                    -(last.above * next.above), lane.number, lanes);
}

/// The last unknowns of a lane and of the one below it. Reduced: what reduced_in_lanes gave, or NotApart.
template <class Lane, class Rows, class Reduced>
STENCIL_FUNCTION auto last_unknowns(const Lane& lane, const Rows& own, const Reduced& reduced, int lanes) {
  const auto& exchange = *lane.exchange;
  if constexpr (std::is_same_v<Reduced, NotApart>) {
    return detail::elimination::last_unknowns(exchange, own.first, own.last(), lane.number, lanes);
  } else {
    const auto next = detail::elimination::from_neighbour(exchange, own.first.right, 1, lane.number, lanes);
    const auto x =
        detail::elimination::unknown(exchange, reduced, own.last().right - own.last().above * next, lane.number, lanes);
    return detail::elimination::LastUnknowns<std::remove_const_t<decltype(x)>>{
        x, detail::elimination::from_neighbour(exchange, x, -1, lane.number, lanes)};
  }
}

/// The unknowns of the rows that are eliminated, in all lanes. X: what they are.
template <class X, class Lane, class Where, class T, class Reduced, class Right>
STENCIL_FUNCTION auto solved_between_ends(const Lane& lane, const ColumnValue<Lane, Where, BandRow<T, -2, 2>>& factors,
                                          const Reduced& reduced, const Right& right) {
  using Entry = entry_beside<T, X>;
  constexpr int held = Lane::held;
  constexpr bool capped = Lane::template capped<Where>;
  X on_top{};  // the right side of the face on top, divided by its pivot
  if constexpr (capped)
    on_top = static_cast<Entry>(factors.rows[held].entry[1]) * static_cast<X>(number_in(right, held));
  const auto own =
      rows_across<Entry>(lane, factors, on_top, [&](int i) { return static_cast<X>(number_in(right, i)); });
  const auto last = last_unknowns(lane, own, reduced, lane.template lanes<Where>());
  ColumnValue<Lane, Where, X> x{{}, lane};
  own.each_unknown(last, [&](int i, const X& unknown) { x.rows[i] = unknown; });
  if constexpr (capped) {
    const auto& f = factors.rows[held];
    x.rows[held] = on_top - static_cast<Entry>(f.entry[1] * f.entry[0]) * x.rows[held - 1];
    take_from_above(lane, x.rows);
  }
  return x;
}

/// The same with all rows of a ring: one unknown is the border.
template <class X, class Lane, class Where, class T, class Reduced, class Right>
STENCIL_FUNCTION auto solved_around(const Lane& lane, const ColumnValue<Lane, Where, BandRow<T, -2, 2>>& factors,
                                    const Reduced& reduced, const Right& right) {
  const int border = eliminated_rows<Where>(lane);
  ColumnValue<Lane, Where, T> fill{{}, lane};
  unrolled<Lane::held>([&](int i) {
    const int row = lane.first_row + i;
    const auto& f = factors.rows[i];
    fill.rows[i] = (row == 0 ? f.entry[0] : T{}) + (row == border - 1 ? f.entry[2] : T{});
  });
  const auto filled = solved_between_ends<T>(lane, factors, reduced, fill);
  auto x = solved_between_ends<X>(lane, factors, reduced, right);
  const auto of_column = [&](const auto& value, int row) {
    if constexpr (IsColumnValue<std::remove_cvref_t<decltype(value)>>) {
      if constexpr (!std::is_same_v<typename std::remove_cvref_t<decltype(value)>::location, Surface>) {
        return lane.at_level(value, row).rows.value;
      } else {
        return value.rows.value;
      }
    } else {
      return value;
    }
  };
  // The border's own equation; of one row all entries lead to itself.
  const auto f = of_column(factors, border);
  const int last = border > 0 ? border - 1 : 0;
  const auto to_first = f.entry[2], to_last = f.entry[0];
  const auto fill_first = of_column(filled, 0), fill_last = of_column(filled, last);
  const auto x_first = of_column(x, 0), x_last = of_column(x, last);
  const auto b = static_cast<X>(of_column(right, border));
  const T pivot = f.entry[1] + (border == 0 ? to_first + to_last : -(to_first * fill_first + to_last * fill_last));
  const X rest = border == 0 ? b : b - to_first * x_first - to_last * x_last;
  const X at_border = detail::elimination::inverted(*lane.exchange, pivot) * rest;
  unrolled<Lane::held>(
      [&](int i) { x.rows[i] = lane.first_row + i < border ? x.rows[i] - filled.rows[i] * at_border : at_border; });
  return lane.to_begin_with(x);
}

template <class X, class Lane, class Where, class T, class Reduced, class Right>
STENCIL_FUNCTION auto solved_in_lanes(const Lane& lane, const ColumnValue<Lane, Where, BandRow<T, -2, 2>>& factors,
                                      const Reduced& reduced, const Right& right) {
  if constexpr (may_be_ring<Lane>) {
    ColumnValue<Lane, Where, X> x{{}, lane};
    if (is_ring(lane)) {
      x.rows = solved_around<X>(lane, factors, reduced, right).rows;
    } else {
      x.rows = solved_between_ends<X>(lane, factors, reduced, right).rows;
    }
    return x;
  } else {
    return solved_between_ends<X>(lane, factors, reduced, right);
  }
}

}  // namespace stencil::column_functions
