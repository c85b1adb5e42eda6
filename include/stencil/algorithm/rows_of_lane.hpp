// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/algorithm/tridiagonal_parts.hpp>
#include <stencil/algorithm/wide_words.hpp>

/// The rows of a tridiagonal system that a lane holds, and rows of a system with five diagonals as such: two rows
/// together are one row of blocks of 2 x 2.
namespace stencil::detail::elimination {

/// The inverse pivots of a lane's rows, from the bottom up. A pivot is what is left of the diagonal once the row below
/// is eliminated.
template <class Exchange, class Entry>
struct Pivots {
  const Exchange& exchange;
  Entry eliminated{};  ///< the entry above of the latest row, divided by its pivot

  /// The inverse pivot of row i of the lane. It calls `found` twice, because nvcc 13 takes more registers if one call
  /// chooses between pivots.
  STENCIL_FUNCTION Entry inverse(int i, const Entry& below, const Entry& diagonal, const Entry& above) {
    return i == 0 ? found(diagonal, above) : found(diagonal - below * eliminated, above);
  }

 private:
  STENCIL_FUNCTION Entry found(const Entry& pivot, const Entry& above) {
    const Entry inverse = inverted(exchange, pivot);
    eliminated = inverse * above;
    return inverse;
  }
};

/// A row of a tridiagonal system and its pivot.
template <class Entry, class Value>
struct RowWithPivot {
  Entry below;
  Entry inverse;  ///< of the pivot
  Entry above;
  Value right;
};

/// The rows of a lane after elimination, x_i + below x_(last of the lane below) + above x_(i+1) = right, and the
/// equation of its first unknown with those of the lanes around it.
template <class Entry, class Value, int Count>
struct RowsOfLane {
  using Across = Equation<Entry, Value>;
  Across row[Count];
  Across first;

  /// row_of(i): the RowWithPivot number i of the lane. It is called from the bottom up.
  template <class RowOf>
  STENCIL_FUNCTION explicit RowsOfLane(const RowOf& row_of) {
    unrolled<Count>([&](int i) {
      const RowWithPivot<Entry, Value> r = row_of(i);
      if (i == 0) {
        row[0] = {r.inverse * r.below, r.inverse * r.above, r.inverse * r.right};
      } else {
        const Across& lower = row[i > 0 ? i - 1 : 0];
        row[i] = {-(r.inverse * (r.below * lower.below)), r.inverse * r.above,
                  r.inverse * (r.right - r.below * lower.right)};
      }
    });
    if constexpr (Count == 1) {
      first = first_of_one<Across>();
    } else {
      first = row[Count - 2];
      unrolled<Count - 2>([&](int n) { first = with_row_below(row[Count - 3 - n >= 0 ? Count - 3 - n : 0], first); });
    }
  }
  STENCIL_FUNCTION const Across& last() const { return row[Count - 1]; }

  /// f(i, x) for the unknowns of the lane, from the last one down.
  template <class F>
  STENCIL_FUNCTION void each_unknown(const LastUnknowns<Value>& last, const F& f) const {
    Value x = last.own;
    unrolled<Count>([&](int n) {
      const int i = Count - 1 - n;
      if (n > 0) x = row[i].right - row[i].below * last.below - row[i].above * x;
      f(i, x);
    });
  }
};

/// A row of the blocks that two rows make: the block below, that of the diagonal, the block above.
template <class T>
struct RowOfBlocks {
  Matrix<T, 2> below, diagonal, above;
};
template <class T>
STENCIL_FUNCTION Matrix<T, 2> block_of(T a, T b, T c, T d) {
  Matrix<T, 2> block;
  block.entry[0][0] = a;
  block.entry[0][1] = b;
  block.entry[1][0] = c;
  block.entry[1][1] = d;
  return block;
}
/// Of the blocks beside the diagonal one entry is zero, so that two rows of five entries hold three blocks.
template <class T>
STENCIL_FUNCTION RowOfBlocks<T> blocks_of(const T (&lower)[5], const T (&upper)[5]) {
  return {block_of(lower[0], lower[1], T{}, upper[0]), block_of(lower[2], lower[3], upper[1], upper[2]),
          block_of(lower[4], T{}, upper[3], upper[4])};
}

/// Eliminates the unknown of the highest row from the row `places` below it, except for the entry that leads to it. The
/// rows have as many entries on either side of the diagonal; `highest` is divided by its pivot.
template <class T, int Size>
STENCIL_FUNCTION void eliminate_highest(const T (&highest)[Size], int places, T (&row)[Size]) {
  constexpr int beside = Size / 2;
  for (int j = 0; j < beside; ++j) {
    if (j + places < Size) row[j + places] = row[j + places] - row[beside + places] * highest[j];
  }
}

}  // namespace stencil::detail::elimination
