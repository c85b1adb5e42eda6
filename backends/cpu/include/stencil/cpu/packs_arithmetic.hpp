// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/small_matrix.hpp>
#include <stencil/cpu/pack_arithmetic.hpp>

/// The arithmetic of W Vecs, or of W small matrices, in vectors. What is not here goes element by element.
namespace stencil::cpu {

template <class Numbers>
struct Packed;
template <class T, int W, std::size_t N>
struct Packed<Vec<Pack<T, W>, N>> {
  using type = Packs<Vec<T, N>, W>;
};
template <class T, int W, std::size_t N>
struct Packed<Matrix<Pack<T, W>, N>> {
  using type = Packs<Matrix<T, N>, W>;
};
/// A Vec or a small matrix of packs as Packs.
template <class Numbers>
inline auto packed(const Numbers& numbers) {
  return typename Packed<Numbers>::type(numbers);
}

template <class V, int W>
inline Packs<V, W> operator-(const Packs<V, W>& a) {
  return Packs<V, W>(-a.numbers);
}
// Beside a single value, which stands for all elements.
#define STENCIL_PACKS_BINARY(symbol)                                        \
  template <class V, int W>                                                 \
    requires requires(const V& a, const V& b) { a symbol b; }               \
  inline auto operator symbol(const Packs<V, W>& a, const Packs<V, W>& b) { \
    return packed(a.numbers symbol b.numbers);                              \
  }                                                                         \
  template <class V, int W>                                                 \
    requires requires(const V& a, const V& b) { a symbol b; }               \
  inline auto operator symbol(const Packs<V, W>& a, const V& b) {           \
    return a symbol Packs<V, W>(b);                                         \
  }                                                                         \
  template <class V, int W>                                                 \
    requires requires(const V& a, const V& b) { a symbol b; }               \
  inline auto operator symbol(const V& a, const Packs<V, W>& b) {           \
    return Packs<V, W>(a) symbol b;                                         \
  }
STENCIL_PACKS_BINARY(+)
STENCIL_PACKS_BINARY(-)
STENCIL_PACKS_BINARY(*)
STENCIL_PACKS_BINARY(/)
#undef STENCIL_PACKS_BINARY

/// Whether S is a number for each element, or one for all.
template <class S, int W>
inline constexpr bool is_factor = std::is_arithmetic_v<S>;
template <class T, int W>
inline constexpr bool is_factor<Pack<T, W>, W> = true;

template <class V, int W, class S>
  requires is_factor<S, W>
inline Packs<V, W> operator*(const S& s, const Packs<V, W>& a) {
  const typename Packs<V, W>::pack factor(s);
  Packs<V, W> r;
  each_number([&](auto& to, const auto& from) { to = factor * from; }, r.numbers, a.numbers);
  return r;
}
template <class V, int W, class S>
  requires is_factor<S, W>
inline Packs<V, W> operator*(const Packs<V, W>& a, const S& s) {
  return s * a;
}
template <class V, int W, class S>
  requires is_factor<S, W>
inline Packs<V, W> operator/(const Packs<V, W>& a, const S& s) {
  const typename Packs<V, W>::pack divisor(s);
  Packs<V, W> r;
  each_number([&](auto& to, const auto& from) { to = from / divisor; }, r.numbers, a.numbers);
  return r;
}
/// Blocks times values.
template <class T, std::size_t N, int W>
inline auto operator*(const Packs<Matrix<T, N>, W>& a, const Packs<Vec<T, N>, W>& x) {
  return packed(a.numbers * x.numbers);
}
/// A number beside a block stands for so many times the identity.
template <class T, std::size_t N, int W, class S>
  requires std::is_arithmetic_v<S>
inline auto operator+(const Packs<Matrix<T, N>, W>& a, S s) {
  return a + Packs<Matrix<T, N>, W>(s);
}
template <class T, std::size_t N, int W, class S>
  requires std::is_arithmetic_v<S>
inline auto operator+(S s, const Packs<Matrix<T, N>, W>& a) {
  return Packs<Matrix<T, N>, W>(s) + a;
}

template <class C, class V, int W>
  requires Wide<C>
inline Packs<V, W> where(const C& condition, const Packs<V, W>& a, const Packs<V, W>& b) {
  const auto mask = mask_for<scalar_of<V>, W>(condition);
  Packs<V, W> r;
  each_number([&](auto& to, const auto& x, const auto& y) { to = where(mask, x, y); }, r.numbers, a.numbers, b.numbers);
  return r;
}
template <class T, std::size_t N, int W>
inline auto dot(const Packs<Vec<T, N>, W>& a, const Packs<Vec<T, N>, W>& b) {
  return stencil::dot(a.numbers, b.numbers);
}
template <class T, std::size_t N, int W>
inline auto transposed(const Packs<Matrix<T, N>, W>& a) {
  return packed(stencil::transposed(a.numbers));
}
template <class T, std::size_t N, int W>
inline auto inverse(const Packs<Matrix<T, N>, W>& a) {
  return packed(stencil::inverse(a.numbers));
}

/// The first pack among some values, void if there is none.
template <class... X>
struct FirstPack {
  using type = void;
};
template <class First, class... Rest>
struct FirstPack<First, Rest...> : FirstPack<Rest...> {};
template <class T, int W, class... Rest>
struct FirstPack<Pack<T, W>, Rest...> {
  using type = Pack<T, W>;
};
/// Whether a value is a pack of this type, or a number that does not change its precision.
template <class P, class X>
inline constexpr bool joins_pack = std::is_same_v<X, P>;
template <class P, class X>
  requires std::is_arithmetic_v<X>
inline constexpr bool joins_pack<P, X> = std::is_same_v<std::common_type_t<X, typename P::number>, typename P::number>;
template <class... X>
concept JoinedPacks =
    !std::is_void_v<typename FirstPack<X...>::type> && (joins_pack<typename FirstPack<X...>::type, X> && ...);

/// Components that are joined to Vecs, and one that is taken out of them.
template <class... X>
  requires JoinedPacks<X...>
inline auto call_elementwise(const functions::MakeVec&, const X&... x) {
  using P = typename FirstPack<X...>::type;
  return packed(Vec<P, sizeof...(X)>{{P(x)...}});
}
template <int I, class T, std::size_t N, int W>
inline auto call_elementwise(const functions::TakeComponent<I>&, const Packs<Vec<T, N>, W>& x) {
  return x.numbers[I];
}

/// Rows of numbers, which blocks are joined from, as rows of vectors of numbers. Those of Vecs too.
template <class X>
inline constexpr bool has_packs = std::is_arithmetic_v<X> || std::is_same_v<X, IdentityRow>;
template <class T, int W>
inline constexpr bool has_packs<Pack<T, W>> = std::is_floating_point_v<T>;
template <class V, int W>
inline constexpr bool has_packs<Packs<V, W>> = is_vec<V>;
template <class T, int Low, int High>
inline constexpr bool has_packs<BandRow<T, Low, High>> = has_packs<T>;
template <class X>
inline const X& without_packs(const X& x) {
  return x;
}
template <class V, int W, int Low, int High>
inline auto without_packs(const BandRow<Packs<V, W>, Low, High>& row) {
  return detail::bands::map([](const Packs<V, W>& entry) { return entry.numbers; }, row);
}
template <std::size_t N, class From, class... Row>
  requires((Wide<Row> || ...) && (has_packs<Row> && ...))
inline auto call_elementwise(const functions::JoinRows<N, From>&, const Row&... row) {
  return detail::bands::map([](const auto& block) { return packed(block); },
                            functions::JoinRows<N, From>::joined(without_packs(row)...));
}

/// Products and quotients of blocks with derivatives, or of blocks and numbers or values with such.
template <class T, class Slope, std::size_t N, int W, class A, class B>
inline auto operator*(const WideArray<Matrix<Dual<T, Slope>, N>, W>& a, const Dual<A, B>& x) {
  return call_elementwise([](const auto& block, const auto& value) { return block * value; }, a, x);
}
template <class Blocks>
inline constexpr bool are_blocks = false;
template <class T, std::size_t N, int W>
inline constexpr bool are_blocks<WideArray<Matrix<T, N>, W>> = true;
template <class T, std::size_t N, int W>
inline constexpr bool are_blocks<Packs<Matrix<T, N>, W>> = true;
template <class A, class B, class Blocks>
  requires are_blocks<Blocks>
inline auto operator*(const Dual<A, B>& s, const Blocks& a) {
  return call_elementwise([](const auto& number, const auto& block) { return number * block; }, s, a);
}
template <class Blocks, class A, class B>
  requires are_blocks<Blocks>
inline auto operator/(const Blocks& a, const Dual<A, B>& s) {
  return call_elementwise([](const auto& block, const auto& number) { return block / number; }, a, s);
}

/// Of the blocks of a band matrix, which lie one after the other.
template <class T, std::size_t N, int W>
inline auto transposed(const WideArray<Matrix<T, N>, W>& a) {
  return call_elementwise([](const auto& block) { return stencil::transposed(block); }, a);
}

}  // namespace stencil::cpu
