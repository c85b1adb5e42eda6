// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstddef>
#include <type_traits>

#include <stencil/column/compensated.hpp>
#include <stencil/cpu/simd.hpp>
#include <stencil/expression/accessor.hpp>
#include <stencil/numbers/block.hpp>
#include <stencil/numbers/dual.hpp>

/// W values at once: `Pack` has floats, doubles or ints in vector registers, `WideArray` is an array for all other
/// value types. Rows of band matrices, dual numbers and compensated sums become structs of packs.
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

/// W values of a type without vector registers (Vec, bool, integers other than int, the user's own).
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

template <class X>
inline constexpr int width = 0;
template <class T, int W>
inline constexpr int width<Pack<T, W>> = W;
template <class T, int W>
inline constexpr int width<WideArray<T, W>> = W;
template <class I, int W>
inline constexpr int width<Mask<I, W>> = W;
template <class T, int Low, int High>
inline constexpr int width<BandRow<T, Low, High>> = width<T>;
template <class T, class Slope>
inline constexpr int width<Dual<T, Slope>> = width<T>;
template <class T>
inline constexpr int width<detail::global::CompensatedOf<T>> = width<T>;
template <class X>
concept Wide = width<std::remove_cvref_t<X>> > 0;

/// Whether values of T are held in vector registers. nvcc also compiles this for the device, where it refuses vectors
/// in functions for host and device; that code never runs.
template <class T>
inline constexpr bool in_vectors =
#if defined(__CUDA_ARCH__)
    false;
#else
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, int>;
#endif

/// The type that holds W values of T. Composites are made of packs, so that their arithmetic uses vectors too.
template <class T, int W>
struct WideOf {
  using type =
      std::conditional_t<in_vectors<T>, Pack<std::conditional_t<in_vectors<T>, T, double>, W>, WideArray<T, W>>;
};
template <class T, int W>
using wide_of = typename WideOf<T, W>::type;
template <class T, int Low, int High, int W>
struct WideOf<BandRow<T, Low, High>, W> {
  using type = BandRow<wide_of<T, W>, Low, High>;
};
template <class T, class Slope, int W>
struct WideOf<Dual<T, Slope>, W> {
  using type = Dual<wide_of<T, W>, wide_of<Slope, W>>;
};
template <class T, int W>
struct WideOf<detail::global::CompensatedOf<T>, W> {
  using type = detail::global::CompensatedOf<wide_of<T, W>>;
};

/// Whether a condition holds in all elements.
template <class I, int W>
inline bool holds_in_all(const Mask<I, W>& condition) {
  return simd::all<I>(condition.v);
}
template <class T, int W>
inline bool holds_in_all(const WideArray<T, W>& condition) {
  for (int l = 0; l < W; ++l) {
    if (!static_cast<bool>(condition.value[l])) return false;
  }
  return true;
}

/// Element l of a vector; a single value stands for all elements.
template <class X>
inline decltype(auto) element(const X& x, int l) {
  if constexpr (Wide<X>) {
    return x[l];
  } else {
    return (x);
  }
}
template <class T, int Low, int High>
inline auto element(const BandRow<T, Low, High>& x, int l) {
  BandRow<std::remove_cvref_t<decltype(element(x.entry[0], l))>, Low, High> r{};
  for (int i = 0; i < x.size; ++i) r.entry[i] = element(x.entry[i], l);
  return r;
}
template <class T, class Slope>
inline auto element(const Dual<T, Slope>& x, int l) {
  using Value = std::remove_cvref_t<decltype(element(x.value, l))>;
  return Dual<Value, std::remove_cvref_t<decltype(element(x.slope, l))>>(element(x.value, l), element(x.slope, l));
}
template <class T>
inline auto element(const detail::global::CompensatedOf<T>& x, int l) {
  return detail::global::CompensatedOf<std::remove_cvref_t<decltype(element(x.sum, l))>>(element(x.sum, l),
                                                                                         element(x.errors, l));
}

/// Writes element l.
template <class T, int W>
inline void set_element(Pack<T, W>& wide, int l, T x) {
  wide.v[l] = x;
}
template <class T, int W>
inline void set_element(WideArray<T, W>& wide, int l, const T& x) {
  wide.value[l] = x;
}
/// The numbers of W rows from a row on.
template <int W>
inline wide_of<int, W> numbers_of_rows(int first) {
  wide_of<int, W> numbers;
  for (int l = 0; l < W; ++l) set_element(numbers, l, first + l);
  return numbers;
}
template <class Pack, class T, int Low, int High>
inline void set_element(BandRow<Pack, Low, High>& wide, int l, const BandRow<T, Low, High>& x) {
  for (int i = 0; i < x.size; ++i) set_element(wide.entry[i], l, x.entry[i]);
}
template <class Pack, class Slopes, class T, class Slope>
inline void set_element(Dual<Pack, Slopes>& wide, int l, const Dual<T, Slope>& x) {
  set_element(wide.value, l, x.value);
  set_element(wide.slope, l, x.slope);
}
template <class Pack, class T>
inline void set_element(detail::global::CompensatedOf<Pack>& wide, int l, const detail::global::CompensatedOf<T>& x) {
  set_element(wide.sum, l, x.sum);
  set_element(wide.errors, l, x.errors);
}

template <class X>
inline constexpr bool is_mask = false;
template <class I, int W>
inline constexpr bool is_mask<Mask<I, W>> = true;
template <class X>
inline constexpr bool goes_one_by_one = false;
template <class T, int W>
inline constexpr bool goes_one_by_one<WideArray<T, W>> = true;
template <int W>
inline constexpr bool goes_one_by_one<Pack<int, W>> = true;
/// Values of which functions are computed one by one.
template <class X>
concept OneByOne = goes_one_by_one<X>;

/// Operands of arithmetic on packs. Composites have operators of their own.
template <class... X>
concept WideOperands = (Wide<X> || ...) && !(is_composite<std::remove_cvref_t<X>> || ...);

/// Calls f for each element: for functions of users, and value types without vector arithmetic.
template <class F, class... X>
  requires(Wide<X> || ...)
inline auto call_elementwise(const F& f, const X&... x) {
  constexpr int W = [] {
    int w = 0;
    ((w = width<X> > w ? width<X> : w), ...);
    return w;
  }();
  using R = std::remove_cvref_t<decltype(f(element(x, 0)...))>;
  wide_of<R, W> r;
  for (int l = 0; l < W; ++l) set_element(r, l, f(element(x, l)...));
  return r;
}

/// Of Vecs with derivatives, which lie one after the other.
template <class A, class B>
  requires((is_dual<A> || is_dual<B>) && (Wide<A> || Wide<B>) &&
           requires(const A& a, const B& b) { stencil::dot(element(a, 0), element(b, 0)); })
inline auto dot(const A& a, const B& b) {
  return call_elementwise([](const auto& x, const auto& y) { return stencil::dot(x, y); }, a, b);
}
template <class A, class B>
  requires((is_dual<A> || is_dual<B>) && (Wide<A> || Wide<B>) &&
           requires(const A& a, const B& b) { stencil::cross(element(a, 0), element(b, 0)); })
inline auto cross(const A& a, const B& b) {
  return call_elementwise([](const auto& x, const auto& y) { return stencil::cross(x, y); }, a, b);
}
template <class T, class Slope>
  requires(Wide<T> && requires(const Dual<T, Slope>& a) { stencil::norm(element(a, 0)); })
inline auto norm(const Dual<T, Slope>& a) {
  return call_elementwise([](const auto& x) { return stencil::norm(x); }, a);
}

/// Products and quotients of blocks with derivatives, or of blocks and numbers or values with such.
template <class T, class Slope, std::size_t N, int W, class A, class B>
inline auto operator*(const WideArray<Matrix<Dual<T, Slope>, N>, W>& a, const Dual<A, B>& x) {
  return call_elementwise([](const auto& block, const auto& value) { return block * value; }, a, x);
}
template <class A, class B, class T, std::size_t N, int W>
inline auto operator*(const Dual<A, B>& s, const WideArray<Matrix<T, N>, W>& a) {
  return call_elementwise([](const auto& number, const auto& block) { return number * block; }, s, a);
}
template <class T, std::size_t N, int W, class A, class B>
inline auto operator/(const WideArray<Matrix<T, N>, W>& a, const Dual<A, B>& s) {
  return call_elementwise([](const auto& block, const auto& number) { return block / number; }, a, s);
}

/// Of the blocks of a band matrix, which lie one after the other.
template <class T, std::size_t N, int W>
inline auto transposed(const WideArray<Matrix<T, N>, W>& a) {
  return call_elementwise([](const auto& block) { return stencil::transposed(block); }, a);
}

}  // namespace stencil::cpu

namespace stencil {
template <class T, int W>
struct ScalarOf<cpu::WideArray<T, W>> : ScalarOf<T> {};
template <class T, int W>
inline constexpr bool has_duals<cpu::WideArray<T, W>> = has_duals<T>;
}  // namespace stencil
