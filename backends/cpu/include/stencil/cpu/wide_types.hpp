// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/cpu/simd.hpp>
#include <stencil/numbers/block.hpp>
#include <stencil/numbers/dual.hpp>

/// The types of W values at once: `Pack` has floats, doubles or ints in vector registers, `Packs` a pack for each
/// number of a Vec or of a small matrix, and `WideArray` is an array for all other types.
namespace stencil::cpu {

/// One truth value for each element: a word of ones or of zeros, as wide as the numbers that were compared.
template <class I, int W>
struct Mask {
  using compared = std::conditional_t<sizeof(I) == 8, double, float>;  ///< numbers as wide as its words
  simd::vector<I, W> v;
  bool operator[](int l) const { return v[l] != 0; }
  Mask operator!() const { return {std::bit_cast<decltype(v)>(v == 0)}; }
};

template <class T, int W>
struct Pack {
  using number = T;
  using vector = simd::vector<T, W>;
  vector v;

  constexpr Pack() : v{} {}
  explicit Pack(const vector& x) : v(x) {}
  template <class S>
    requires std::is_arithmetic_v<S>
  Pack(S x) : v(static_cast<T>(x) - vector{}) {}  // NOLINT(google-explicit-constructor): numbers in formulas
  template <class S>
    requires(!std::is_same_v<S, T>)
  explicit Pack(const Pack<S, W>& x) : v(__builtin_convertvector(x.v, vector)) {}
  T operator[](int l) const { return v[l]; }
  Pack operator-() const { return Pack(-v); }
};

/// Whether values of T are held in vector registers. nvcc also compiles this for the device, where it refuses vectors
/// in functions for host and device; that code never runs.
template <class T>
inline constexpr bool in_vectors =
#if defined(__CUDA_ARCH__)
    false;
#else
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, int>;
#endif

/// Values of several numbers of one type: `type` is the same over another one.
template <class V>
struct ManyNumbers {
  static constexpr bool in_vectors = false;
};
template <class T, std::size_t N>
struct ManyNumbers<Vec<T, N>> {
  static constexpr bool in_vectors = cpu::in_vectors<T>;
  template <class Number>
  using over = Vec<Number, N>;
};
template <class T, std::size_t N>
struct ManyNumbers<Matrix<T, N>> {
  static constexpr bool in_vectors = cpu::in_vectors<T>;
  template <class Number>
  using over = Matrix<Number, N>;
};

/// Number I of a Vec or of a small matrix.
template <std::size_t I, class T, std::size_t N>
constexpr auto& number_of(Vec<T, N>& x) {
  return x.component[I];
}
template <std::size_t I, class T, std::size_t N>
constexpr auto& number_of(const Vec<T, N>& x) {
  return x.component[I];
}
template <std::size_t I, class T, std::size_t N>
constexpr auto& number_of(Matrix<T, N>& x) {
  return x.entry[I / N][I % N];
}
template <std::size_t I, class T, std::size_t N>
constexpr auto& number_of(const Matrix<T, N>& x) {
  return x.entry[I / N][I % N];
}
/// f of each number of a value, and of those at the same places of others.
template <class F, class V, class... Others>
constexpr void each_number(const F& f, V& x, Others&... others) {
  constexpr std::size_t count = sizeof(V) / sizeof(number_of<0>(x));
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto at = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
      f(number_of<J>(x), number_of<J>(others)...);
    };
    (at(std::integral_constant<std::size_t, I>{}), ...);
  }(std::make_index_sequence<count>{});
}

template <class V, int W>
struct Packs;
/// What blocks multiply.
template <class V, int W>
struct PacksBeside {};
template <class T, std::size_t N, int W>
struct PacksBeside<Matrix<T, N>, W> {
  using multiplied = Packs<Vec<T, N>, W>;
};
/// W values of several numbers, a Vec or a small matrix: such a one of packs.
template <class V, int W>
struct Packs : PacksBeside<V, W> {
  using pack = Pack<scalar_of<V>, W>;
  typename ManyNumbers<V>::template over<pack> numbers{};

  constexpr Packs() = default;
  // Copied number by number: as a whole g++ would take what has several vectors through the stack.
  constexpr Packs(const Packs& other) { copy(other.numbers); }
  constexpr Packs& operator=(const Packs& other) {
    copy(other.numbers);
    return *this;
  }
  constexpr ~Packs() = default;
  explicit Packs(const decltype(numbers)& x) { copy(x); }
  Packs(const V& x) {  // NOLINT(google-explicit-constructor): numbers in formulas
    each_number([](pack& to, const auto& from) { to = pack(from); }, numbers, x);
  }
  /// Blocks from numbers.
  template <class S>
    requires(!std::is_convertible_v<S, V> && std::is_constructible_v<V, S>)
  explicit Packs(const S& x) : Packs(V(x)) {}
  template <class U>
    requires(!std::is_convertible_v<U, V> && std::is_constructible_v<V, U>)
  explicit Packs(const Pack<U, W>& x) : numbers(pack(x)) {}
  V operator[](int l) const {
    V value{};
    each_number([l](auto& to, const pack& from) { to = from[l]; }, value, numbers);
    return value;
  }

 private:
  constexpr void copy(const decltype(numbers)& from) {
    each_number([](pack& to, const pack& x) { to.v = x.v; }, numbers, from);
  }
};

/// W values of a type without vector registers (bool, integers other than int, the user's own).
template <class T, int W>
struct WideArray {
  T value[W];
  // nvcc 13.0 warns without a place, so that no pragma suppresses it, of constructors that are called implicitly.
  STENCIL_FUNCTION constexpr WideArray() : value{} {}
  STENCIL_FUNCTION WideArray(const T& x) {  // NOLINT(google-explicit-constructor): numbers in formulas
    for (T& v : value) v = x;
  }
  template <class U>
    requires(has_duals<T> && std::is_constructible_v<T, const U&>)
  explicit WideArray(const WideArray<U, W>& x) {
    for (int l = 0; l < W; ++l) value[l] = T(x.value[l]);
  }
  /// Blocks from numbers.
  template <class U>
    requires(!std::is_convertible_v<U, T> && std::is_constructible_v<T, U>)
  explicit WideArray(const Pack<U, W>& x) {
    for (int l = 0; l < W; ++l) value[l] = T(x[l]);
  }
  const T& operator[](int l) const { return value[l]; }
};

}  // namespace stencil::cpu
