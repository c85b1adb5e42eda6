// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>

#if defined(__AVX__)
#include <immintrin.h>
#elif defined(__x86_64__)
#include <emmintrin.h>  // SSE2 alone: the other takes half a second to compile
#endif

/// Vector instructions that compilers do not generate from plain vector code: partial loads and stores, streaming
/// stores, square roots.
namespace stencil::cpu::simd {

#if defined(__AVX512F__) && defined(__AVX512VL__)
inline constexpr int native_bytes = 64;
#elif defined(__AVX__)
inline constexpr int native_bytes = 32;
#else
inline constexpr int native_bytes = 16;
#endif

/// A GNU vector of W numbers.
template <class T, int W>
struct Vector {
  typedef T type __attribute__((vector_size(sizeof(T) * static_cast<unsigned>(W))));
};
template <class T, int W>
using vector = typename Vector<T, W>::type;

// g++ warns that the ABI of vectors wider than the processor's registers may change. They occur where float32 is
// converted to float64, and are passed between functions of this library alone.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

template <class V, class T>
inline V load(const T* p) {
  V v;
  std::memcpy(&v, p, sizeof(V));
  return v;
}
template <class V, class T>
inline void store(T* p, V v) {
  std::memcpy(p, &v, sizeof(V));
}

#if defined(__AVX512F__) && defined(__AVX512VL__)
inline unsigned mask_bits(int first, int last) { return ((1U << last) - 1U) & ~((1U << first) - 1U); }
#endif

#if defined(__AVX__)
/// From 32 - n on, the mask of the first n bytes of a vector.
alignas(32) inline constexpr signed char first_bytes[64] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                                            -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                                            -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
#endif

/// Loads `count` elements from p on; the other elements repeat the last one. No memory behind those is read.
template <class V, class T>
inline V load_some(const T* p, int count) {
#if defined(__AVX512F__) && defined(__AVX512VL__)
  const unsigned m = mask_bits(0, count);
  using Number = std::conditional_t<sizeof(T) == 8, double, float>;
  const auto last = std::bit_cast<Number>(p[count - 1]);
  if constexpr (sizeof(V) == 64 && sizeof(T) == 8)
    return std::bit_cast<V>(_mm512_mask_loadu_pd(_mm512_set1_pd(last), static_cast<__mmask8>(m), p));
  if constexpr (sizeof(V) == 64 && sizeof(T) == 4)
    return std::bit_cast<V>(_mm512_mask_loadu_ps(_mm512_set1_ps(last), static_cast<__mmask16>(m), p));
  if constexpr (sizeof(V) == 32 && sizeof(T) == 8)
    return std::bit_cast<V>(_mm256_mask_loadu_pd(_mm256_set1_pd(last), static_cast<__mmask8>(m), p));
  if constexpr (sizeof(V) == 32 && sizeof(T) == 4)
    return std::bit_cast<V>(_mm256_mask_loadu_ps(_mm256_set1_ps(last), static_cast<__mmask8>(m), p));
#elif defined(__AVX__)
  constexpr std::ptrdiff_t bytes = sizeof(T);
  const signed char* const mask = first_bytes + 32 - bytes * count;
  if constexpr (sizeof(V) == 32 && sizeof(T) == 8) {
    const auto there = load<__m256d>(mask);
    const auto values = _mm256_maskload_pd(reinterpret_cast<const double*>(p), _mm256_castpd_si256(there));
    return std::bit_cast<V>(_mm256_blendv_pd(_mm256_set1_pd(std::bit_cast<double>(p[count - 1])), values, there));
  }
  if constexpr (sizeof(V) == 32 && sizeof(T) == 4) {
    const auto there = load<__m256>(mask);
    const auto values = _mm256_maskload_ps(reinterpret_cast<const float*>(p), _mm256_castps_si256(there));
    return std::bit_cast<V>(_mm256_blendv_ps(_mm256_set1_ps(std::bit_cast<float>(p[count - 1])), values, there));
  }
#endif
  V v{};
  constexpr int W = static_cast<int>(sizeof(V) / sizeof(T));
  for (int l = 0; l < W; ++l) v[l] = p[l < count ? l : count - 1];
  return v;
}

/// Stores elements [first, last) to p[first] to p[last - 1].
template <class V, class T>
inline void store_some(T* p, V v, int first, int last) {
#if defined(__AVX512F__) && defined(__AVX512VL__)
  const unsigned m = mask_bits(first, last);
  if constexpr (sizeof(V) == 64 && sizeof(T) == 8)
    return _mm512_mask_storeu_pd(p, static_cast<__mmask8>(m), std::bit_cast<__m512d>(v));
  if constexpr (sizeof(V) == 64 && sizeof(T) == 4)
    return _mm512_mask_storeu_ps(p, static_cast<__mmask16>(m), std::bit_cast<__m512>(v));
  if constexpr (sizeof(V) == 32 && sizeof(T) == 8)
    return _mm256_mask_storeu_pd(p, static_cast<__mmask8>(m), std::bit_cast<__m256d>(v));
  if constexpr (sizeof(V) == 32 && sizeof(T) == 4)
    return _mm256_mask_storeu_ps(p, static_cast<__mmask8>(m), std::bit_cast<__m256>(v));
#endif
  for (int l = first; l < last; ++l) p[l] = v[l];
}

/// Whether a comparison of vectors is true for all elements. mask: its result, words of ones or zeros of integer type
/// I.
template <class I, class M>
inline bool all(M mask) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  if constexpr (sizeof(M) == 64 && sizeof(I) == 8) return _mm512_movepi64_mask(std::bit_cast<__m512i>(mask)) == 0xFF;
  if constexpr (sizeof(M) == 64 && sizeof(I) == 4) return _mm512_movepi32_mask(std::bit_cast<__m512i>(mask)) == 0xFFFF;
#endif
#if defined(__AVX__)
  if constexpr (sizeof(M) == 32 && sizeof(I) == 8) return _mm256_movemask_pd(std::bit_cast<__m256d>(mask)) == 0xF;
  if constexpr (sizeof(M) == 32 && sizeof(I) == 4) return _mm256_movemask_ps(std::bit_cast<__m256>(mask)) == 0xFF;
#endif
#if defined(__x86_64__)
  if constexpr (sizeof(M) == 16 && sizeof(I) == 8) return _mm_movemask_pd(std::bit_cast<__m128d>(mask)) == 0x3;
  if constexpr (sizeof(M) == 16 && sizeof(I) == 4) return _mm_movemask_ps(std::bit_cast<__m128>(mask)) == 0xF;
#endif
  for (unsigned l = 0; l < sizeof(M) / sizeof(I); ++l) {
    if (mask[l] == 0) return false;
  }
  return true;
}

/// A store that goes to memory without reading the cache line first. p must be aligned to the vector.
template <class V, class T>
inline void stream(T* p, V v) {
#if defined(__AVX512F__)
  if constexpr (sizeof(V) == 64) return _mm512_stream_si512(reinterpret_cast<__m512i*>(p), std::bit_cast<__m512i>(v));
#endif
#if defined(__AVX__)
  if constexpr (sizeof(V) == 32) return _mm256_stream_si256(reinterpret_cast<__m256i*>(p), std::bit_cast<__m256i>(v));
#endif
#if defined(__x86_64__)
  if constexpr (sizeof(V) == 16) return _mm_stream_si128(reinterpret_cast<__m128i*>(p), std::bit_cast<__m128i>(v));
#endif
  store(p, v);
}

/// Prefetches the cache line at p, which need not be valid memory, into the second-level cache. g++ 12 leaves out calls
/// of functions that contain nothing but __builtin_prefetch, hence the assembly.
inline void prefetch(const void* p) {
#if defined(__x86_64__)
  asm volatile("prefetcht1 %0" : : "m"(*static_cast<const char*>(p)));
#else
  static_cast<void>(p);
#endif
}

/// A fence: streamed stores become visible to other threads before the stores that follow.
inline void finish_streams() {
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

template <class T, class V>
inline V sqrt(V v) {
#if defined(__AVX512F__)
  // The masked forms: the plain ones of g++ 12 start from an undefined vector and warn of it (GCC bug 105593).
  constexpr auto all8 = static_cast<__mmask8>(-1);
  constexpr auto all16 = static_cast<__mmask16>(-1);
  if constexpr (sizeof(V) == 64 && sizeof(T) == 8)
    return std::bit_cast<V>(_mm512_maskz_sqrt_pd(all8, std::bit_cast<__m512d>(v)));
  if constexpr (sizeof(V) == 64 && sizeof(T) == 4)
    return std::bit_cast<V>(_mm512_maskz_sqrt_ps(all16, std::bit_cast<__m512>(v)));
#endif
#if defined(__AVX__)
  if constexpr (sizeof(V) == 32 && sizeof(T) == 8) return std::bit_cast<V>(_mm256_sqrt_pd(std::bit_cast<__m256d>(v)));
  if constexpr (sizeof(V) == 32 && sizeof(T) == 4) return std::bit_cast<V>(_mm256_sqrt_ps(std::bit_cast<__m256>(v)));
#endif
#if defined(__x86_64__)
  if constexpr (sizeof(V) == 16 && sizeof(T) == 8) return std::bit_cast<V>(_mm_sqrt_pd(std::bit_cast<__m128d>(v)));
  if constexpr (sizeof(V) == 16 && sizeof(T) == 4) return std::bit_cast<V>(_mm_sqrt_ps(std::bit_cast<__m128>(v)));
#endif
  V r = v;
  for (unsigned l = 0; l < sizeof(V) / sizeof(T); ++l) r[l] = static_cast<T>(__builtin_sqrt(static_cast<double>(v[l])));
  return r;
}

/// Whole numbers at or below those of a vector (Up: at or above them).
template <bool Up, class T, class V>
inline V rounded(V v) {
#if defined(__AVX512F__)
  constexpr int way = (Up ? _MM_FROUND_TO_POS_INF : _MM_FROUND_TO_NEG_INF) | _MM_FROUND_NO_EXC;
  if constexpr (sizeof(V) == 64 && sizeof(T) == 8)
    return std::bit_cast<V>(_mm512_maskz_roundscale_pd(static_cast<__mmask8>(-1), std::bit_cast<__m512d>(v), way));
  if constexpr (sizeof(V) == 64 && sizeof(T) == 4)
    return std::bit_cast<V>(_mm512_maskz_roundscale_ps(static_cast<__mmask16>(-1), std::bit_cast<__m512>(v), way));
#endif
#if defined(__AVX__)
  constexpr int way_of_avx = Up ? _MM_FROUND_CEIL : _MM_FROUND_FLOOR;
  if constexpr (sizeof(V) == 32 && sizeof(T) == 8)
    return std::bit_cast<V>(_mm256_round_pd(std::bit_cast<__m256d>(v), way_of_avx));
  if constexpr (sizeof(V) == 32 && sizeof(T) == 4)
    return std::bit_cast<V>(_mm256_round_ps(std::bit_cast<__m256>(v), way_of_avx));
#endif
  V r = v;
  for (unsigned l = 0; l < sizeof(V) / sizeof(T); ++l) {
    const auto x = static_cast<double>(v[l]);
    r[l] = static_cast<T>(Up ? __builtin_ceil(x) : __builtin_floor(x));
  }
  return r;
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace stencil::cpu::simd
