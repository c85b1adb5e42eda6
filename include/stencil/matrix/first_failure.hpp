// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/small_matrix.hpp>
#include <stencil/column/search.hpp>
#include <stencil/columnwise/solve.hpp>
#include <stencil/columnwise/staggered.hpp>
#include <stencil/field.hpp>
#include <stencil/finite.hpp>
#include <stencil/matrix/solve_error.hpp>

namespace stencil {

namespace functions {
/// Whether a number, or a component of a Vec or Matrix, is NaN or infinite.
struct IsNoNumber {
  static constexpr const char* name = "is_no_number";
  static constexpr int cost = 1;
  template <class X>
  STENCIL_FUNCTION constexpr auto operator()(const X& x) const {
    if constexpr (requires { call_elementwise(*this, x); }) {
      return call_elementwise(*this, x);
    } else if constexpr (STENCIL_ONLY_BITS_TELL && has_number_bits<X>) {
      return NumberBits<X>::of(x) >= NumberBits<X>::infinity;
    } else if constexpr (std::is_arithmetic_v<X>) {
      return is_nan(x - x);
    } else {
      return any_of(x);
    }
  }

 private:
  template <class T, std::size_t N>
  STENCIL_FUNCTION constexpr bool any_of(const Vec<T, N>& x) const {
    bool any = false;
    for (const T& part : x.component) any = any || (*this)(part);
    return any;
  }
  template <class T, std::size_t N>
  STENCIL_FUNCTION constexpr bool any_of(const Matrix<T, N>& x) const {
    bool any = false;
    for (const auto& row : x.entry) {
      for (const T& part : row) any = any || (*this)(part);
    }
    return any;
  }
};
/// Whether the pivot of a row was zero or NaN. place: the entry of the factors that has the pivot's inverse.
struct IsVanishedPivot {
  static constexpr const char* name = "vanished pivot";
  static constexpr int cost = 1;
  int place;
  template <class Factors>
  STENCIL_FUNCTION constexpr auto operator()(const Factors& factors) const {
    if constexpr (requires { call_elementwise(*this, factors); }) {
      return call_elementwise(*this, factors);
    } else {
      return IsNoNumber{}(factors.entry[place]);
    }
  }
};
}  // namespace functions

/// Inside a column function: the lowest level at which x, a value at centers or faces, is NaN or infinite; -1 if there
/// is none. One integer per column, to be assigned to a SurfaceField<int> and given to require_solved.
template <column_functions::IsColumnValue X>
STENCIL_FUNCTION constexpr auto first_failure(const X& x) {
  return first_level_where(broadcasted(functions::IsNoNumber{}, x), from_bottom);
}
/// Inside a column function: the lowest level at which `factorize(A)` had a pivot that is zero or NaN; -1 if there is
/// none. On a ring those of the highest rows, by which its ends are joined, are not among the factors. On a GPU, where
/// threads that share a column eliminate in another order, such a pivot may be at another level, or the solution may be
/// the first value that is not finite: check first_failure(x) of the solution too.
template <class Rows, bool Together, class Upper>
STENCIL_FUNCTION constexpr auto first_failure(const column_functions::Factorized<Rows, Together, Upper>& factors) {
  using Factors = column_functions::Factorized<Rows, Together, Upper>;
  return first_level_where(broadcasted(functions::IsVanishedPivot{Factors::below}, factors.rows), from_bottom);
}
template <class Factors>
STENCIL_FUNCTION constexpr auto first_failure(const column_functions::StaggeredFactors<Factors>& factors) {
  return first_failure(factors.factors);
}

/// A compile-time error for a field or an expression.
template <class E>
  requires(IsOperand<E> && !column_functions::IsColumnValue<E>)
constexpr auto first_failure(const E&) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: first_failure takes what factorize(A) or solve(A, b) gives inside a column function; of a "
                "field it is first_level_where(!isfinite(x))");
  return 0;
}

/// Throws SolveError, with the column and the level, if the result of first_failure is not -1 in some column; for the
/// first such column. Waits for the device. After an assignment in active_levels(first, last), where levels count from
/// the lowest active one, `first` too, a number or a SurfaceField<int>; columns without active cells keep the value
/// that they had, so set failures = no_level before. GridError where these fields are on different grids.
template <class T, class Backend, class Layout, class First = int>
void require_solved(const Field<T, Surface, Backend, Layout>& failures, const First& first = First{}) {
  static_assert(std::is_same_v<T, int>,
                "stencil: require_solved takes the levels of first_failure in a SurfaceField<int>");
  if constexpr (!std::is_convertible_v<First, int>)
    detail::checks::require_same_grid(failures.node(), false, first.node(), 2);
  const auto levels = failures.to_host();
  for (std::size_t column = 0; column < levels.size(); ++column) {
    if (levels[column] < 0) continue;
    int lowest = 0;
    if constexpr (std::is_convertible_v<First, int>) {
      lowest = first;
    } else {
      lowest = static_cast<int>(first.to_host()[column]);
    }
    throw SolveError("a column function met a pivot that is zero, or a value that is no number,", column,
                     static_cast<int>(levels[column]) + (lowest > 0 ? lowest : 0));
  }
}

}  // namespace stencil
