// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <type_traits>

#include <stencil/cpu/pack_arithmetic.hpp>
#include <stencil/cpu/packs_arithmetic.hpp>
#include <stencil/cpu/vector_math.hpp>
#include <stencil/finite.hpp>

/// Functions of W values at once. Formulas see numbers; all functions go element by element.
namespace stencil::cpu {

template <class T, int W>
  requires std::is_floating_point_v<T>
inline Pack<T, W> abs(const Pack<T, W>& a) {
  using M = Mask<mask_word<T>, W>;
  return Pack<T, W>(
      std::bit_cast<typename Pack<T, W>::vector>(std::bit_cast<decltype(M::v)>(a.v) & NumberBits<T>::magnitude));
}
template <class T, int W>
  requires std::is_floating_point_v<T>
inline auto is_nan(const Pack<T, W>& a) {
  if constexpr (STENCIL_ONLY_BITS_TELL) {
    using M = Mask<mask_word<T>, W>;
    const auto magnitude = std::bit_cast<decltype(M::v)>(a.v) & NumberBits<T>::magnitude;
    return M{std::bit_cast<decltype(M::v)>(magnitude > NumberBits<T>::infinity)};
  } else {
    return a != a;
  }
}
template <OneByOne A>
inline auto is_nan(const A& a) {
  return call_elementwise([](const auto& x) { return stencil::is_nan(x); }, a);
}
template <OneByOne A>
inline auto abs(const A& a) {
  return call_elementwise([](const auto& x) { return stencil::abs(x); }, a);
}

template <class T, int W>
  requires std::is_floating_point_v<T>
inline Pack<T, W> sqrt(const Pack<T, W>& a) {
  return Pack<T, W>(simd::sqrt<T>(a.v));
}
template <OneByOne A>
inline auto sqrt(const A& a) {
  return call_elementwise([](const auto& x) { return stencil::sqrt(x); }, a);
}
#define STENCIL_PACK_FUNCTION(name, Type, cost)   \
  template <class T, int W>                       \
    requires std::is_floating_point_v<T>          \
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
    if constexpr (Pair<A, B>::vectors && !OneByOne<A> && !OneByOne<B>) {                               \
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
  template <OneByOne A>                                                         \
  inline auto name(const A& a) {                                                \
    return call_elementwise([](const auto& x) { return stencil::name(x); }, a); \
  }
STENCIL_LIBM_OF_ONE(STENCIL_LANE_FUNCTION)
STENCIL_ROUNDING(STENCIL_LANE_FUNCTION)
STENCIL_QUESTIONS(STENCIL_LANE_FUNCTION)
STENCIL_LANE_FUNCTION(norm, Norm, 16)
#undef STENCIL_LANE_FUNCTION
#define STENCIL_LANE_FUNCTION(name, Type, cost)                       \
  template <class T, int W>                                           \
    requires std::is_floating_point_v<T>                              \
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
template <class V, int W>
inline auto inverse(const WideArray<V, W>& a) {
  return call_elementwise(
      []<class T>(const T& x) {
        if constexpr (std::is_arithmetic_v<T>) {
          return T(1) / x;
        } else {
          return inverse(x);
        }
      },
      a);
}

/// Numbers cut to whole ones, and the numbers that memory has at such places, as look-up tables need them. Loads of one
/// number after the other take less time than AVX-512's instruction for all on Zen 4.
template <class T, int W>
inline Pack<int, W> truncated(const Pack<T, W>& x) {
  return Pack<int, W>(x);
}
template <class T, int W>
inline Pack<T, W> at_places(const T* memory, const Pack<int, W>& places) {
  Pack<T, W> all;
  for (int l = 0; l < W; ++l) all.v[l] = memory[places.v[l]];
  return all;
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
template <class Real, class V, int W>
inline auto convert_number(const Packs<V, W>& x) {
  return call_elementwise([](const V& v) { return stencil::convert_number<Real>(v); }, x);
}

}  // namespace stencil::cpu
