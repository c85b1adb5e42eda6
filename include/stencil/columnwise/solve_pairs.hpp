// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/algorithm/rows_of_lane.hpp>
#include <stencil/columnwise/solve_together.hpp>

/// Systems with two entries on each side of the diagonal, whose rows lie in the registers of several lanes: two rows
/// together are one of a tridiagonal system of blocks of 2 x 2, which lanes solve as one of numbers.
namespace stencil::column_functions {

/// What two neighbouring rows have.
template <class X>
struct TwoRows {
  X lower, upper;
  STENCIL_FUNCTION friend TwoRows operator-(const TwoRows& a, const TwoRows& b) {
    return {a.lower - b.lower, a.upper - b.upper};
  }
  template <class T>
  STENCIL_FUNCTION friend TwoRows operator*(const Matrix<T, 2>& a, const TwoRows& x) {
    return {a.entry[0][0] * x.lower + a.entry[0][1] * x.upper, a.entry[1][0] * x.lower + a.entry[1][1] * x.upper};
  }
};

/// Rows as they are solved with: of two that lanes take together the blocks beside the diagonal and the inverse of the
/// pivot. Of the face on top, which is eliminated from the rows below it, the entries below and the pivot's inverse.
template <class Lane, class Where, class T, int Low, int High>
  requires(is_solved_in_pairs<BandRow<T, Low, High>>)
STENCIL_FUNCTION auto eliminated_in_lanes(const Lane& lane,
                                          const ColumnValue<Lane, Where, BandRow<T, Low, High>>& matrix) {
  using Row = BandRow<T, -4, 4>;
  constexpr int held = Lane::held;
  constexpr bool capped = Lane::template capped<Where>;
  ColumnValue<Lane, Where, Row> factors{{}, lane};
  const int rows = lane.template rows_of_column<Where>();
  // Without entries that lead outside; rows beyond the end are those of the identity.
  const auto row_of = [&](int i) {
    const int row = lane.first_row + i;
    return detail::bands::row_of<Row>([&](auto halves) {
      const int column = row + halves / 2;
      const T outside = row >= rows && halves == 0 ? T(1) : T{};
      return row < rows && column >= 0 && column < rows ? T(matrix.rows[i].template at<halves>()) : outside;
    });
  };
  Row top{};
  if constexpr (capped) {
    top = row_of(held);
    const T scale = detail::elimination::inverted(*lane.exchange, top.entry[2]);
    top = Row{{scale * top.entry[0], scale * top.entry[1], scale, T{}, T{}}};
    factors.rows[held] = top;
  }
  detail::elimination::Pivots<ExchangeOf<Lane>, Matrix<T, 2>> pivots{*lane.exchange};
  unrolled<held / 2>([&](int n) {
    Row lower = row_of(2 * n), upper = row_of(2 * n + 1);
    if (capped && 2 * n == held - 2 && lane.is_highest()) {
      detail::elimination::eliminate_highest(top.entry, 2, lower.entry);
      detail::elimination::eliminate_highest(top.entry, 1, upper.entry);
    }
    const auto blocks = detail::elimination::blocks_of(lower.entry, upper.entry);
    const auto scale = pivots.inverse(n, blocks.below, blocks.diagonal, blocks.above);
    const auto& s = scale.entry;
    factors.rows[2 * n] = Row{{lower.entry[0], lower.entry[1], s[0][0], s[0][1], lower.entry[4]}};
    factors.rows[2 * n + 1] = Row{{upper.entry[0], s[1][0], s[1][1], upper.entry[3], upper.entry[4]}};
  });
  return factors;
}

/// The unknowns, from such rows.
template <class X, class Lane, class Where, class T, class Right>
STENCIL_FUNCTION auto solved_in_lanes(const Lane& lane, const ColumnValue<Lane, Where, BandRow<T, -4, 4>>& factors,
                                      const NotApart&, const Right& right) {
  using Number = scalar_of<X>;
  using Block = Matrix<Number, 2>;
  constexpr int held = Lane::held;
  constexpr bool capped = Lane::template capped<Where>;
  const int rows = lane.template rows_of_column<Where>();
  const auto right_of = [&](int i) { return lane.first_row + i < rows ? static_cast<X>(number_in(right, i)) : X{}; };
  const auto factors_of = [&](int i) {
    return detail::bands::row_of<BandRow<Number, -4, 4>>(
        [&](auto halves) { return static_cast<Number>(factors.rows[i].template at<halves>()); });
  };
  BandRow<Number, -4, 4> top{};
  X on_top{};  // the right side of the face on top, divided by its pivot
  if constexpr (capped) {
    top = factors_of(held);
    on_top = top.entry[2] * static_cast<X>(number_in(right, held));
  }
  const detail::elimination::RowsOfLane<Block, TwoRows<X>, held / 2> own([&](int n) {
    const auto blocks = detail::elimination::blocks_of(factors_of(2 * n).entry, factors_of(2 * n + 1).entry);
    detail::elimination::RowWithPivot<Block, TwoRows<X>> row{
        blocks.below, blocks.diagonal, blocks.above, {right_of(2 * n), right_of(2 * n + 1)}};
    if (capped && 2 * n == held - 2 && lane.is_highest()) {
      const auto& to_top = row.above.entry;
      row.right = row.right - TwoRows<X>{to_top[0][0] * on_top, to_top[1][0] * on_top};
      row.above = Block{};
    }
    return row;
  });
  const auto last = last_unknowns(lane, own, NotApart{}, lane.template lanes<Where>());
  ColumnValue<Lane, Where, X> x{{}, lane};
  own.each_unknown(last, [&](int n, const TwoRows<X>& unknowns) {
    x.rows[2 * n] = unknowns.lower;
    x.rows[2 * n + 1] = unknowns.upper;
  });
  if constexpr (capped) {
    x.rows[held] = on_top - top.entry[0] * x.rows[held - 2] - top.entry[1] * x.rows[held - 1];
    take_from_above(lane, x.rows);
  }
  return x;
}

}  // namespace stencil::column_functions
