// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/stencil.hpp>
#include <stencil/testing/report.hpp>
#include <stencil/testing/scatter.hpp>

namespace stencil::testing {

/// op(x) = A x + c in one column. A has rows x columns entries, one row for each value of the result.
struct Dense {
  int rows = 0;                  ///< values of the result
  int columns = 0;               ///< values of the argument
  std::vector<double> entries;   ///< A, row after row
  std::vector<double> constant;  ///< c, what boundary values leave of x = 0

  double operator()(int row, int column) const {
    return entries[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                   static_cast<std::size_t>(column)];
  }
};

/// The location of an operator's argument: `Given`, or where that is void the first one that the operator names.
template <class Given, class Op>
struct ArgumentOf {
  /// The first of an operator's locations; declared only.
  template <class First, class... Rest>
  static First first(Locations<First, Rest...>);
  /// The location, as a type in a value.
  static constexpr auto find() {
    if constexpr (!std::is_void_v<Given>) {
      return std::type_identity<Given>{};
    } else if constexpr (requires { typename Op::arguments; }) {
      return std::type_identity<decltype(first(typename Op::arguments{}))>{};
    } else {
      static_assert(!std::is_void_v<Given>,
                    "stencil: the location of a function's argument cannot be known; give it, as in "
                    "to_dense<Center>(function, grid)");
      return std::type_identity<Center>{};
    }
  }
  using type = typename decltype(find())::type;
};
/// ArgumentOf by its type.
template <class Given, class Op>
using argument_of = typename ArgumentOf<Given, Op>::type;
/// The location of op(x) for an x at From.
template <class From, class Op>
using result_of =
    typename node_of<decltype(std::declval<const Op&>()(std::declval<const Field<double, From>&>()))>::location;

/// Values of one column that differ: on a ring the first and the last face are one.
template <class Location>
int independent_rows(const ColumnGrid& grid) {
  return grid.periodic() ? grid.levels() : rows_at<Location>(grid.levels());
}

/// op applied, by the CPU backend, to `value(row)` at every row of every column; the result in one of them.
template <class From, class Op, class Value>
std::vector<double> applied(const Op& op, const ColumnGrid& grid, std::size_t column, const Value& value) {
  const Field<double, From> x(grid);
  const int rows = independent_rows<From>(grid);
  for (std::size_t c = 0; c < grid.columns(); ++c)
    for (int row = 0; row < x.levels(); ++row) x(row, c) = value(row % rows);
  using To = result_of<From, Op>;
  Field<double, To> result(grid);
  result = op(x);
  std::vector<double> values(static_cast<std::size_t>(independent_rows<To>(grid)));
  for (std::size_t row = 0; row < values.size(); ++row) values[row] = result(static_cast<int>(row), column);
  return values;
}

/// The matrix of an operator, or of a function that makes an expression of one field, in one column of the grid, found
/// by applying it to zero and to every unit vector: N values at centers, N+1 at faces, N on a ring. An operator names
/// the location of its argument; for a function it is given, to_dense<Center>([&](const auto& x) { return op(w, x); },
/// grid). An operator that is not linear gets a matrix too, which says nothing: see is_linear.
template <class From = void, class Op>
Dense to_dense(const Op& op, const ColumnGrid& grid, std::size_t column = 0) {
  using Argument = argument_of<From, Op>;
  Dense dense;
  dense.constant = applied<Argument>(op, grid, column, [](int) { return 0.0; });
  dense.rows = static_cast<int>(dense.constant.size());
  dense.columns = independent_rows<Argument>(grid);
  dense.entries.resize(dense.constant.size() * static_cast<std::size_t>(dense.columns));
  for (int j = 0; j < dense.columns; ++j) {
    const auto image = applied<Argument>(op, grid, column, [j](int row) { return row == j ? 1.0 : 0.0; });
    for (std::size_t i = 0; i < image.size(); ++i)
      dense.entries[i * static_cast<std::size_t>(dense.columns) + static_cast<std::size_t>(j)] =
          image[i] - dense.constant[i];
  }
  return dense;
}

/// Whether op(x) = A x with the matrix of to_dense, for scattered x of both signs, in the first column. Measured in eps
/// of the sum of |A x| in a row. Boundary values that are not zero make an operator affine, which is not linear.
template <class From = void, class Op>
Report is_linear(const Op& op, const ColumnGrid& grid, double tolerance = 100) {
  using Argument = argument_of<From, Op>;
  const Dense dense = to_dense<Argument>(op, grid);
  Worst worst;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const auto x = [seed](int row) { return scattered(static_cast<std::uint64_t>(row), seed); };
    const auto got = applied<Argument>(op, grid, 0, x);
    for (int i = 0; i < dense.rows; ++i) {
      long double expected = 0, magnitude = 0;
      for (int j = 0; j < dense.columns; ++j) {
        expected += static_cast<long double>(dense(i, j)) * x(j);
        magnitude += std::abs(static_cast<long double>(dense(i, j)) * x(j));
      }
      const double value = got[static_cast<std::size_t>(i)];
      const double of_zero = dense.constant[static_cast<std::size_t>(i)];
      worst.look(in_eps(value - expected, magnitude), [&] {
        return "in row " + std::to_string(i) + ": " + text(value) + " against " + text(static_cast<double>(expected)) +
               " by superposition; the value of zero is " + text(of_zero);
      });
    }
  }
  return worst.judge("is linear", "eps off", tolerance);
}

}  // namespace stencil::testing
