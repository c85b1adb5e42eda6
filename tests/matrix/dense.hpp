// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <stencil/stencil.hpp>

#include "support/elimination.hpp"
#include "support/numbers.hpp"

/// Systems of one column as dense matrices of long double numbers, solved with pivoting.
namespace dense {

using namespace stencil;
using Vector = std::vector<long double>;

class Matrix {
 public:
  explicit Matrix(int size) : rows_(static_cast<std::size_t>(size), Vector(static_cast<std::size_t>(size))) {}
  long double& at(int row, int column) { return rows_.data()[row].data()[column]; }
  int size() const { return static_cast<int>(rows_.size()); }
  Vector solved(const Vector& right) const { return support::solved(rows_, right); }

 private:
  std::vector<Vector> rows_;
};

/// How many numbers an entry has in each direction, and one of them.
template <class T>
struct EntryOf {
  static constexpr int size = 1;
  static long double number(const T& entry, int, int) { return entry; }
};
template <class T, std::size_t N>
struct EntryOf<stencil::Matrix<T, N>> {
  static constexpr int size = static_cast<int>(N);
  static long double number(const stencil::Matrix<T, N>& entry, int row, int column) {
    return entry.entry[row][column];
  }
};

/// Adds the rows of a column of a field of band rows to a dense matrix, from (first_row, first_column) on.
template <class Rows>
void add(Matrix& to, const Rows& rows, std::size_t column, int first_row, int first_column) {
  using Row = typename Rows::value_type;
  using Location = typename Rows::location;
  using Entry = EntryOf<typename Row::entry_type>;
  const int levels = rows.grid().levels();
  const bool ring = rows.grid().periodic();
  const int columns = ring ? levels : rows_at<location_at<Location, Row::low>>(levels);
  for (int k = 0; k < (ring ? levels : rows.levels()); ++k) {
    for (int i = 0; i < Row::size; ++i) {
      int j = k + index_shift<Location>(Row::low + 2 * i);
      if (ring) j = (j % levels + levels) % levels;
      if (j < 0 || j >= columns) continue;
      const Row row = rows(k, column);
      for (int r = 0; r < Entry::size; ++r) {
        for (int c = 0; c < Entry::size; ++c)
          to.at(first_row + k * Entry::size + r, first_column + j * Entry::size + c) +=
              Entry::number(row.entry[i], r, c);
      }
    }
  }
}

/// Random entries between -1 and 1 in every row of a field; those on the diagonal become the sum of the magnitudes of
/// the row's others plus `more`.
template <class Rows>
void fill_dominant(Rows& rows, double more, unsigned seed) {
  using Row = typename Rows::value_type;
  using Entry = EntryOf<typename Row::entry_type>;
  std::uint64_t place = 0;
  for (std::size_t c = 0; c < rows.columns(); ++c) {
    for (int k = 0; k < rows.levels(); ++k) {
      Row row{};
      for (int r = 0; r < Entry::size; ++r) {
        double sum = more;
        for (int i = 0; i < Row::size * Entry::size; ++i) {
          const double x = support::scattered(++place, seed);
          auto& entry = row.entry[i / Entry::size];
          if constexpr (Entry::size == 1) {
            entry = x;
          } else {
            entry.entry[r][i % Entry::size] = x;
          }
          if (i != -Row::low / 2 * Entry::size + r) sum += std::fabs(x);
        }
        if constexpr (Row::low <= 0 && Row::high >= 0 && Row::low % 2 == 0) {
          auto& entry = row.entry[-Row::low / 2];
          if constexpr (Entry::size == 1) {
            entry = sum;
          } else {
            entry.entry[r][r] = sum;
          }
        }
      }
      rows(k, c) = row;
    }
  }
}

}  // namespace dense
