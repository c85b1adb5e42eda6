// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include <stencil/cpu/vector_math.hpp>
#include <stencil/cpu/wide.hpp>
#include <stencil/finite.hpp>

/// The arithmetic of W values at once. Formulas see numbers; all operators and functions go element by element.
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

/// The pack type in which two operands meet: numbers take the precision of the pack beside them.
template <class A, class B>
constexpr auto pair_traits() {
  if constexpr (std::is_arithmetic_v<A>) {
    return PairTraits<B, B>{};
  } else if constexpr (std::is_arithmetic_v<B>) {
    return PairTraits<A, A>{};
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
template <class T, int W>
inline auto operator!(const WideArray<T, W>& a) {
  return call_elementwise([](const T& x) { return !x; }, a);
}
template <class A, class B>
  requires WideOperands<A, B>
inline auto operator&&(const A& a, const B& b) {
  if constexpr (std::is_same_v<A, B> && requires { a.v & b.v; }) {
    return A{a.v & b.v};
  } else {
    return call_elementwise([](const auto& x, const auto& y) { return static_cast<bool>(x) && static_cast<bool>(y); },
                            a, b);
  }
}
template <class A, class B>
  requires WideOperands<A, B>
inline auto operator||(const A& a, const B& b) {
  if constexpr (std::is_same_v<A, B> && requires { a.v | b.v; }) {
    return A{a.v | b.v};
  } else {
    return call_elementwise([](const auto& x, const auto& y) { return static_cast<bool>(x) || static_cast<bool>(y); },
                            a, b);
  }
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
template <class T, int W>
inline Pack<T, W> abs(const Pack<T, W>& a) {
  using M = Mask<mask_word<T>, W>;
  return Pack<T, W>(
      std::bit_cast<typename Pack<T, W>::vector>(std::bit_cast<decltype(M::v)>(a.v) & NumberBits<T>::magnitude));
}
template <class T, int W>
inline auto is_nan(const Pack<T, W>& a) {
  if constexpr (STENCIL_ONLY_BITS_TELL) {
    using M = Mask<mask_word<T>, W>;
    const auto magnitude = std::bit_cast<decltype(M::v)>(a.v) & NumberBits<T>::magnitude;
    return M{std::bit_cast<decltype(M::v)>(magnitude > NumberBits<T>::infinity)};
  } else {
    return a != a;
  }
}
template <class T, int W>
inline auto is_nan(const WideArray<T, W>& a) {
  return call_elementwise([](const auto& x) { return stencil::is_nan(x); }, a);
}
template <class T, int W>
inline auto abs(const WideArray<T, W>& a) {
  return call_elementwise([](const auto& x) { return stencil::abs(x); }, a);
}

template <class T, int W>
inline Pack<T, W> sqrt(const Pack<T, W>& a) {
  return Pack<T, W>(simd::sqrt<T>(a.v));
}
template <class T, int W>
inline auto sqrt(const WideArray<T, W>& a) {
  return call_elementwise([](const auto& x) { return stencil::sqrt(x); }, a);
}
#define STENCIL_PACK_FUNCTION(name, Type, cost)   \
  template <class T, int W>                       \
  inline Pack<T, W> name(const Pack<T, W>& a) {   \
    return Pack<T, W>(vector_math::name<T>(a.v)); \
  }
STENCIL_LIBM_OF_ONE(STENCIL_PACK_FUNCTION)
STENCIL_PACK_FUNCTION(floor, Floor, 1)
STENCIL_PACK_FUNCTION(ceil, Ceil, 1)
#undef STENCIL_PACK_FUNCTION
#define STENCIL_PACK_FUNCTION(name, Type, cost)                                                        \
  template <class A, class B>                                                                          \
    requires WideOperands<A, B>                                                                        \
  inline auto name(const A& a, const B& b) {                                                           \
    if constexpr (Pair<A, B>::vectors) {                                                               \
      using P = typename Pair<A, B>::pack;                                                             \
      return P(vector_math::name<typename P::number>(P(a).v, P(b).v));                                 \
    } else {                                                                                           \
      return call_elementwise([](const auto& x, const auto& y) { return stencil::name(x, y); }, a, b); \
    }                                                                                                  \
  }
STENCIL_LIBM_OF_TWO(STENCIL_PACK_FUNCTION)
#undef STENCIL_PACK_FUNCTION

// Element by element: for values that have no vectors, and where a call for each element is as good.
#define STENCIL_LANE_FUNCTION(name, Type, cost)                                 \
  template <class T, int W>                                                     \
  inline auto name(const WideArray<T, W>& a) {                                  \
    return call_elementwise([](const auto& x) { return stencil::name(x); }, a); \
  }
STENCIL_LIBM_OF_ONE(STENCIL_LANE_FUNCTION)
STENCIL_ROUNDING(STENCIL_LANE_FUNCTION)
STENCIL_QUESTIONS(STENCIL_LANE_FUNCTION)
STENCIL_LANE_FUNCTION(norm, Norm, 16)
#undef STENCIL_LANE_FUNCTION
#define STENCIL_LANE_FUNCTION(name, Type, cost)                       \
  template <class T, int W>                                           \
  inline auto name(const Pack<T, W>& a) {                             \
    return call_elementwise([](T x) { return stencil::name(x); }, a); \
  }
STENCIL_LANE_FUNCTION(round, Round, 2)
STENCIL_QUESTIONS(STENCIL_LANE_FUNCTION)
#undef STENCIL_LANE_FUNCTION
#define STENCIL_LANE_FUNCTION(name)                                                                  \
  template <class A, class B>                                                                        \
    requires WideOperands<A, B>                                                                      \
  inline auto name(const A& a, const B& b) {                                                         \
    return call_elementwise([](const auto& x, const auto& y) { return stencil::name(x, y); }, a, b); \
  }
STENCIL_LANE_FUNCTION(copysign)
STENCIL_LANE_FUNCTION(dot)
STENCIL_LANE_FUNCTION(cross)
#undef STENCIL_LANE_FUNCTION
template <class A, class B, class C>
  requires WideOperands<A, B, C>
inline auto clamp(const A& x, const B& low, const C& high) {
  return where(x < low, low, where(high < x, high, x));
}
template <class A, class B, class C>
  requires WideOperands<A, B, C>
inline auto fma(const A& x, const B& y, const C& z) {
  return call_elementwise([](const auto&... v) { return stencil::fma(v...); }, x, y, z);
}

/// Of values that have no vectors, such as small matrices, and under nvcc numbers.
template <class T, int W>
inline auto inverse(const WideArray<T, W>& a) {
  return call_elementwise(
      [](const T& x) {
        if constexpr (std::is_arithmetic_v<T>) {
          return T(1) / x;
        } else {
          return inverse(x);
        }
      },
      a);
}

/// A wide value in another precision.
template <class Real, class T, int W>
inline auto convert_number(const Pack<T, W>& x) {
  return Pack<Real, W>(x);
}
template <class Real, class T, int W>
inline auto convert_number(const WideArray<T, W>& x) {
  return call_elementwise([](const T& v) { return stencil::convert_number<Real>(v); }, x);
}

}  // namespace stencil::cpu
