// SPDX-License-Identifier: BSD-3-Clause
// Compiled with -O3 -ffast-math -fopenmp: without it g++ calls a scalar exp, and the comparison would be too easy.
#include "by_hand.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace by_hand {

namespace {

constexpr std::ptrdiff_t small = 1 << 18;  // bytes below which threads are not worth waking
template <class T>
bool parallel(const Problem<T>& p) {
  return 4 * p.levels * p.columns * static_cast<std::ptrdiff_t>(sizeof(T)) >= small;
}

#if defined(__AVX512F__)
inline void stream_line(double* to, const double* a, const double* b, const double* f) {
  _mm512_stream_pd(to, _mm512_fmadd_pd(_mm512_loadu_pd(a), _mm512_loadu_pd(b), _mm512_loadu_pd(f)));
}
inline void stream_line(float* to, const float* a, const float* b, const float* f) {
  _mm512_stream_ps(to, _mm512_fmadd_ps(_mm512_loadu_ps(a), _mm512_loadu_ps(b), _mm512_loadu_ps(f)));
}
#else
template <class T>
inline void stream_line(T* to, const T* a, const T* b, const T* f) {
  for (std::size_t i = 0; i < 64 / sizeof(T); ++i) to[i] = a[i] * b[i] + f[i];
}
#endif

template <class T>
struct Row {  // one row of Div(f * Grad(a * b)) for n neighbouring columns; `up` and `down` are 0 at the ends
  const T *a, *b, *f;
  T* out;
  std::ptrdiff_t step;
  T up, down, dc;
};

template <class T>
void w1_row(const Row<T>& r, std::ptrdiff_t n) {
  const T* __restrict a = r.a;
  const T* __restrict b = r.b;
  const T* __restrict f = r.f;
  T* __restrict out = r.out;
  const std::ptrdiff_t s = r.step;
  if (r.down == 0) {
#pragma omp simd
    for (std::ptrdiff_t c = 0; c < n; ++c) out[c] = f[s + c] * ((a[s + c] * b[s + c] - a[c] * b[c]) * r.up) * r.dc;
  } else if (r.up == 0) {
#pragma omp simd
    for (std::ptrdiff_t c = 0; c < n; ++c) out[c] = -(f[c] * ((a[c] * b[c] - a[c - s] * b[c - s]) * r.down)) * r.dc;
  } else {
#pragma omp simd
    for (std::ptrdiff_t c = 0; c < n; ++c) {
      out[c] = (f[s + c] * ((a[s + c] * b[s + c] - a[c] * b[c]) * r.up) -
                f[c] * ((a[c] * b[c] - a[c - s] * b[c - s]) * r.down)) *
               r.dc;
    }
  }
}

}  // namespace

template <class T>
void triad(const Problem<T>& p, bool stream) {
  const std::ptrdiff_t n = p.levels * p.columns;
  const T* __restrict a = p.a;
  const T* __restrict b = p.b;
  const T* __restrict f = p.f;
  T* __restrict out = p.out;
  if (stream) {
    constexpr std::ptrdiff_t line = 64 / sizeof(T);
#pragma omp parallel for schedule(static) if (parallel(p))
    for (std::ptrdiff_t i = 0; i < n / line; ++i) stream_line(out + i * line, a + i * line, b + i * line, f + i * line);
    return;
  }
#pragma omp parallel for simd schedule(static) if (parallel(p))
  for (std::ptrdiff_t i = 0; i < n; ++i) out[i] = a[i] * b[i] + f[i];
}

template <class T>
void w1_levels(const Problem<T>& p) {
  const int n = p.levels;
#pragma omp parallel for schedule(static) if (parallel(p))
  for (std::ptrdiff_t c = 0; c < p.columns; ++c) {
    const T* __restrict a = p.a + c * n;
    const T* __restrict b = p.b + c * n;
    const T* __restrict f = p.f + c * (n + 1);
    const T* __restrict jf = p.inverse_df;
    const T* __restrict jc = p.inverse_dc;
    T* __restrict out = p.out + c * n;
    out[0] = f[1] * ((a[1] * b[1] - a[0] * b[0]) * jf[1]) * jc[0];
#pragma omp simd
    for (int i = 1; i < n - 1; ++i) {
      out[i] = (f[i + 1] * ((a[i + 1] * b[i + 1] - a[i] * b[i]) * jf[i + 1]) -
                f[i] * ((a[i] * b[i] - a[i - 1] * b[i - 1]) * jf[i])) *
               jc[i];
    }
    out[n - 1] = -(f[n - 1] * ((a[n - 1] * b[n - 1] - a[n - 2] * b[n - 2]) * jf[n - 1])) * jc[n - 1];
  }
}

template <class T>
void w1_columns(const Problem<T>& p) {
  constexpr std::ptrdiff_t block = 2048;
  const int n = p.levels;
#pragma omp parallel for schedule(static) if (parallel(p))
  for (std::ptrdiff_t first = 0; first < p.columns; first += block) {
    const std::ptrdiff_t count = std::min(block, p.columns - first);
    for (int i = 0; i < n; ++i) {
      const std::ptrdiff_t at = first + i * p.columns;
      w1_row(Row<T>{p.a + at, p.b + at, p.f + at, p.out + at, p.columns, i < n - 1 ? p.inverse_df[i + 1] : T(0),
                    i > 0 ? p.inverse_df[i] : T(0), p.inverse_dc[i]},
             count);
    }
  }
}

template <class T>
void w2_levels(const Problem<T>& p) {
  const int n = p.levels;
#pragma omp parallel if (parallel(p))
  {
    std::vector<T> scratch(static_cast<std::size_t>(3 * (n + 2)));
    T* __restrict q = scratch.data();
    T* __restrict d = q + n + 2;
    T* __restrict r = d + n + 2;
#pragma omp for schedule(static)
    for (std::ptrdiff_t c = 0; c < p.columns; ++c) {
      const T* __restrict a = p.a + c * n;
      const T* __restrict b = p.b + c * n;
      const T* __restrict f = p.f + c * (n + 1);
      const T* __restrict jf = p.inverse_df;
      const T* __restrict jc = p.inverse_dc;
      T* __restrict out = p.out + c * n;
      q[0] = q[n] = r[0] = r[n] = 0;
#pragma omp simd
      for (int j = 1; j < n; ++j)
        q[j] = std::exp((a[j - 1] + a[j]) / 2) * ((a[j] * b[j] - a[j - 1] * b[j - 1]) * jf[j]);
#pragma omp simd
      for (int i = 0; i < n; ++i) d[i] = (q[i + 1] - q[i]) * jc[i];
#pragma omp simd
      for (int j = 1; j < n; ++j) r[j] = f[j] * ((d[j] - d[j - 1]) * jf[j]);
#pragma omp simd
      for (int i = 0; i < n; ++i) out[i] = (r[i + 1] - r[i]) * jc[i];
    }
  }
}

template <class T>
void w2_columns(const Problem<T>& p) {
  constexpr std::ptrdiff_t block = 128;
  const int n = p.levels;
#pragma omp parallel if (parallel(p))
  {
    // Rolling rows: flux q at two faces, d at two centers, flux r at two faces.
    std::vector<T> scratch(static_cast<std::size_t>(6 * block));
#pragma omp for schedule(static)
    for (std::ptrdiff_t first = 0; first < p.columns; first += block) {
      const std::ptrdiff_t count = std::min(block, p.columns - first);
      T* q[2] = {scratch.data(), scratch.data() + block};
      T* d[2] = {scratch.data() + 2 * block, scratch.data() + 3 * block};
      T* r[2] = {scratch.data() + 4 * block, scratch.data() + 5 * block};
      std::fill(scratch.begin(), scratch.end(), T(0));
      for (int i = 0; i <= n; ++i) {  // d of cell i, then the flux r below it, then out of cell i - 1
        T* __restrict q_up = q[(i + 1) % 2];
        const T* __restrict q_down = q[i % 2];
        T* __restrict d_here = d[i % 2];
        const T* __restrict d_down = d[(i + 1) % 2];
        T* __restrict r_here = r[i % 2];
        const T* __restrict r_down = r[(i + 1) % 2];
        const std::ptrdiff_t at = first + i * p.columns;
        const std::ptrdiff_t s = p.columns;
        const T* __restrict a = p.a + at;
        const T* __restrict b = p.b + at;
        const T* __restrict f = p.f + at;
        T* __restrict out = p.out + at;
        const bool has_flux = i > 0 && i < n;
        if (i < n) {
          const T up = i < n - 1 ? p.inverse_df[i + 1] : T(0);
          const T dc = p.inverse_dc[i];
          if (i < n - 1) {
#pragma omp simd
            for (std::ptrdiff_t c = 0; c < count; ++c)
              q_up[c] = std::exp((a[c] + a[s + c]) / 2) * ((a[s + c] * b[s + c] - a[c] * b[c]) * up);
          } else {
            std::fill(q_up, q_up + count, T(0));
          }
#pragma omp simd
          for (std::ptrdiff_t c = 0; c < count; ++c) d_here[c] = (q_up[c] - q_down[c]) * dc;
        }
        if (has_flux) {
          const T df = p.inverse_df[i];
#pragma omp simd
          for (std::ptrdiff_t c = 0; c < count; ++c) r_here[c] = f[c] * ((d_here[c] - d_down[c]) * df);
        } else {
          std::fill(r_here, r_here + count, T(0));
        }
        if (i > 0) {
          const T dc = p.inverse_dc[i - 1];
#pragma omp simd
          for (std::ptrdiff_t c = 0; c < count; ++c) out[c - s] = (r_here[c] - r_down[c]) * dc;
        }
      }
    }
  }
}

template <class T>
void w3_levels(const Problem<T>& p) {
  const int n = p.levels;
#pragma omp parallel if (parallel(p))
  {
    std::vector<T> scratch(static_cast<std::size_t>(n));
    T* __restrict above = scratch.data();
#pragma omp for schedule(static)
    for (std::ptrdiff_t c = 0; c < p.columns; ++c) {
      const T* __restrict a = p.a + c * n;
      const T* __restrict f = p.f + c * (n + 1);
      T* __restrict out = p.out + c * n;
      T lower = 0, below_above = 0, below_out = 0;
      for (int i = 0; i < n; ++i) {
        const T step = static_cast<T>(w3_step) * p.inverse_dc[i];
        const T upper = i + 1 < n ? f[i + 1] * p.inverse_df[i + 1] : T(0);
        const T pivot = 1 / (1 + step * (lower + upper) - step * lower * below_above);
        above[i] = below_above = pivot * step * upper;
        out[i] = below_out = pivot * (a[i] + step * lower * below_out);
        lower = upper;
      }
      for (int i = n - 2; i >= 0; --i) out[i] += above[i] * out[i + 1];
    }
  }
}

template <class T>
void w3_columns(const Problem<T>& p) {
  constexpr std::ptrdiff_t block = 256;
  const int n = p.levels;
#pragma omp parallel if (parallel(p))
  {
    std::vector<T> scratch(static_cast<std::size_t>(n + 1) * block, T(0));
#pragma omp for schedule(static)
    for (std::ptrdiff_t first = 0; first < p.columns; first += block) {
      const std::ptrdiff_t count = std::min(block, p.columns - first);
      for (int i = 0; i < n; ++i) {
        const std::ptrdiff_t at = first + i * p.columns;
        const T step = static_cast<T>(w3_step) * p.inverse_dc[i];
        const T up = i + 1 < n ? p.inverse_df[i + 1] : T(0);
        const T down = i > 0 ? p.inverse_df[i] : T(0);
        const T* __restrict a = p.a + at;
        const T* __restrict f = p.f + at;
        const T* __restrict below_above = scratch.data() + i * block;
        const T* below_out = i > 0 ? p.out + at - p.columns : below_above;  // times zero
        T* __restrict above = scratch.data() + (i + 1) * block;
        T* out = p.out + at;
#pragma omp simd
        for (std::ptrdiff_t c = 0; c < count; ++c) {
          const T lower = step * (f[c] * down);
          const T upper = step * (f[p.columns + c] * up);
          const T pivot = 1 / (1 + lower + upper - lower * below_above[c]);
          above[c] = pivot * upper;
          out[c] = pivot * (a[c] + lower * below_out[c]);
        }
      }
      for (int i = n - 2; i >= 0; --i) {
        T* out = p.out + first + i * p.columns;
        const T* next = out + p.columns;
        const T* __restrict above = scratch.data() + (i + 1) * block;
#pragma omp simd
        for (std::ptrdiff_t c = 0; c < count; ++c) out[c] += above[c] * next[c];
      }
    }
  }
}

#define INSTANTIATE(T)                             \
  template void triad<T>(const Problem<T>&, bool); \
  template void w1_levels<T>(const Problem<T>&);   \
  template void w1_columns<T>(const Problem<T>&);  \
  template void w2_levels<T>(const Problem<T>&);   \
  template void w2_columns<T>(const Problem<T>&);  \
  template void w3_levels<T>(const Problem<T>&);   \
  template void w3_columns<T>(const Problem<T>&);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace by_hand
