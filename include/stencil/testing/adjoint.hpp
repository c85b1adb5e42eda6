// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>

#include <stencil/testing/dense.hpp>
#include <stencil/testing/norm.hpp>
#include <stencil/testing/report.hpp>

namespace stencil::testing {

/// What is assumed of the values at the two end faces of a bounded column: that they are zero, so that nothing is left
/// over there, or nothing.
enum class EndFaces { zero, any };

/// Whether row `row` of a column may hold a value that is not zero.
template <class Location>
bool counts(const ColumnGrid& grid, EndFaces ends, int row) {
  const bool at_end = std::is_same_v<Location, Face> && !grid.periodic() && (row == 0 || row == grid.levels());
  return !at_end || ends == EndFaces::any;
}

/// Whether <A x, y> = <x, B y> for all x and y in the first column, A taking x to the location of y and B back. The
/// inner product is the sum of products times dc at centers, times df at faces (df/2 at an end face); so W_y A is
/// compared with the transpose of W_x B, entry by entry. Constants that boundary values leave are set aside. By default
/// values at the end faces are taken as zero: with EndFaces::any the identity must hold with them too, as it does for
/// GradientC2F with SetValue(0) at both ends and minus DivergenceF2C. Measured in eps of the sum of the magnitudes of
/// both matrices in the row of the entry.
template <class From = void, class A, class B>
Report is_adjoint(const A& a, const B& b, const ColumnGrid& grid, EndFaces ends = EndFaces::zero,
                  double tolerance = 100) {
  using X = argument_of<From, A>;
  using Y = result_of<X, A>;
  static_assert(std::is_same_v<result_of<Y, B>, X>,
                "stencil: of two adjoint operators the second takes the first one's result back to where its argument "
                "lives");
  const Dense there = to_dense<X>(a, grid), back = to_dense<Y>(b, grid);
  const auto x_weights = weights<X>(grid), y_weights = weights<Y>(grid);
  const auto weight = [&](const auto& of, bool faces, int row) {
    const bool whole = faces && grid.periodic() && row == 0;  // the other half is that of the last face
    return of[static_cast<std::size_t>(row)] * (whole ? 2 : 1);
  };
  const auto left = [&](int i, int j) { return weight(y_weights, std::is_same_v<Y, Face>, i) * there(i, j); };
  const auto right = [&](int i, int j) { return weight(x_weights, std::is_same_v<X, Face>, j) * back(j, i); };
  Worst worst;
  for (int i = 0; i < there.rows; ++i) {
    if (!counts<Y>(grid, ends, i)) continue;
    long double magnitude = 0;
    for (int j = 0; j < there.columns; ++j)
      if (counts<X>(grid, ends, j)) magnitude += std::abs(left(i, j)) + std::abs(right(i, j));
    for (int j = 0; j < there.columns; ++j) {
      if (!counts<X>(grid, ends, j)) continue;
      worst.look(in_eps(static_cast<long double>(left(i, j)) - right(i, j), magnitude), [&] {
        return "between " + std::string(Y::name) + " " + std::to_string(i) + " and " + X::name + " " +
               std::to_string(j) + ": " + text(left(i, j)) + " there, " + text(right(i, j)) + " back";
      });
    }
  }
  return worst.judge("is adjoint", "eps off", tolerance);
}

/// Whether <A x, y> = <x, A y> for an operator from centers to centers, or from faces to faces: is_adjoint with itself.
template <class From = void, class A>
Report is_symmetric(const A& a, const ColumnGrid& grid, EndFaces ends = EndFaces::zero, double tolerance = 100) {
  using X = argument_of<From, A>;
  static_assert(std::is_same_v<result_of<X, A>, X>,
                "stencil: a symmetric operator's result lives where its argument does");
  Report report = is_adjoint<X>(a, a, grid, ends, tolerance);
  report.message.replace(0, std::string("is adjoint").size(), "is symmetric");
  return report;
}

}  // namespace stencil::testing
