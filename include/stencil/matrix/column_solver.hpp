// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/evaluate/row_cursor.hpp>
#include <stencil/matrix/solve.hpp>

namespace stencil::elimination {

/// A row of a ring without its last `Width` unknowns: x_k + above x + fill x_last = right.
template <class System, int Width>
struct ReducedInRing {
  typename System::reduced row;
  typename System::entry fill[Width > 0 ? Width : 1];
};

/// Solves the system of one column by one thread, rows in order, with any band, ends or wrapped around. In a ring the
/// last unknowns, as many as the band is wide, are the border of a banded system and are found first (bordering;
/// Golub and Van Loan, Matrix Computations, section 4.3).
template <class Out>
struct ColumnSolver {
  using Node = typename Out::expression_type;
  using Location = typename Out::location;
  using System = typename Node::system;
  using Row = typename Node::matrix_type::value_type;
  using Entry = typename System::entry;
  using Value = typename System::value;
  static constexpr int width = System::below > System::above ? System::below : System::above;
  using Reduced = ReducedInRing<System, width>;
  using At = RowCursor<plan::StoreNothing, Location>;

  const Out& out;
  const ColumnSet& columns;
  std::ptrdiff_t column;
  Reduced* scratch;  ///< of this column: row k at scratch[k * pitch]
  std::ptrdiff_t pitch;

  STENCIL_FUNCTION void run() const {
    const int rows = columns.periodic ? columns.levels : rows_at<Location>(columns.levels);
    if (!columns.periodic) {
      bounded(rows);
    } else if (rows <= 2 * width) {
      small_ring(rows);
    } else {
      ring(rows);
    }
    if (columns.periodic && std::is_same_v<Location, Face>) write(rows, kept(0).row.right);
  }

 private:
  STENCIL_FUNCTION At at(int row) const { return {columns, column, row, nullptr, 0}; }
  STENCIL_FUNCTION Reduced& kept(int row) const { return scratch[row * pitch]; }
  STENCIL_FUNCTION Row entries(int row) const { return static_cast<Row>(out.expression.matrix.value(at(row))); }
  STENCIL_FUNCTION Value right(int row) const { return Value(out.expression.right.value(at(row))); }
  STENCIL_FUNCTION void write(int row, const Value& x) const {
    out.store(at(row), static_cast<typename Out::value_type>(x));
  }

  STENCIL_FUNCTION void bounded(int rows) const {
    for (int k = 0; k < rows; ++k) {
      kept(k).row = System::reduce(System::clipped(entries(k), k, rows), right(k), [&](int i) {
        return k - 1 - i < 0 ? typename System::reduced{} : kept(k - 1 - i).row;
      });
    }
    for (int k = rows - 1; k >= 0; --k) {
      kept(k).row.right = System::substitute(
          kept(k).row, [&](int j) { return k + 1 + j < rows ? kept(k + 1 + j).row.right : Value{}; });
    }
    for (int k = 0; k < rows; ++k) write(k, kept(k).row.right);
  }

  /// Gauss elimination of a dense system in place; the right sides become the unknowns.
  template <int Size>
  STENCIL_FUNCTION static void solve_dense(Entry (&a)[Size][Size], Value (&b)[Size], int n) {
    for (int k = 0; k < n; ++k) {
      const Entry scale = inverse(a[k][k]);
      for (int j = k; j < n; ++j) a[k][j] = scale * a[k][j];
      b[k] = scale * b[k];
      for (int i = k + 1; i < n; ++i) {
        const Entry factor = a[i][k];
        for (int j = k; j < n; ++j) a[i][j] = a[i][j] - factor * a[k][j];
        b[i] = b[i] - factor * b[k];
      }
    }
    for (int k = n - 1; k >= 0; --k) {
      for (int j = k + 1; j < n; ++j) b[k] = b[k] - a[k][j] * b[j];
    }
  }

  /// f(column, entry) for every entry of a row of a ring.
  template <class F>
  STENCIL_FUNCTION static void each_entry(const Row& row, int k, int rows, const F& f) {
    for (int i = 0; i < Row::size; ++i) f(wrapped(k + Row::low / 2 + i, rows), row.entry[i]);
  }

  STENCIL_FUNCTION void small_ring(int rows) const {
    constexpr int size = width > 0 ? 2 * width : 1;
    Entry a[size][size]{};
    Value b[size]{};
    for (int k = 0; k < rows; ++k) {
      each_entry(entries(k), k, rows, [&](int j, const Entry& e) { a[k][j] = a[k][j] + e; });
      b[k] = right(k);
    }
    solve_dense(a, b, rows);
    for (int k = 0; k < rows; ++k) {
      kept(k).row.right = b[k];
      write(k, b[k]);
    }
  }

  STENCIL_FUNCTION void ring(int rows) const {
    const int inner = rows - width;
    for (int k = 0; k < inner; ++k) reduce_inner(k, inner, rows);
    for (int k = inner - 1; k >= 0; --k) {
      Reduced& here = kept(k);
      for (int j = 0; j < System::above && k + 1 + j < inner; ++j) {
        const Reduced& above = kept(k + 1 + j);
        here.row.right = here.row.right - here.row.above[j] * above.row.right;
        for (int f = 0; f < width; ++f) here.fill[f] = here.fill[f] - here.row.above[j] * above.fill[f];
      }
    }
    constexpr int size = width > 0 ? width : 1;
    Entry a[size][size]{};
    Value b[size]{};
    for (int k = inner; k < rows; ++k) {
      const int i = k - inner;
      b[i] = right(k);
      each_entry(entries(k), k, rows, [&](int j, const Entry& e) {
        if (j >= inner) {
          a[i][j - inner] = a[i][j - inner] + e;
          return;
        }
        b[i] = b[i] - e * kept(j).row.right;
        for (int f = 0; f < width; ++f) a[i][f] = a[i][f] - e * kept(j).fill[f];
      });
    }
    solve_dense(a, b, width);
    for (int k = 0; k < rows; ++k) {
      Value x = k < inner ? kept(k).row.right : b[k < inner ? 0 : k - inner];
      for (int f = 0; k < inner && f < width; ++f) x = x - kept(k).fill[f] * b[f];
      kept(k).row.right = x;
    }
    for (int k = 0; k < rows; ++k) write(k, kept(k).row.right);
  }

  STENCIL_FUNCTION void reduce_inner(int k, int inner, int rows) const {
    const Row row = entries(k);
    Reduced& here = kept(k);
    here = {};
    each_entry(row, k, rows, [&](int j, const Entry& e) {
      if (j >= inner) here.fill[j - inner] = here.fill[j - inner] + e;
    });
    Entry a[System::below + 1 + System::above]{};
    for (int i = 0; i < Row::size; ++i) {
      const int j = k + Row::low / 2 + i;
      if (j >= 0 && j < inner) a[i + Row::low / 2 + System::below] = row.entry[i];
    }
    Value b = right(k);
    for (int i = 0; i < System::below; ++i) {
      const int from = k - System::below + i;
      if (from < 0) continue;
      const Reduced& lower = kept(from);
      for (int j = 0; j < System::above; ++j) a[i + 1 + j] = a[i + 1 + j] - a[i] * lower.row.above[j];
      b = b - a[i] * lower.row.right;
      for (int f = 0; f < width; ++f) here.fill[f] = here.fill[f] - a[i] * lower.fill[f];
    }
    const Entry scale = inverse(a[System::below]);
    for (int j = 0; j < System::above; ++j) here.row.above[j] = scale * a[System::below + 1 + j];
    here.row.right = scale * b;
    for (int f = 0; f < width; ++f) here.fill[f] = scale * here.fill[f];
  }
};

}  // namespace stencil::elimination
