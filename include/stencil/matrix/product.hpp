// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/math.hpp>
#include <stencil/expression/operator.hpp>
#include <stencil/numbers/band_row.hpp>
#include <stencil/numbers/dual_number.hpp>

namespace stencil {

/// An expression whose values are rows of a band matrix; its location is that of the rows.
template <class E>
concept MatrixOperand = IsOperand<E> && is_band_row<typename node_of<E>::value_type>;

/// The location of a matrix's columns, which is that of the values it can be multiplied by.
template <class N>
using column_location = location_at<typename N::location, N::value_type::low>;

namespace detail::matrices {

/// Whether the entry of an end row that is `Halves` half levels away belongs to a level of the column.
template <class Result, int Halves, class E>
STENCIL_FUNCTION constexpr bool is_inside(E end) {
  constexpr int more_rows = Halves % 2 == 0 ? 0 : std::is_same_v<Result, Face> ? -1 : 1;
  constexpr int from_end =
      E::is_bottom ? E::row + index_shift<Result>(Halves) : E::row - index_shift<Result>(Halves) + more_rows;
  return from_end >= 0 && from_end < rows_at<location_at<Result, Halves>>(end.cells);
}

template <int Halves, class T, int Low, int High>
STENCIL_FUNCTION constexpr T entry(const BandRow<T, Low, High>& row) {
  return row.template at<Halves>();
}
template <int Halves>
STENCIL_FUNCTION constexpr OperationProbe entry(const OperationProbe& row) {
  return row;
}

/// An entry times the value at its level, or times that row of another matrix, with offsets counted from the entry's
/// own row.
template <int Halves, class T, class V>
STENCIL_FUNCTION constexpr auto contribution(const T& entry, const V& value) {
  return entry * value;
}
template <int Halves, class T, class U, int Low, int High>
STENCIL_FUNCTION constexpr auto contribution(const T& entry, const BandRow<U, Low, High>& row) {
  BandRow<decltype(entry * row.entry[0]), Low + Halves, High + Halves> r{};
  for (int i = 0; i < row.size; ++i) r.entry[i] = entry * row.entry[i];
  return r;
}

/// The sum of f(LevelOffset<Low>), f(LevelOffset<Low + 2>), ..., f(LevelOffset<High>).
template <int Low, int High, class F>
STENCIL_FUNCTION constexpr auto sum_over_band(const F& f) {
  if constexpr (Low == High) {
    return f(LevelOffset<Low>{});
  } else {
    return sum_over_band<Low, High - 2>(f) + f(LevelOffset<High>{});
  }
}
/// The same in an end row, over the entries that belong to levels of the column. No values beyond the end are read.
template <class Result, int Low, int High, class F, class E>
STENCIL_FUNCTION constexpr auto sum_inside(const F& f, E end) {
  using Sum = decltype(sum_over_band<Low, High>(f));
  Sum sum{};
  [&]<int... I>(std::integer_sequence<int, I...>) {
    ((is_inside<Result, Low + 2 * I>(end) ? void(sum = sum + Sum(f(LevelOffset<Low + 2 * I>{}))) : void()), ...);
  }(std::make_integer_sequence<int, (High - Low) / 2 + 1>{});
  return sum;
}

}  // namespace detail::matrices

/// A band matrix times a vector, or times another matrix: (A x)_k = sum over d of A_k(d) x_{k+d}.
template <class Rows, int Low, int High>
struct BandTimes : Operator<BandTimes<Rows, Low, High>> {
  static constexpr const char* name = "*";
  using arguments = Locations<Rows, location_at<Rows, Low>>;
  using result = Rows;

  template <class A, class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(A a, X x, G) {
    return detail::matrices::sum_over_band<Low, High>(term(a(), x));
  }
  template <class A, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(OperatorClosure, A a, X x, G, E end) {
    return detail::matrices::sum_inside<Rows, Low, High>(term(a(), x), end);
  }

 private:
  template <class Row, class X>
  STENCIL_FUNCTION static constexpr auto term(const Row& row, X x) {
    return [row, x]<int H>(LevelOffset<H> column) {
      return detail::matrices::contribution<H>(detail::matrices::entry<H>(row), x(column));
    };
  }
};

/// The transpose of a number is the number, with its derivatives where it has some.
template <class T>
  requires(!is_composite<T> || is_dual<T>)
STENCIL_FUNCTION constexpr const T& transposed(const T& number) {
  return number;
}

/// The transpose of a band matrix: row j has the entries in column j of the rows around it.
template <class Columns, int Low, int High>
struct BandTranspose : Operator<BandTranspose<Columns, Low, High>> {
  static constexpr const char* name = "transpose";
  using arguments = Locations<location_at<Columns, Low>>;
  using result = Columns;

  template <class A, class G>
  STENCIL_FUNCTION static constexpr auto interior(A a, G) {
    return detail::matrices::sum_over_band<-High, -Low>(entry_of(a));
  }
  template <class A, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(OperatorClosure, A a, G, E end) {
    return detail::matrices::sum_inside<Columns, -High, -Low>(entry_of(a), end);
  }

 private:
  template <class A>
  STENCIL_FUNCTION static constexpr auto entry_of(A a) {
    return [a]<int H>(LevelOffset<H> row) { return placed<H>(detail::matrices::entry<-H>(a(row))); };
  }
  template <int H, class T>
  STENCIL_FUNCTION static constexpr auto placed(const T& entry) {
    if constexpr (std::is_same_v<T, OperationProbe>) {
      return entry;
    } else {
      return BandRow<T, H, H>{{transposed(entry)}};
    }
  }
};

/// The transpose of a matrix expression: <A x, y> = <x, transpose(A) y>. Rows are where A has its columns; units: those
/// of A.
template <MatrixOperand A>
STENCIL_FUNCTION constexpr auto transpose(const A& a) {
  using Row = typename node_of<A>::value_type;
  return BandTranspose<column_location<node_of<A>>, Row::low, Row::high>()(a);
}

namespace functions {
struct MakeRow {
  static constexpr const char* name = "band";
  static constexpr int cost = 0;
  template <class First, class... Rest>
  STENCIL_FUNCTION constexpr auto operator()(const First& first, const Rest&... rest) const {
    constexpr int reach = static_cast<int>(sizeof...(Rest));
    using T = std::remove_cvref_t<decltype((first + ... + rest))>;
    return BandRow<T, -reach, reach>{{T(first), T(rest)...}};
  }
};
}  // namespace functions

/// The band matrix with these diagonals, from the lowest to the highest: band(lower, diagonal, upper) is tridiagonal,
/// five diagonals give two on each side. The arguments are an odd number of expressions at one location, numbers, or
/// values per column. The value of a diagonal at level k is the entry in row k; entries of the first and last rows that
/// would be outside the matrix are not used. Units: those of the diagonals.
template <class... Diagonals>
  requires((IsOperand<Diagonals> || IsLiteral<Diagonals>) && ...)
STENCIL_FUNCTION constexpr auto band(Diagonals&&... diagonals) {
  refuse_temporaries<Diagonals...>();
  static_assert(sizeof...(Diagonals) % 2 == 1,
                "stencil: band takes an odd number of diagonals, the main one in the middle");
  static_assert((IsOperand<Diagonals> || ...), "stencil: at least one diagonal of band is a field or an expression");
  constexpr bool of_numbers = !(is_vec<typename node_of<Diagonals>::value_type> || ...);
  static_assert(of_numbers,
                "stencil: the diagonals of band are numbers; the matrix of a system of Vecs is made of blocks: "
                "blocks<2>(a, b, c, d)");
  if constexpr (of_numbers && sizeof...(Diagonals) % 2 == 1 && (IsOperand<Diagonals> || ...)) {
    using Beside = FirstOperand<std::remove_cvref_t<Diagonals>...>;
    return broadcasted(functions::MakeRow{}, as_node_beside<Beside>(diagonals)...);
  }
}

/// The diagonal matrix of a field's values, in their units; rows and columns are where they are.
template <IsOperand D>
STENCIL_FUNCTION constexpr auto diagonal(D&& d) {
  refuse_temporaries<D>();
  return d * ScalarNode<IdentityRow>{};
}

namespace functions {
struct TakeDiagonal {
  static constexpr const char* name = "diagonal of";
  static constexpr int cost = 0;
  template <class Row>
  STENCIL_FUNCTION constexpr auto operator()(const Row& row) const {
    return row.template at<0>();
  }
};
}  // namespace functions

/// The values on the main diagonal of a square matrix, in its units, at its rows; zero where its band does not reach
/// the diagonal. Of a ring that is shorter than the band the entries that lie around the ring on the diagonal are not
/// added.
template <MatrixOperand A>
STENCIL_FUNCTION constexpr auto diagonal_of(A&& matrix) {
  refuse_temporaries<A>();
  constexpr bool square = node_of<A>::value_type::low % 2 == 0;
  static_assert(square,
                "stencil: diagonal_of takes a square matrix, whose rows and columns are both at centers or both at "
                "faces");
  if constexpr (square) return broadcasted(functions::TakeDiagonal{}, as_node(matrix));
}

/// @{
/// Compile-time errors for values and numbers.
template <class E>
  requires((IsOperand<E> && !MatrixOperand<E>) || IsLiteral<E>)
constexpr auto transpose(const E&) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: transpose takes a matrix, as jacobian(e, wrt(x)), operator_matrix(op) and band(lower, "
                "diagonal, upper) are, or a dense operator");
  return E{};
}
template <class E>
  requires((IsOperand<E> && !MatrixOperand<E>) || IsLiteral<E>)
constexpr auto diagonal_of(const E&) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: diagonal_of takes a matrix, as jacobian(e, wrt(x)) is; the matrix with the values x on its "
                "diagonal is diagonal(x)");
  return E{};
}
/// @}

/// The identity matrix, without units, in sums with other matrices: identity() - dt * jacobian(tendency, wrt(x)).
STENCIL_FUNCTION constexpr ScalarNode<IdentityRow> identity() { return {}; }
/// @{
/// Rows of identity() + identity() and of identity() - identity(): multiples of the identity.
STENCIL_FUNCTION constexpr BandRow<double, 0, 0> operator+(IdentityRow, IdentityRow) { return {{2.0}}; }
STENCIL_FUNCTION constexpr BandRow<double, 0, 0> operator-(IdentityRow, IdentityRow) { return {{0.0}}; }
/// @}
/// The diagonal matrix of a number: that times identity().
template <class D>
  requires std::is_arithmetic_v<D>
STENCIL_FUNCTION constexpr auto diagonal(const D& d) {
  return d * identity();
}
/// identity() / x: the diagonal matrix of 1 / x.
template <class A, class B>
  requires OperandPair<A, B> && (std::is_same_v<typename node_of<A>::value_type, IdentityRow>)
STENCIL_FUNCTION constexpr auto operator/(A&&, B&& b) {
  refuse_temporaries<B>();
  return (1.0 / b) * identity();
}

/// matrix * vector, values where the matrix has its rows, and matrix * matrix. The right factor has its values, or its
/// rows, where the left one has its columns. Units: the product of both. Other products scale the rows of a matrix:
/// those with a number, and those with values on the left (f * A).
template <class A, class B>
  requires OperandPair<A, B> && (is_matrix_product<A, B>())
STENCIL_FUNCTION constexpr auto operator*(A&& a, B&& b) {
  refuse_temporaries<A, B>();
  using N = node_of<A>;
  using Row = typename N::value_type;
  constexpr bool fits = std::is_same_v<column_location<N>, typename node_of<B>::location>;
  static_assert(fits || !std::is_same_v<column_location<N>, Center>,
                "stencil: this matrix takes values at centers, but was given values at faces");
  static_assert(fits || !std::is_same_v<column_location<N>, Face>,
                "stencil: this matrix takes values at faces, but was given values at centers");
  constexpr bool has_rows = !std::is_same_v<column_location<N>, AnyLocation>;
  static_assert(has_rows,
                "stencil: a multiple of identity() has no rows of its own, so it is no factor of values; write the "
                "number times the values");
  if constexpr (fits && has_rows) return BandTimes<typename N::location, Row::low, Row::high>()(a, b);
}

}  // namespace stencil
