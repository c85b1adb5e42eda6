// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/expression/math.hpp>
#include <stencil/numbers/block.hpp>

namespace stencil {

namespace functions {
/// Values as the components of a Vec.
struct MakeVec {
  static constexpr const char* name = "vec";
  static constexpr int cost = 0;
  template <class... X>
  STENCIL_FUNCTION constexpr auto operator()(const X&... x) const {
    if constexpr (requires { call_elementwise(*this, x...); }) {
      return call_elementwise(*this, x...);
    } else if constexpr ((is_dual<X> || ...)) {
      return detail::duals::joined(x...);
    } else {
      return Vec<std::common_type_t<X...>, sizeof...(X)>{{x...}};
    }
  }
};
/// "component<12>".
struct ComponentName {
  char text[24] = "component<";
  constexpr explicit ComponentName(int component) {
    int end = 11;
    for (int n = component; n > 9; n /= 10) ++end;
    text[end] = '>';
    for (int n = component; end-- > 10; n /= 10) text[end] = static_cast<char>('0' + n % 10);
  }
};
template <int I>
inline constexpr ComponentName component_name{I};
template <int I>
struct TakeComponent {
  static constexpr const char* name = component_name<I>.text;
  static constexpr int cost = 0;
  template <class X>
  STENCIL_FUNCTION constexpr auto operator()(const X& x) const {
    if constexpr (requires { call_elementwise(*this, x); }) {
      return call_elementwise(*this, x);
    } else {
      return x[I];
    }
  }
};
/// The number type of what JoinRows is given: that of its band matrices, double if there are none.
template <class... Row>
struct NumberInRows {
  using type = double;
};
template <class First, class... Rest>
struct NumberInRows<First, Rest...> : NumberInRows<Rest...> {};
template <class T, int Low, int High, class... Rest>
struct NumberInRows<BandRow<T, Low, High>, Rest...> {
  using type = scalar_of<T>;
};
/// Rows of band matrices as one row of N x N blocks; a number s stands for s times the identity. From::entry says which
/// of them gives an entry of a block.
template <std::size_t N, class From>
struct JoinRows {
  static constexpr const char* name = From::name;
  static constexpr int cost = 0;
  template <class... Row>
  STENCIL_FUNCTION constexpr auto operator()(const Row&... row) const {
    if constexpr (requires { call_elementwise(*this, row...); }) {
      return call_elementwise(*this, row...);
    } else {
      return joined(row...);
    }
  }
  /// The same; the numbers of rows may be vectors of numbers.
  template <class... Row>
  STENCIL_FUNCTION static constexpr auto joined(const Row&... row) {
    using Number = typename NumberInRows<Row...>::type;
    using All = decltype((as_band<Number>(row) + ...));
    const All rows[] = {All(as_band<Number>(row))...};
    using Entry = std::remove_cvref_t<decltype(From::template entry<N>(rows, 0, 0, 0))>;
    // By constants, so that g++ keeps blocks of vectors in registers.
    return detail::bands::row_of<BandRow<Matrix<Entry, N>, All::low, All::high>>([&](auto halves) {
      return [&]<std::size_t... B>(std::index_sequence<B...>) {
        Matrix<Entry, N> block;
        ((block.entry[B / N][B % N] = From::template entry<N>(rows, B / N, B % N, (halves - All::low) / 2)), ...);
        return block;
      }(std::make_index_sequence<N * N>{});
    });
  }

 private:
  template <class Number, class Row>
  STENCIL_FUNCTION static constexpr auto as_band(const Row& row) {
    if constexpr (is_band_row<Row>) {
      return row;
    } else if constexpr (std::is_same_v<Row, IdentityRow>) {
      return BandRow<Number, 0, 0>{{Number(1)}};
    } else {
      return BandRow<Number, 0, 0>{{static_cast<Number>(row)}};
    }
  }
};
/// N x N matrices, row by row.
struct FromMatrices {
  static constexpr const char* name = "blocks";
  template <std::size_t N, class Row>
  STENCIL_FUNCTION static constexpr auto entry(const Row* rows, std::size_t row, std::size_t column, int i) {
    return rows[row * N + column].entry[i];
  }
};
/// The columns of the blocks: rows of Vecs of N components.
struct FromColumns {
  static constexpr const char* name = "jacobian";
  template <std::size_t N, class Row>
  STENCIL_FUNCTION static constexpr auto entry(const Row* rows, std::size_t row, std::size_t column, int i) {
    return rows[column].entry[i][row];
  }
};
}  // namespace functions

/// Expressions as the components of a Vec: vec(u, v). Numbers may be among them: vec(u, 0.0).
template <class... Components>
  requires((IsOperand<Components> || IsLiteral<Components>) && ...) && (IsOperand<Components> || ...)
STENCIL_FUNCTION constexpr auto vec(Components&&... components) {
  refuse_temporaries<Components...>();
  using Beside = FirstOperand<std::remove_cvref_t<Components>...>;
  return broadcasted(functions::MakeVec{}, as_node_beside<Beside>(components)...);
}
/// A compile-time error for numbers alone.
template <class... Numbers>
  requires(sizeof...(Numbers) > 0 && (IsLiteral<Numbers> && ...))
STENCIL_FUNCTION constexpr auto vec(Numbers&&...) {
  static_assert(sizeof...(Numbers) == 0,
                "stencil: vec joins expressions, among which numbers may be: vec(u, 0.0); a Vec of numbers alone is "
                "Vec{1.0, 2.0}");
  return Vec<double, sizeof...(Numbers)>{};  // so that no other error follows
}
/// The trait behind has_component.
template <int I, class V>
struct HasComponent : std::false_type {};
template <int I, class T, std::size_t N>
struct HasComponent<I, Vec<T, N>> : std::bool_constant<(I >= 0 && I < static_cast<int>(N))> {};
/// Whether values of type V are Vecs that have a component I.
template <int I, class V>
constexpr bool has_component() {
  constexpr bool there = HasComponent<I, V>::value;
  static_assert(there,
                "stencil: component<I> takes Vecs that have a component I, counted from 0; these values are numbers or "
                "Vecs of fewer components");
  return there;
}

/// Component I of an expression of Vec values.
template <int I, IsOperand E>
STENCIL_FUNCTION constexpr auto component(E&& e) {
  refuse_temporaries<E>();
  if constexpr (has_component<I, typename node_of<E>::value_type>())
    return broadcasted(functions::TakeComponent<I>{}, as_node(e));
}

/// Whether a block of blocks() is a matrix, or a number s, which stands for s times the identity.
template <class M>
inline constexpr bool is_matrix_or_number = IsLiteral<M>;
template <IsOperand M>
inline constexpr bool is_matrix_or_number<M> =
    is_band_row<typename node_of<M>::value_type> || std::is_same_v<typename node_of<M>::value_type, IdentityRow>;

/// Several coupled systems as one: the block matrix of N x N band matrices, given row by row, for Vec values of N
/// components. solve(blocks<2>(A, B, C, D), vec(f, g)) finds u and v with A u + B v = f and C u + D v = g. A number s
/// is a block too, s times the identity: blocks<2>(identity(), 0.0, 0.0, A).
template <std::size_t N, class... Matrices>
  requires((IsOperand<Matrices> || IsLiteral<Matrices>) && ...)
STENCIL_FUNCTION constexpr auto blocks(const Matrices&... matrices) {
  static_assert(sizeof...(Matrices) == N * N, "stencil: blocks<N> takes N x N matrices, row by row");
  constexpr bool all = (is_matrix_or_number<Matrices> && ...);
  static_assert(
      all,
      "stencil: blocks takes matrices, such as jacobian(f, wrt(x)), identity() and numbers; write diagonal(x) "
      "for a diagonal one");
  if constexpr (all && sizeof...(Matrices) == N * N)
    return broadcasted(functions::JoinRows<N, functions::FromMatrices>{}, as_node(matrices)...);
}

}  // namespace stencil
