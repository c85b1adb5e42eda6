// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/compound_assignment.hpp>
#include <stencil/config.hpp>
#include <stencil/finite.hpp>

namespace stencil {

/// N components at one point, e.g. horizontal wind. All arithmetic is by component.
template <class T, std::size_t N>
struct Vec {
  using compound_assigned = Vec;
  T component[N];  ///< the values, by index

  STENCIL_FUNCTION constexpr T& operator[](std::size_t i) { return component[i]; }
  STENCIL_FUNCTION constexpr const T& operator[](std::size_t i) const { return component[i]; }

  STENCIL_FUNCTION constexpr Vec operator-() const {
    Vec r{};
    for (std::size_t i = 0; i < N; ++i) r.component[i] = -component[i];
    return r;
  }
  STENCIL_FUNCTION friend constexpr bool operator==(const Vec& a, const Vec& b) {
    for (std::size_t i = 0; i < N; ++i) {
      if (!(a.component[i] == b.component[i])) return false;
    }
    return true;
  }
};

/// Vec{u, v}: components of one type.
template <class T, class... Rest>
Vec(T, Rest...) -> Vec<T, 1 + sizeof...(Rest)>;

/// Whether T is a Vec.
template <class T>
inline constexpr bool is_vec = false;
template <class T, std::size_t N>
inline constexpr bool is_vec<Vec<T, N>> = true;

/// The number type inside a value: T of Vec<T, N>, otherwise the type itself.
template <class T>
struct ScalarOf {
  using type = T;
};
template <class T, std::size_t N>
struct ScalarOf<Vec<T, N>> {
  using type = T;
};
/// ScalarOf by its type.
template <class T>
using scalar_of = typename ScalarOf<T>::type;

/// The same value type over another number type.
template <class T, class Scalar>
struct WithScalar {
  using type = Scalar;
};
template <class T, std::size_t N, class Scalar>
struct WithScalar<Vec<T, N>, Scalar> {
  using type = Vec<Scalar, N>;
};
/// WithScalar by its type.
template <class T, class Scalar>
using with_scalar = typename WithScalar<T, Scalar>::type;

/// Whether two values are Vecs of float and of double, which have no operations with each other.
template <class A, class B>
inline constexpr bool are_vecs_of_two_precisions =
    is_vec<A> && is_vec<B> && std::is_floating_point_v<scalar_of<A>> && std::is_floating_point_v<scalar_of<B>> &&
    !std::is_same_v<scalar_of<A>, scalar_of<B>>;

/// A value of type T with this number in every component, a constant where T has derivatives. Integers have no NaN:
/// zero instead.
template <class T>
STENCIL_FUNCTION constexpr T every_component(double number) {
  if constexpr (is_vec<T>) {
    T all{};
    for (auto& part : all.component) part = every_component<scalar_of<T>>(number);
    return all;
  } else if constexpr (std::is_integral_v<T>) {
    return is_nan(number) ? T{} : static_cast<T>(number);
  } else if constexpr (requires { typename T::number_type; }) {  // a Dual, perhaps of a Vec
    return T(every_component<typename T::number_type>(number));
  } else {
    return static_cast<T>(number);
  }
}

/// Whether a value is made of several numbers and brings its own arithmetic (BandRow, Dual).
template <class T>
inline constexpr bool is_composite = false;

/// Whether a value is a row of a matrix, so that `*` with values on its right is a product of matrix and vector.
template <class T>
inline constexpr bool is_band_row = false;
/// The same of the rows of the identity matrix too.
template <class T>
inline constexpr bool is_matrix_row = is_band_row<T>;

namespace detail::vec_operators {
template <class F, class T, std::size_t N>
STENCIL_FUNCTION constexpr auto each(F f, const Vec<T, N>& a, const Vec<T, N>& b) {
  Vec<T, N> r{};
  for (std::size_t i = 0; i < N; ++i) r.component[i] = f(a.component[i], b.component[i]);
  return r;
}
template <class T, std::size_t N>
STENCIL_FUNCTION constexpr Vec<T, N> filled(T value) {
  Vec<T, N> r{};
  for (std::size_t i = 0; i < N; ++i) r.component[i] = value;
  return r;
}
struct Plus {
  template <class T>
  STENCIL_FUNCTION constexpr T operator()(T a, T b) const {
    return a + b;
  }
};
struct Minus {
  template <class T>
  STENCIL_FUNCTION constexpr T operator()(T a, T b) const {
    return a - b;
  }
};
struct Times {
  template <class T>
  STENCIL_FUNCTION constexpr T operator()(T a, T b) const {
    return a * b;
  }
};
struct Over {
  template <class T>
  STENCIL_FUNCTION constexpr T operator()(T a, T b) const {
    return a / b;
  }
};
}  // namespace detail::vec_operators

template <class T, std::size_t N>
STENCIL_FUNCTION constexpr Vec<T, N> operator+(const Vec<T, N>& a, const Vec<T, N>& b) {
  return detail::vec_operators::each(detail::vec_operators::Plus{}, a, b);
}
template <class T, std::size_t N>
STENCIL_FUNCTION constexpr Vec<T, N> operator-(const Vec<T, N>& a, const Vec<T, N>& b) {
  return detail::vec_operators::each(detail::vec_operators::Minus{}, a, b);
}
template <class T, std::size_t N>
STENCIL_FUNCTION constexpr Vec<T, N> operator*(const Vec<T, N>& a, const Vec<T, N>& b) {
  return detail::vec_operators::each(detail::vec_operators::Times{}, a, b);
}
template <class T, std::size_t N>
STENCIL_FUNCTION constexpr Vec<T, N> operator/(const Vec<T, N>& a, const Vec<T, N>& b) {
  return detail::vec_operators::each(detail::vec_operators::Over{}, a, b);
}
template <class T, std::size_t N, class S>
  requires std::is_arithmetic_v<S>
STENCIL_FUNCTION constexpr Vec<T, N> operator*(const Vec<T, N>& a, S s) {
  return a * detail::vec_operators::filled<T, N>(static_cast<T>(s));
}
template <class T, std::size_t N, class S>
  requires std::is_arithmetic_v<S>
STENCIL_FUNCTION constexpr Vec<T, N> operator*(S s, const Vec<T, N>& a) {
  return detail::vec_operators::filled<T, N>(static_cast<T>(s)) * a;
}
template <class T, std::size_t N, class S>
  requires std::is_arithmetic_v<S>
STENCIL_FUNCTION constexpr Vec<T, N> operator/(const Vec<T, N>& a, S s) {
  return a / detail::vec_operators::filled<T, N>(static_cast<T>(s));
}

}  // namespace stencil
