// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include <stencil/cpu/wide.hpp>

/// The arithmetic of W values at once. Formulas see numbers; all operators go element by element.
namespace stencil::cpu {

template <class A, class B>
struct PairTraits {
  static constexpr bool vectors = false;
};
template <class T, int W>
struct PairTraits<Pack<T, W>, Pack<T, W>> {
  static constexpr bool vectors = true;
  using pack = Pack<T, W>;
};
template <int W>
struct PairTraits<Pack<float, W>, Pack<double, W>> : PairTraits<Pack<double, W>, Pack<double, W>> {};
template <int W>
struct PairTraits<Pack<double, W>, Pack<float, W>> : PairTraits<Pack<double, W>, Pack<double, W>> {};

template <class Real, int W>
  requires std::is_floating_point_v<Real>
struct PairTraits<Pack<Real, W>, Pack<int, W>> : PairTraits<Pack<Real, W>, Pack<Real, W>> {};
template <class Real, int W>
  requires std::is_floating_point_v<Real>
struct PairTraits<Pack<int, W>, Pack<Real, W>> : PairTraits<Pack<Real, W>, Pack<Real, W>> {};

/// How a number meets a pack: in the precision of the pack, if that is of floating-point numbers. Beside ints, what
/// both have in common may have no vectors.
template <class Number, class P>
struct NumberTraits : PairTraits<P, P> {};
template <class Number, int W>
struct NumberTraits<Number, Pack<int, W>>
    : PairTraits<wide_of<std::common_type_t<Number, int>, W>, wide_of<std::common_type_t<Number, int>, W>> {};

/// The pack type in which two operands meet.
template <class A, class B>
constexpr auto pair_traits() {
  if constexpr (std::is_arithmetic_v<A>) {
    return NumberTraits<A, B>{};
  } else if constexpr (std::is_arithmetic_v<B>) {
    return NumberTraits<B, A>{};
  } else {
    return PairTraits<A, B>{};
  }
}
template <class A, class B>
using Pair = decltype(pair_traits<A, B>());

/// A number of an operation whose other argument has numbers of type Other: an integer beside floating-point numbers
/// takes their type.
template <class Other, class X>
inline decltype(auto) met(const X& x) {
  if constexpr (std::is_integral_v<X> && std::is_floating_point_v<Other>) {
    return static_cast<Other>(x);
  } else {
    return (x);
  }
}

#define STENCIL_PACK_BINARY(symbol, vector_result)                                                                    \
  template <class A, class B>                                                                                         \
    requires WideOperands<A, B>                                                                                       \
  inline auto operator symbol(const A& a, const B& b) {                                                               \
    if constexpr (Pair<A, B>::vectors) {                                                                              \
      using P = typename Pair<A, B>::pack;                                                                            \
      const auto r = P(a).v symbol P(b).v;                                                                            \
      return vector_result;                                                                                           \
    } else {                                                                                                          \
      return call_elementwise([]<class X, class Y>(const X& x, const Y& y) { return met<Y>(x) symbol met<X>(y); }, a, \
                              b);                                                                                     \
    }                                                                                                                 \
  }
STENCIL_PACK_BINARY(+, P(r))
STENCIL_PACK_BINARY(-, P(r))
STENCIL_PACK_BINARY(*, P(r))
STENCIL_PACK_BINARY(/, P(r))

template <class T>
using mask_word = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
template <class P>
struct MaskOf;
template <class T, int W>
struct MaskOf<Pack<T, W>> {
  using type = Mask<mask_word<T>, W>;
};
// GNU comparisons give vectors of `long`, which is int64_t here but another type by name.
#define STENCIL_MASK_RESULT \
  typename MaskOf<P>::type { std::bit_cast<decltype(MaskOf<P>::type::v)>(r) }
STENCIL_PACK_BINARY(<, (STENCIL_MASK_RESULT))
STENCIL_PACK_BINARY(<=, (STENCIL_MASK_RESULT))
STENCIL_PACK_BINARY(>, (STENCIL_MASK_RESULT))
STENCIL_PACK_BINARY(>=, (STENCIL_MASK_RESULT))
STENCIL_PACK_BINARY(==, (STENCIL_MASK_RESULT))
STENCIL_PACK_BINARY(!=, (STENCIL_MASK_RESULT))
#undef STENCIL_MASK_RESULT
#undef STENCIL_PACK_BINARY

template <class T, int W>
inline auto operator-(const WideArray<T, W>& a) {
  return call_elementwise([](const T& x) { return -x; }, a);
}
template <class I, int W>
inline auto operator-(const Mask<I, W>& a) {
  return call_elementwise([](bool x) { return -x; }, a);
}
template <OneByOne A>
inline auto operator!(const A& a) {
  return call_elementwise([](const auto& x) { return !x; }, a);
}

/// Any condition of each element as a mask for vectors of T.
template <class T, int W, class C>
inline Mask<mask_word<T>, W> mask_for(const C& condition) {
  using M = Mask<mask_word<T>, W>;
  if constexpr (std::is_same_v<C, M>) {
    return condition;
  } else if constexpr (requires { __builtin_convertvector(condition.v, decltype(M::v)); }) {
    if constexpr (requires { typename C::number; }) {
      return mask_for<T, W>(condition != typename C::number{});  // numbers below one are true too
    } else {
      return M{__builtin_convertvector(condition.v, decltype(M::v))};
    }
  } else {
    M m{};
    for (int l = 0; l < W; ++l) m.v[l] = static_cast<bool>(element(condition, l)) ? -1 : 0;
    return m;
  }
}

/// Two conditions joined, masks as such of the wider of their words.
template <class A, class B, class Join>
inline auto join_conditions(const A& a, const B& b, const Join& join) {
  if constexpr (is_mask<A> && is_mask<B>) {
    using Number = std::conditional_t<sizeof(A) < sizeof(B), typename B::compared, typename A::compared>;
    using M = Mask<mask_word<Number>, width<A>>;
    return M{join(mask_for<Number, width<A>>(a).v, mask_for<Number, width<A>>(b).v)};
  } else {
    return call_elementwise(
        [&](const auto& x, const auto& y) {
          return static_cast<bool>(join(static_cast<bool>(x), static_cast<bool>(y)));
        },
        a, b);
  }
}
template <class A, class B>
  requires WideOperands<A, B>
inline auto operator&&(const A& a, const B& b) {
  return join_conditions(a, b, [](const auto& x, const auto& y) { return x & y; });
}
template <class A, class B>
  requires WideOperands<A, B>
inline auto operator||(const A& a, const B& b) {
  return join_conditions(a, b, [](const auto& x, const auto& y) { return x | y; });
}

template <class C, class A, class B>
  requires WideOperands<C, A, B>
inline auto where(const C& condition, const A& a, const B& b) {
  if constexpr (Pair<A, B>::vectors) {
    using P = typename Pair<A, B>::pack;
    using T = typename P::number;
    return P(mask_for<T, width<P>>(condition).v ? P(a).v : P(b).v);
  } else if constexpr (in_vectors<A> && in_vectors<B>) {
    using P = Pack<std::common_type_t<A, B>, width<C>>;
    return P(mask_for<typename P::number, width<C>>(condition).v ? P(a).v : P(b).v);
  } else {
    return call_elementwise([](const auto& c, const auto& x, const auto& y) { return static_cast<bool>(c) ? x : y; },
                            condition, a, b);
  }
}
/// Whether searches have found a level in all columns.
template <int W>
inline bool has_found(const Pack<int, W>& levels) {
  return holds_in_all(levels >= 0);
}

template <class A, class B>
  requires WideOperands<A, B>
inline auto min(const A& a, const B& b) {
  if constexpr (Pair<A, B>::vectors) {
    using P = typename Pair<A, B>::pack;
    return where(P(a) < P(b), P(a), P(b));
  } else {
    return call_elementwise([](const auto& x, const auto& y) { return stencil::min(x, y); }, a, b);
  }
}
template <class A, class B>
  requires WideOperands<A, B>
inline auto max(const A& a, const B& b) {
  if constexpr (Pair<A, B>::vectors) {
    using P = typename Pair<A, B>::pack;
    return where(P(a) > P(b), P(a), P(b));
  } else {
    return call_elementwise([](const auto& x, const auto& y) { return stencil::max(x, y); }, a, b);
  }
}

}  // namespace stencil::cpu
