// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/column/compensated.hpp>
#include <stencil/cpu/simd.hpp>
#include <stencil/cpu/wide_types.hpp>
#include <stencil/expression/accessor.hpp>
#include <stencil/numbers/block.hpp>
#include <stencil/numbers/dual.hpp>

/// Functions of W values at once, whatever their type. Rows of band matrices, dual numbers and compensated sums become
/// structs of packs.
namespace stencil::cpu {

template <class X>
inline constexpr int width = 0;
template <class T, int W>
inline constexpr int width<Pack<T, W>> = W;
template <class T, int W>
inline constexpr int width<WideArray<T, W>> = W;
template <class V, int W>
inline constexpr int width<Packs<V, W>> = W;
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

/// The type that holds W values of T. Composites are made of packs, so that their arithmetic uses vectors too.
template <class T, int W>
struct WideOf {
  using type =
      std::conditional_t<in_vectors<T>, Pack<std::conditional_t<in_vectors<T>, T, double>, W>, WideArray<T, W>>;
};
template <class V, int W>
  requires ManyNumbers<V>::in_vectors
struct WideOf<V, W> {
  using type = Packs<V, W>;
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
template <class V, int W>
inline void set_element(Packs<V, W>& wide, int l, const V& x) {
  each_number([l](auto& to, const auto& from) { to.v[l] = from; }, wide.numbers, x);
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
template <class V, int W>
inline constexpr bool goes_one_by_one<Packs<V, W>> = true;
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

}  // namespace stencil::cpu

namespace stencil {
template <class T, int W>
struct ScalarOf<cpu::WideArray<T, W>> : ScalarOf<T> {};
template <class T, int W>
inline constexpr bool has_duals<cpu::WideArray<T, W>> = has_duals<T>;
template <class V, int W>
struct ScalarOf<cpu::Packs<V, W>> : ScalarOf<V> {};
}  // namespace stencil
