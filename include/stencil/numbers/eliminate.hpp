// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/numbers/band_row.hpp>

/// Gaussian elimination of a band matrix without pivoting, row by row from the bottom up (for one entry on each side:
/// the Thomas algorithm). Stable for diagonally dominant and for symmetric positive definite matrices; Golub and Van
/// Loan, Matrix Computations, section 4.3.
namespace stencil::detail::elimination {

/// 1 / pivot, by which everything in a row is multiplied; small matrices have an overload.
template <class T>
  requires(!is_composite<T> || requires(const T& p) { T(1) / p; })
STENCIL_FUNCTION constexpr T inverse(const T& pivot) {
  return T(1) / pivot;
}

/// What elimination leaves of a row: x_k + sum over i of above[i] x_{k+1+i} = right.
template <class Entry, class Value, int Above>
struct Reduced {
  Entry above[Above > 0 ? Above : 1];
  Value right;
};

/// The shape of a system whose matrix has rows of type Row and whose right side has values of type Value.
template <class Row, class Value>
struct System {
  static_assert(Row::low % 2 == 0,
                "stencil: solve takes a square matrix, whose rows and columns are both at centers or both at faces");
  using entry = typename Row::entry_type;
  using value = std::remove_cvref_t<decltype(std::declval<entry>() * std::declval<Value>())>;
  static constexpr int below = Row::low < 0 ? -Row::low / 2 : 0;
  static constexpr int above = Row::high > 0 ? Row::high / 2 : 0;
  using reduced = Reduced<entry, value, above>;

  /// Row k of a matrix of `rows` rows, without the entries outside the matrix.
  STENCIL_FUNCTION static constexpr Row clipped(Row row, int k, int rows) {
    for (int i = 0; i < Row::size; ++i) {
      const int column = k + Row::low / 2 + i;
      if (column < 0 || column >= rows) row.entry[i] = entry{};
    }
    return row;
  }

  /// Eliminates what stands below the diagonal of a row. before(i): what was left of the row i + 1 places below; rows
  /// that do not exist must be zero there, as must the entries that lead to them here.
  template <class Right, class Before>
  STENCIL_FUNCTION static constexpr reduced reduce(const Row& row, const Right& right, const Before& before) {
    // Entries from the farthest one below to the farthest one above, some of them perhaps outside the band.
    entry a[below + 1 + above]{};
    for (int i = 0; i < below + 1 + above; ++i) {
      const int from = i - below - Row::low / 2;
      if (from >= 0 && from < Row::size) a[i] = row.entry[from];
    }
    value b = value(right);
    for (int i = 0; i < below; ++i) {
      const auto& lower = before(below - 1 - i);
      for (int j = 0; j < above; ++j) a[i + 1 + j] = a[i + 1 + j] - a[i] * lower.above[j];
      b = b - a[i] * lower.right;
    }
    const entry scale = inverse(a[below]);
    reduced r{};
    for (int j = 0; j < above; ++j) r.above[j] = scale * a[below + 1 + j];
    r.right = scale * b;
    return r;
  }

  /// The unknown of a reduced row. after(i): the unknown i + 1 places above, zero where there is none.
  template <class After>
  STENCIL_FUNCTION static constexpr value substitute(const reduced& row, const After& after) {
    value x = row.right;
    for (int j = 0; j < above; ++j) x = x - row.above[j] * after(j);
    return x;
  }
};

}  // namespace stencil::detail::elimination
