// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/nodes/solve.hpp>

namespace stencil::detail::elimination {

/// The last `Size` values that were pushed; value[0] is the latest.
template <class T, int Size>
struct Latest {
  T value[Size > 0 ? Size : 1]{};
  STENCIL_FUNCTION void push(const T& latest) {
    for (int i = Size - 1; i > 0; --i) value[i] = value[i - 1];
    if (Size > 0) value[0] = latest;
  }
};

/// What a thread takes at once: one column, its values as they are.
struct OneColumn {
  template <class T>
  using values = T;
  template <class Where>
  STENCIL_FUNCTION static RowCursor<plan::StoreNothing, Where> at(const EvaluatedColumns& columns,
                                                                  std::ptrdiff_t column, int row) {
    return {columns, column, row, nullptr, 0};
  }
};

/// Solves the system of one column by one thread, row after row, for any band, in columns with ends and in rings. In a
/// ring the last unknowns, as many as the band is wide, are the border of a banded system and are computed first
/// (bordering; Golub and Van Loan, Matrix Computations, section 4.3). Taken: what the thread takes for a column.
template <class Out, class Taken = OneColumn>
class ColumnSolver {
  using Node = typename Out::expression_type;
  using Location = typename Out::location;
  using InMatrix = typename Node::matrix_type::value_type;
  using OnRight = typename Node::right_type::value_type;
  using Row = typename Taken::template values<InMatrix>;
  using System = detail::elimination::System<Row, typename Taken::template values<OnRight>>;
  using Entry = typename System::entry;
  using Value = typename System::value;
  using Reduced = typename System::reduced;
  static constexpr int above = System::above;
  static constexpr int below = System::below;
  static constexpr int width = below > above ? below : above;
  static constexpr int kept_entries = above + width;  ///< of a row, in scratch memory; the last `width` for rings

 public:
  /// The bytes of scratch memory for `count` columns. The values of one row of all columns are next to each other.
  static std::size_t scratch_bytes(const EvaluatedColumns& columns, std::ptrdiff_t count) {
    return (sizeof(Entry) * kept_entries + sizeof(Value)) * static_cast<std::size_t>(columns.levels + 1) *
           static_cast<std::size_t>(count);
  }

  STENCIL_FUNCTION ColumnSolver(const Out& out, const EvaluatedColumns& columns, std::ptrdiff_t column, char* scratch,
                                std::ptrdiff_t place, std::ptrdiff_t pitch, const Taken& taken = {})
      : out_(out),
        columns_(columns),
        column_(column),
        taken_(taken),
        pitch_(pitch),
        values_(reinterpret_cast<Value*>(scratch) + place),
        entries_(reinterpret_cast<Entry*>(scratch + sizeof(Value) * static_cast<std::size_t>(columns.levels + 1) *
                                                        static_cast<std::size_t>(pitch)) +
                 place) {}

  STENCIL_FUNCTION void run() const {
    if (!columns_.periodic) {
      bounded(rows_at<Location>(columns_.levels));
    } else if (columns_.levels <= 2 * width) {
      small_ring(columns_.levels);
    } else {
      ring(columns_.levels);
    }
  }

 private:
  STENCIL_FUNCTION auto at(int row) const { return taken_.template at<Location>(columns_, column_, row); }
  STENCIL_FUNCTION Value& kept(int row) const { return values_[row * pitch_]; }
  STENCIL_FUNCTION Entry& kept_above(int row, int j) const { return entries_[(row * kept_entries + j) * pitch_]; }
  STENCIL_FUNCTION Entry& kept_fill(int row, int f) const { return kept_above(row, above + f); }
  STENCIL_FUNCTION Row matrix(int row) const {
    const auto here = at(row);
    return here.template cast<InMatrix>(out_.expression.matrix.value(here));
  }
  STENCIL_FUNCTION Value right(int row) const {
    const auto here = at(row);
    return Value(here.template cast<OnRight>(out_.expression.right.value(here)));
  }
  STENCIL_FUNCTION void write(int row, const Value& x) const {
    const auto here = at(row);
    out_.store(here, here.template cast<typename Out::value_type>(x));
    if (columns_.periodic && std::is_same_v<Location, Face> && row == 0) write(columns_.levels, x);
  }

  STENCIL_FUNCTION void bounded(int rows) const {
    Latest<Reduced, below> before;
    for (int k = 0; k < rows; ++k) {
      const Reduced r = System::reduce(System::clipped(matrix(k), k, rows), right(k),
                                       [&](int i) -> const Reduced& { return before.value[i]; });
      for (int j = 0; j < above; ++j) kept_above(k, j) = r.above[j];
      kept(k) = r.right;
      before.push(r);
    }
    Latest<Value, above> after;
    for (int k = rows - 1; k >= 0; --k) {
      Value x = kept(k);
      for (int j = 0; j < above; ++j) x = x - kept_above(k, j) * after.value[j];
      write(k, x);
      after.push(x);
    }
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

  /// f(column, entry) for every entry of row k of a ring.
  template <class F>
  STENCIL_FUNCTION static void each_entry(const Row& row, int k, int rows, const F& f) {
    for (int i = 0; i < Row::size; ++i) f(row_in_ring(k + Row::low / 2 + i, rows), row.entry[i]);
  }

  STENCIL_FUNCTION void small_ring(int rows) const {
    constexpr int size = width > 0 ? 2 * width : 1;
    Entry a[size][size]{};
    Value b[size]{};
    for (int k = 0; k < rows; ++k) {
      each_entry(matrix(k), k, rows, [&](int j, const Entry& e) { a[k][j] = a[k][j] + e; });
      b[k] = right(k);
    }
    solve_dense(a, b, rows);
    for (int k = 0; k < rows; ++k) write(k, b[k]);
  }

  STENCIL_FUNCTION void ring(int rows) const {
    const int inner = rows - width;
    for (int k = 0; k < inner; ++k) reduce_inner(k, inner, rows);
    for (int k = inner - 2; k >= 0; --k) {
      for (int j = 0; j < above && k + 1 + j < inner; ++j) {
        const Entry factor = kept_above(k, j);
        kept(k) = kept(k) - factor * kept(k + 1 + j);
        for (int f = 0; f < width; ++f) kept_fill(k, f) = kept_fill(k, f) - factor * kept_fill(k + 1 + j, f);
      }
    }
    constexpr int size = width > 0 ? width : 1;
    Entry a[size][size]{};
    Value b[size]{};
    for (int k = inner; k < rows; ++k) {
      const int i = k - inner;
      b[i] = right(k);
      each_entry(matrix(k), k, rows, [&](int j, const Entry& e) {
        if (j >= inner) {
          a[i][j - inner] = a[i][j - inner] + e;
          return;
        }
        b[i] = b[i] - e * kept(j);
        for (int f = 0; f < width; ++f) a[i][f] = a[i][f] - e * kept_fill(j, f);
      });
    }
    solve_dense(a, b, width);
    for (int k = 0; k < inner; ++k) {
      Value x = kept(k);
      for (int f = 0; f < width; ++f) x = x - kept_fill(k, f) * b[f];
      write(k, x);
    }
    for (int k = inner; k < rows; ++k) write(k, b[k - inner]);
  }

  /// A right side of a ring's row together with the row's entries in the columns of the border, as further right sides.
  struct Bordered {
    static constexpr int border = width;
    Value right;
    Entry fill[border > 0 ? border : 1];

    friend STENCIL_FUNCTION Bordered operator*(const Entry& scale, const Bordered& x) {
      Bordered r{scale * x.right, {}};
      for (int f = 0; f < border; ++f) r.fill[f] = scale * x.fill[f];
      return r;
    }
    friend STENCIL_FUNCTION Bordered operator-(const Bordered& x, const Bordered& y) {
      Bordered r{x.right - y.right, {}};
      for (int f = 0; f < border; ++f) r.fill[f] = x.fill[f] - y.fill[f];
      return r;
    }
  };
  using Inner = detail::elimination::System<Row, Bordered>;

  STENCIL_FUNCTION typename Inner::reduced kept_inner(int row) const {
    typename Inner::reduced r{};
    if (row < 0) return r;
    for (int j = 0; j < above; ++j) r.above[j] = kept_above(row, j);
    r.right.right = kept(row);
    for (int f = 0; f < width; ++f) r.right.fill[f] = kept_fill(row, f);
    return r;
  }

  /// Eliminates in row k of a ring without its border. The reduced row is x_k + above x + fill x_border = kept.
  STENCIL_FUNCTION void reduce_inner(int k, int inner, int rows) const {
    Row row = matrix(k);
    Bordered b{right(k), {}};
    for (int i = 0; i < Row::size; ++i) {
      const int j = k + Row::low / 2 + i;
      if (j >= 0 && j < inner) continue;
      Entry& e = b.fill[row_in_ring(j, rows) - inner];
      e = e + row.entry[i];
      row.entry[i] = Entry{};
    }
    const auto r = Inner::reduce(row, b, [&](int i) { return kept_inner(k - 1 - i); });
    for (int j = 0; j < above; ++j) kept_above(k, j) = r.above[j];
    kept(k) = r.right.right;
    for (int f = 0; f < width; ++f) kept_fill(k, f) = r.right.fill[f];
  }

  const Out& out_;
  const EvaluatedColumns& columns_;
  std::ptrdiff_t column_;
  Taken taken_;
  std::ptrdiff_t pitch_;
  Value* values_;
  Entry* entries_;
};

}  // namespace stencil::detail::elimination
