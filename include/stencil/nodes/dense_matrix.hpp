// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <stencil/copies.hpp>
#include <stencil/error.hpp>

namespace stencil {

/// A matrix that all columns share, `rows` x `columns` numbers, row after row. Backends keep the copies that they
/// multiply with beside it.
class SharedDenseMatrix : public DerivedCopies {
 public:
  SharedDenseMatrix(std::vector<double> entries, int rows, int columns)
      : entries_(std::move(entries)), rows_(rows), columns_(columns) {
    const bool counted = rows > 0 && columns > 0 && entries_.size() == static_cast<std::size_t>(rows) * count_of_row();
    if (!counted)
      throw ShapeError(
          "a dense operator takes the entries of a matrix of at least one row and one column, row after "
          "row, but " +
          std::to_string(entries_.size()) + " entries were given for " + std::to_string(rows) + " x " +
          std::to_string(columns));
  }

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  double operator()(int row, int column) const {
    return entries_[static_cast<std::size_t>(row) * count_of_row() + static_cast<std::size_t>(column)];
  }
  std::vector<double> entries_transposed() const {
    std::vector<double> entries;
    entries.reserve(entries_.size());
    for (int j = 0; j < columns_; ++j)
      for (int i = 0; i < rows_; ++i) entries.push_back((*this)(i, j));
    return entries;
  }

 private:
  std::size_t count_of_row() const { return static_cast<std::size_t>(columns_); }

  std::vector<double> entries_;
  int rows_;
  int columns_;
};

/// The transposed matrix as values[column * pitch + row], with zeros to whole multiples of `step` rows and columns, so
/// that no loop over pieces of it has a remainder.
template <class T>
struct PaddedTranspose {
  static constexpr int step = 128;
  std::vector<T> values;
  int pitch;

  explicit PaddedTranspose(const SharedDenseMatrix& m) : pitch((m.rows() + step - 1) / step * step) {
    const auto of_row = static_cast<std::size_t>(pitch);
    values.resize(of_row * static_cast<std::size_t>((m.columns() + step - 1) / step * step));
    for (int j = 0; j < m.columns(); ++j)
      for (int i = 0; i < m.rows(); ++i)
        values[static_cast<std::size_t>(j) * of_row + static_cast<std::size_t>(i)] = static_cast<T>(m(i, j));
  }
};

/// The transposed matrix as kernels read it.
template <class T>
struct DenseView {
  const T* values;
  int rows;
  int columns;
  int pitch;
};

}  // namespace stencil
