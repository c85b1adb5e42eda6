// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>

#include <stencil/cpu/simd.hpp>
#include <stencil/expression/values.hpp>

/// exp, sin, atan2 and other functions of libm on vectors: those of glibc's libmvec where it exists (errors of at most
/// 4 ulp, by its documentation), else one call for each element. No library needs to be named to the linker: with glibc
/// on x86-64 libm is a linker script that adds libmvec.
#if defined(__x86_64__) && defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 35))
#define STENCIL_HAS_LIBMVEC 1
#else
#define STENCIL_HAS_LIBMVEC 0
#endif

#if STENCIL_HAS_LIBMVEC
// Names follow the x86-64 vector function ABI: b, d or e for SSE, AVX2 or AVX-512; N for unmasked; the number of
// elements; one v for each argument.
#define STENCIL_DECLARE_VECTOR(isa, bytes, f64_lanes, f32_lanes, name)               \
  stencil::cpu::simd::vector<double, f64_lanes> _ZGV##isa##N##f64_lanes##v_##name(   \
      stencil::cpu::simd::vector<double, f64_lanes>);                                \
  stencil::cpu::simd::vector<float, f32_lanes> _ZGV##isa##N##f32_lanes##v_##name##f( \
      stencil::cpu::simd::vector<float, f32_lanes>);
#define STENCIL_DECLARE_VECTOR_OF_TWO(isa, bytes, f64_lanes, f32_lanes, name)                        \
  stencil::cpu::simd::vector<double, f64_lanes> _ZGV##isa##N##f64_lanes##vv_##name(                  \
      stencil::cpu::simd::vector<double, f64_lanes>, stencil::cpu::simd::vector<double, f64_lanes>); \
  stencil::cpu::simd::vector<float, f32_lanes> _ZGV##isa##N##f32_lanes##vv_##name##f(                \
      stencil::cpu::simd::vector<float, f32_lanes>, stencil::cpu::simd::vector<float, f32_lanes>);
#define STENCIL_DECLARE_B(name, Type, cost) STENCIL_DECLARE_VECTOR(b, 16, 2, 4, name)
#define STENCIL_DECLARE_D(name, Type, cost) STENCIL_DECLARE_VECTOR(d, 32, 4, 8, name)
#define STENCIL_DECLARE_E(name, Type, cost) STENCIL_DECLARE_VECTOR(e, 64, 8, 16, name)
#define STENCIL_DECLARE_B_OF_TWO(name, Type, cost) STENCIL_DECLARE_VECTOR_OF_TWO(b, 16, 2, 4, name)
#define STENCIL_DECLARE_D_OF_TWO(name, Type, cost) STENCIL_DECLARE_VECTOR_OF_TWO(d, 32, 4, 8, name)
#define STENCIL_DECLARE_E_OF_TWO(name, Type, cost) STENCIL_DECLARE_VECTOR_OF_TWO(e, 64, 8, 16, name)
extern "C" {
STENCIL_LIBM_OF_ONE(STENCIL_DECLARE_B)
STENCIL_LIBM_OF_TWO(STENCIL_DECLARE_B_OF_TWO)
#if defined(__AVX2__)
STENCIL_LIBM_OF_ONE(STENCIL_DECLARE_D)
STENCIL_LIBM_OF_TWO(STENCIL_DECLARE_D_OF_TWO)
#endif
#if defined(__AVX512F__)
STENCIL_LIBM_OF_ONE(STENCIL_DECLARE_E)
STENCIL_LIBM_OF_TWO(STENCIL_DECLARE_E_OF_TWO)
#endif
}
#endif

namespace stencil::cpu::vector_math {

#if STENCIL_HAS_LIBMVEC
#define STENCIL_VECTOR_CALL(isa, bytes, f64_lanes, f32_lanes, vs, name, ...)                                    \
  if constexpr (sizeof(V) == bytes && sizeof(T) == 8) return _ZGV##isa##N##f64_lanes##vs##_##name(__VA_ARGS__); \
  if constexpr (sizeof(V) == bytes && sizeof(T) == 4) return _ZGV##isa##N##f32_lanes##vs##_##name##f(__VA_ARGS__);
#define STENCIL_CALL_B(vs, name, ...) STENCIL_VECTOR_CALL(b, 16, 2, 4, vs, name, __VA_ARGS__)
#if defined(__AVX2__)
#define STENCIL_CALL_D(vs, name, ...) STENCIL_VECTOR_CALL(d, 32, 4, 8, vs, name, __VA_ARGS__)
#else
#define STENCIL_CALL_D(vs, name, ...)
#endif
#if defined(__AVX512F__)
#define STENCIL_CALL_E(vs, name, ...) STENCIL_VECTOR_CALL(e, 64, 8, 16, vs, name, __VA_ARGS__)
#else
#define STENCIL_CALL_E(vs, name, ...)
#endif
#define STENCIL_CALLS(vs, name, ...) \
  STENCIL_CALL_B(vs, name, __VA_ARGS__) STENCIL_CALL_D(vs, name, __VA_ARGS__) STENCIL_CALL_E(vs, name, __VA_ARGS__)
#else
#define STENCIL_CALLS(vs, name, ...)
#endif

/// The functions of libmvec as they are.
namespace called {
#define STENCIL_VECTOR_FUNCTION(name, Type, cost)                                                    \
  template <class T, class V>                                                                        \
  inline V name(V x) {                                                                               \
    STENCIL_CALLS(v, name, x)                                                                        \
    V r;                                                                                             \
    for (unsigned l = 0; l < sizeof(V) / sizeof(T); ++l) r[l] = stencil::name(static_cast<T>(x[l])); \
    return r;                                                                                        \
  }
STENCIL_LIBM_OF_ONE(STENCIL_VECTOR_FUNCTION)

#define STENCIL_VECTOR_FUNCTION_OF_TWO(name, Type, cost)                \
  template <class T, class V>                                           \
  inline V name(V x, V y) {                                             \
    STENCIL_CALLS(vv, name, x, y)                                       \
    V r;                                                                \
    for (unsigned l = 0; l < sizeof(V) / sizeof(T); ++l)                \
      r[l] = stencil::name(static_cast<T>(x[l]), static_cast<T>(y[l])); \
    return r;                                                           \
  }
STENCIL_LIBM_OF_TWO(STENCIL_VECTOR_FUNCTION_OF_TWO)
}  // namespace called
using namespace called;

template <class T, class V>
inline V floor(V x) {
  return simd::rounded<false, T>(x);
}
template <class T, class V>
inline V ceil(V x) {
  return simd::rounded<true, T>(x);
}

// libmvec calls libm for elements with rare arguments, which takes as long as several vectors. Three of these are
// frequent in models: exp of very negative numbers, and powers and cube roots of zero. Their results are known exactly.

/// exp(x), 0 where x is below the logarithm of half of the smallest number.
template <class T, class V>
inline V exp(V x) {
  const V lowest = (sizeof(T) == 8 ? T(-746) : T(-104)) - V{};
  const auto vanishes = x < lowest;
  if (simd::all<T>(vanishes)) return V{};
  const V r = called::exp<T>(V(vanishes ? V{} : x));
  return vanishes ? V{} : r;
}
/// x to the power of y, 0 for x = +0 and y > 0. Powers 1 to 4 are products, in less than a tenth of the time.
template <class T, class V>
inline V pow(V x, V y) {
  const auto power = static_cast<T>(y[0]);
  if ((power == 2 || power == 3 || power == 4 || power == 1) && simd::all<T>(y == power - V{})) {
    const V square = x * x;
    if (power > 3) return square * square;
    return power > 2 ? square * x : power > 1 ? square : x;
  }
  const auto bits = std::bit_cast<decltype(x < y)>(x);
  const auto vanishes = (bits == decltype(bits){}) & (y > V{});
  if (simd::all<T>(vanishes)) return V{};
  const V r = called::pow<T>(V(vanishes ? T(1) - V{} : x), y);
  return vanishes ? V{} : r;
}
/// The cube root of x, which is x where that is zero, of either sign.
template <class T, class V>
inline V cbrt(V x) {
  const auto vanishes = x == V{};
  if (simd::all<T>(vanishes)) return x;
  const V r = called::cbrt<T>(V(vanishes ? T(1) - V{} : x));
  return vanishes ? x : r;
}

#undef STENCIL_VECTOR_FUNCTION_OF_TWO
#undef STENCIL_VECTOR_FUNCTION
#undef STENCIL_CALLS
#if STENCIL_HAS_LIBMVEC
#undef STENCIL_VECTOR_CALL
#undef STENCIL_CALL_B
#undef STENCIL_CALL_D
#undef STENCIL_CALL_E
#undef STENCIL_DECLARE_VECTOR
#undef STENCIL_DECLARE_VECTOR_OF_TWO
#undef STENCIL_DECLARE_B
#undef STENCIL_DECLARE_D
#undef STENCIL_DECLARE_E
#undef STENCIL_DECLARE_B_OF_TWO
#undef STENCIL_DECLARE_D_OF_TWO
#undef STENCIL_DECLARE_E_OF_TWO
#endif

}  // namespace stencil::cpu::vector_math
