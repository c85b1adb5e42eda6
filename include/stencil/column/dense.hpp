// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/element.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/expression/stencil_broadcasted.hpp>
#include <stencil/grid.hpp>
#include <stencil/nodes/dense_matrix.hpp>
#include <stencil/nodes/dense_product.hpp>

namespace stencil {

/// What dense operators, running means and remaps demand of an argument.
template <class From, class N>
constexpr bool takes_columns_of() {
  using At = typename N::location;
  constexpr bool fits = std::is_same_v<At, From> || std::is_same_v<At, Surface> || std::is_same_v<At, AnyLocation>;
  static_assert(fits || std::is_same_v<From, Face>,
                "stencil: this operator takes values at centers, but was given values at faces; interpolate with "
                "InterpolateF2C, or use DenseF2C or DenseF2F for a matrix of faces");
  static_assert(fits || std::is_same_v<From, Center>,
                "stencil: this operator takes values at faces, but was given values at centers; interpolate with "
                "InterpolateC2F or use the operator's C2F form");
  constexpr bool numbers = std::is_arithmetic_v<typename N::value_type>;
  static_assert(
      numbers,
      "stencil: dense operators, running means and remaps take expressions of numbers; apply them to the components "
      "of a Vec one by one");
  return fits && numbers && column_functions::outside_column_functions<N>();
}

/// M x in every column: out_i = sum over j of M_ij x_j, the matrix shared by all columns. Rows of M are the levels of
/// the result, columns those of the argument; all numbers are taken in the precision of the argument. It stands
/// anywhere in an expression. Its adjoint is transpose(operator).
///
///   DenseC2C(entries, rows, columns): row after row; DenseC2C(view): a view of shape (rows, columns), such as
///   std::mdspan. With two grids more, the argument lives on the first and the result on the second.
///
/// ShapeError where the entries are not as many as that; where the matrix does not fit the levels, at the assignment.
template <class From, class To>
class DenseColumnOperator {
 public:
  DenseColumnOperator(std::span<const double> entries, int rows, int columns)
      : matrix_(std::make_shared<const SharedDenseMatrix>(std::vector<double>(entries.begin(), entries.end()), rows,
                                                          columns)) {}
  DenseColumnOperator(std::span<const double> entries, int rows, int columns, const ColumnGrid& from,
                      const ColumnGrid& to)
      : DenseColumnOperator(entries, rows, columns) {
    grids_ = {from.shared_data(), to.shared_data()};
    if (from.columns() != to.columns())
      throw GridError(std::string(dense_name<From, To>()) + ": the grid of the argument has " +
                      std::to_string(from.columns()) + " columns and that of the result " +
                      std::to_string(to.columns()) + "; give both the same number");
  }
  template <class View>
    requires requires(const View& v) { v.extent(1); }
  explicit DenseColumnOperator(const View& m)
      : DenseColumnOperator(entries_of(m), static_cast<int>(m.extent(0)), static_cast<int>(m.extent(1))) {}

  /// A compile-time error for entries without their number of rows and columns.
  template <class Entries>
    requires(
        !requires(const Entries& m) { m.extent(1); } && requires(const Entries& m) { m[0]; })
  explicit DenseColumnOperator(const Entries&) {
    static_assert(!std::is_same_v<Entries, Entries>,
                  "stencil: a dense operator takes the entries of its matrix in one array, row after row, and how many "
                  "rows and columns there are, DenseC2C(entries, rows, columns), or a view of both, as std::mdspan");
  }

  const SharedDenseMatrix& matrix() const { return *matrix_; }

  template <class E>
    requires(IsOperand<E> || IsLiteral<E>)
  auto operator()(E&& e) const {
    refuse_temporaries<E>();
    using N = node_of<E>;
    if constexpr (takes_columns_of<From, N>()) return DenseProduct<From, To, N>{as_node(e), matrix_, grids_};
  }

  friend DenseColumnOperator<To, From> transpose(const DenseColumnOperator& op) { return op.transposed(); }

 private:
  template <class, class>
  friend class DenseColumnOperator;
  DenseColumnOperator(std::shared_ptr<const SharedDenseMatrix> matrix, const BetweenGrids& grids)
      : matrix_(std::move(matrix)), grids_(grids) {}

  DenseColumnOperator<To, From> transposed() const {
    return DenseColumnOperator<To, From>(
        std::make_shared<const SharedDenseMatrix>(matrix_->entries_transposed(), matrix_->columns(), matrix_->rows()),
        BetweenGrids{grids_.to, grids_.from});
  }
  template <class View>
  static std::vector<double> entries_of(const View& m) {
    std::vector<double> entries;
    for (std::size_t i = 0; i < static_cast<std::size_t>(m.extent(0)); ++i)
      for (std::size_t j = 0; j < static_cast<std::size_t>(m.extent(1)); ++j) entries.push_back(element_of(m, i, j));
    return entries;
  }

  KeptObject<SharedDenseMatrix> matrix_;
  BetweenGrids grids_;
};

/// y = M x from centers to centers: M has a row for each level of the result and a column for each of x.
using DenseC2C = DenseColumnOperator<Center, Center>;
/// The same from centers to faces.
using DenseC2F = DenseColumnOperator<Center, Face>;
/// The same from faces to centers.
using DenseF2C = DenseColumnOperator<Face, Center>;
/// The same from faces to faces.
using DenseF2F = DenseColumnOperator<Face, Face>;

}  // namespace stencil
