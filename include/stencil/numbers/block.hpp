// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/numbers/dual.hpp>

namespace stencil {

/// A dense N x N matrix at one point: an entry of a block band matrix, which couples the components of Vec values.
template <class T, std::size_t N>
struct Matrix {
  using multiplied = Vec<T, N>;
  T entry[N][N]{};  ///< [row][column]

  constexpr Matrix() = default;
  /// That number times the identity.
  template <class S>
    requires(std::is_same_v<S, T> || std::is_arithmetic_v<S>)
  STENCIL_FUNCTION explicit constexpr Matrix(S diagonal) {
    for (std::size_t i = 0; i < N; ++i) entry[i][i] = static_cast<T>(diagonal);
  }
  /// Entries with derivatives in a wider band, or constants.
  template <class U>
    requires(is_dual<T> && !std::is_same_v<U, T> && std::is_convertible_v<U, T>)
  STENCIL_FUNCTION explicit constexpr Matrix(const Matrix<U, N>& a) {
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t j = 0; j < N; ++j) entry[i][j] = a.entry[i][j];
    }
  }
  STENCIL_FUNCTION constexpr Matrix operator-() const {
    Matrix r;
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t j = 0; j < N; ++j) r.entry[i][j] = -entry[i][j];
    }
    return r;
  }
};

template <class T, std::size_t N>
struct ScalarOf<Matrix<T, N>> : ScalarOf<T> {};
template <class T, std::size_t N>
inline constexpr bool has_duals<Matrix<T, N>> = has_duals<T>;

namespace detail::bands {
/// Whether entries of these types may meet: numbers of one type, or such with derivatives.
template <class T, class U>
concept Entries = std::is_same_v<T, U> || is_dual<T> || is_dual<U>;

template <class F, class T, std::size_t N>
STENCIL_FUNCTION constexpr auto map(const F& f, const Matrix<T, N>& a) {
  Matrix<std::remove_cvref_t<decltype(f(a.entry[0][0]))>, N> r;
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < N; ++j) r.entry[i][j] = f(a.entry[i][j]);
  }
  return r;
}
}  // namespace detail::bands

template <class T, class U, std::size_t N>
  requires detail::bands::Entries<T, U>
STENCIL_FUNCTION constexpr auto operator+(const Matrix<T, N>& a, const Matrix<U, N>& b) {
  Matrix<std::remove_cvref_t<decltype(a.entry[0][0] + b.entry[0][0])>, N> r;
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < N; ++j) r.entry[i][j] = a.entry[i][j] + b.entry[i][j];
  }
  return r;
}
// A number s beside a block stands for s times the identity.
template <class T, std::size_t N, class S>
  requires std::is_arithmetic_v<S>
STENCIL_FUNCTION constexpr auto operator+(const Matrix<T, N>& a, S s) {
  return a + Matrix<T, N>(static_cast<T>(s));
}
template <class T, std::size_t N, class S>
  requires std::is_arithmetic_v<S>
STENCIL_FUNCTION constexpr auto operator+(S s, const Matrix<T, N>& a) {
  return Matrix<T, N>(static_cast<T>(s)) + a;
}
template <class T, class U, std::size_t N>
  requires detail::bands::Entries<T, U>
STENCIL_FUNCTION constexpr auto operator-(const Matrix<T, N>& a, const Matrix<U, N>& b) {
  return a + (-b);
}
template <class T, class U, std::size_t N>
  requires detail::bands::Entries<T, U>
STENCIL_FUNCTION constexpr auto operator*(const Matrix<T, N>& a, const Matrix<U, N>& b) {
  Matrix<std::remove_cvref_t<decltype(a.entry[0][0] * b.entry[0][0])>, N> r;
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < N; ++j) {
      for (std::size_t k = 0; k < N; ++k) r.entry[i][j] = r.entry[i][j] + a.entry[i][k] * b.entry[k][j];
    }
  }
  return r;
}
template <class T, std::size_t N>
STENCIL_FUNCTION constexpr Vec<T, N> operator*(const Matrix<T, N>& a, const Vec<T, N>& x) {
  Vec<T, N> r{};
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t k = 0; k < N; ++k) r.component[i] = r.component[i] + a.entry[i][k] * x.component[k];
  }
  return r;
}
/// The product of blocks with derivatives and values, perhaps with such: one dual number of Vecs.
template <class T, class Slope, class X, std::size_t N>
  requires(detail::duals::components<X> == N)
STENCIL_FUNCTION constexpr auto operator*(const Matrix<Dual<T, Slope>, N>& a, const X& x) {
  const auto component = [&](std::size_t i) {
    auto sum = a.entry[i][0] * x[0];
    for (std::size_t k = 1; k < N; ++k) sum = sum + a.entry[i][k] * x[k];
    return sum;
  };
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return detail::duals::joined(component(I)...);
  }(std::make_index_sequence<N>{});
}
template <class T, class Slope, class U, std::size_t N>
STENCIL_FUNCTION constexpr auto operator*(const Dual<T, Slope>& s, const Matrix<U, N>& a) {
  return detail::bands::map([&](const U& entry) { return s * entry; }, a);
}
/// Blocks and values of two precisions have no product.
template <class T, class U, std::size_t N>
  requires are_vecs_of_two_precisions<Vec<T, N>, Vec<U, N>>
STENCIL_FUNCTION constexpr auto operator*(const Matrix<T, N>&, const Vec<U, N>&) {
  constexpr bool meet = !are_vecs_of_two_precisions<Vec<T, N>, Vec<U, N>>;
  static_assert(
      meet,
      "stencil: a system of blocks, or of centers and faces, has its matrices and its right sides in one "
      "precision; make the fields of both float or double, and write operator_matrix<float>(op) beside float");
  return Vec<T, N>{};
}
template <class S, class T, std::size_t N>
  requires std::is_arithmetic_v<S>
STENCIL_FUNCTION constexpr Matrix<T, N> operator*(S s, const Matrix<T, N>& a) {
  Matrix<T, N> r;
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < N; ++j) r.entry[i][j] = static_cast<T>(s) * a.entry[i][j];
  }
  return r;
}
template <class S, class T, std::size_t N>
  requires(std::is_arithmetic_v<S> || (is_dual<S> && detail::duals::components<S> == 0))
STENCIL_FUNCTION constexpr auto operator*(const Matrix<T, N>& a, const S& s) {
  return s * a;
}
template <class S, class T, std::size_t N>
  requires(std::is_arithmetic_v<S> || (is_dual<S> && detail::duals::components<S> == 0))
STENCIL_FUNCTION constexpr auto operator/(const Matrix<T, N>& a, const S& s) {
  if constexpr (std::is_arithmetic_v<S>) {
    return detail::bands::map([divisor = static_cast<scalar_of<T>>(s)](const T& entry) { return entry / divisor; }, a);
  } else {
    return detail::bands::map([&](const T& entry) { return entry / s; }, a);
  }
}
template <class T, std::size_t N>
STENCIL_FUNCTION constexpr Matrix<T, N> transposed(const Matrix<T, N>& a) {
  Matrix<T, N> r;
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < N; ++j) r.entry[i][j] = a.entry[j][i];
  }
  return r;
}

/// The inverse, by Gauss-Jordan elimination without pivoting. reciprocal(x): 1 / x.
template <class T, std::size_t N, class Reciprocal>
STENCIL_FUNCTION constexpr Matrix<T, N> inverse(Matrix<T, N> a, const Reciprocal& reciprocal) {
  Matrix<T, N> r(T{1});
  for (std::size_t k = 0; k < N; ++k) {
    const T scale = reciprocal(a.entry[k][k]);
    for (std::size_t j = 0; j < N; ++j) {
      a.entry[k][j] = scale * a.entry[k][j];
      r.entry[k][j] = scale * r.entry[k][j];
    }
    for (std::size_t i = 0; i < N; ++i) {
      if (i == k) continue;
      const T factor = a.entry[i][k];
      for (std::size_t j = 0; j < N; ++j) {
        a.entry[i][j] = a.entry[i][j] - factor * a.entry[k][j];
        r.entry[i][j] = r.entry[i][j] - factor * r.entry[k][j];
      }
    }
  }
  return r;
}
template <class T, std::size_t N>
STENCIL_FUNCTION constexpr Matrix<T, N> inverse(const Matrix<T, N>& a) {
  return inverse(a, [](const T& x) { return T{1} / x; });
}

}  // namespace stencil
