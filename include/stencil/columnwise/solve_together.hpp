// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/columnwise/register_march.hpp>
#include <stencil/columnwise/value.hpp>
#include <stencil/matrix/parts.hpp>

/// Tridiagonal systems whose rows lie in the registers of several lanes: each lane eliminates its own rows but the
/// last; the last unknowns of all lanes form a tridiagonal system again, which they solve together; then each finds its
/// others (the division into chunks as in Wang 1981, ACM TOMS 7).
namespace stencil::column_functions {

/// Whether lanes of this kind solve systems with such rows together.
template <class Lane, class Row>
inline constexpr bool solves_together = false;
template <class Lane, class T, int Low, int High>
  requires requires { Lane::shares_columns; }
inline constexpr bool solves_together<Lane, BandRow<T, Low, High>> =
    std::is_floating_point_v<T> && Low >= -2 && High <= 2 && Low % 2 == 0 && Lane::held >= 2;

/// Rows as they are solved with: the entry below the diagonal, the inverse of the pivot, the entry above.
template <class Lane, class Where, class T, int Low, int High>
STENCIL_FUNCTION auto eliminated_in_lanes(const Lane& lane,
                                          const ColumnValue<Lane, Where, BandRow<T, Low, High>>& matrix) {
  ColumnValue<Lane, Where, BandRow<T, -2, 2>> factors{{}, lane};
  const int rows = rows_at<Where>(lane.levels());
  T above{};
  unrolled<Lane::held>([&](int i) {
    const int row = lane.first_row + i;
    const auto& entries = matrix.rows[i];
    // Rows beyond the end are those of the identity.
    const T below = row > 0 && row < rows ? entries.template at<-2>() : T{};
    const T diagonal = row < rows ? entries.template at<0>() : T(1);
    const T next = row + 1 < rows ? entries.template at<2>() : T{};
    const T scale = elimination::inverted(*lane.exchange, i == 0 ? diagonal : diagonal - below * above);
    above = scale * next;
    factors.rows[i] = BandRow<T, -2, 2>{{below, scale, next}};
  });
  return factors;
}

/// X: what the unknowns are.
template <class X, class Lane, class Where, class T, class Right>
STENCIL_FUNCTION auto solved_in_lanes(const Lane& lane, const ColumnValue<Lane, Where, BandRow<T, -2, 2>>& factors,
                                      const Right& right) {
  using Across = elimination::Equation<X, X>;
  constexpr int held = Lane::held;
  const int rows = rows_at<Where>(lane.levels());
  // All lanes of a team exchange as often, whichever levels are active in their columns.
  const int lanes = (rows_at<Where>(lane.columns.levels) + held - 1) / held;
  // x_i + below x_(last of the lane below) + above x_(i+1) = right
  Across row[held];
  unrolled<held>([&](int i) {
    const auto& f = factors.rows[i];
    const X b = lane.first_row + i < rows ? static_cast<X>(number_in(right, i)) : X{};
    const X below = static_cast<X>(f.entry[0]), scale = static_cast<X>(f.entry[1]), above = static_cast<X>(f.entry[2]);
    if (i == 0) {
      row[0] = {scale * below, scale * above, scale * b};
    } else {
      const Across& lower = row[i > 0 ? i - 1 : 0];
      row[i] = {-(scale * (below * lower.below)), scale * above, scale * (b - below * lower.right)};
    }
  });
  Across first = row[held - 2];
  unrolled<held - 2>(
      [&](int n) { first = elimination::with_row_below(row[held - 3 - n >= 0 ? held - 3 - n : 0], first); });
  const auto last = elimination::last_unknowns(*lane.exchange, first, row[held - 1], lane.number, lanes);
  ColumnValue<Lane, Where, X> x{{}, lane};
  X above = last.own;
  unrolled<held>([&](int n) {
    const int i = held - 1 - n;
    if (n > 0) above = row[i].right - row[i].below * last.below - row[i].above * above;
    x.rows[i] = above;
  });
  return x;
}

}  // namespace stencil::column_functions
