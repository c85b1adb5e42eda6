// SPDX-License-Identifier: BSD-3-Clause
// The boundary-layer column by loops written by hand. The program has them twice, with and without -ffast-math.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "boundary_layer_arrays.hpp"

#if defined(__FAST_MATH__)
#define BY_HAND by_hand_fast
#else
#define BY_HAND by_hand
#endif
#define INLINED __attribute__((always_inline))

#if !defined(__FAST_MATH__) && defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
// The vector functions that the library takes too; glibc declares them only with -ffast-math.
extern "C" {
__attribute__((__simd__("notinbranch"))) double exp(double) noexcept;
__attribute__((__simd__("notinbranch"))) double log(double) noexcept;
__attribute__((__simd__("notinbranch"))) float expf(float) noexcept;
__attribute__((__simd__("notinbranch"))) float logf(float) noexcept;
}
#endif

namespace boundary_layer::BY_HAND {

inline double exponential(double x) { return ::exp(x); }
inline float exponential(float x) { return ::expf(x); }
inline double logarithm(double x) { return ::log(x); }
inline float logarithm(float x) { return ::logf(x); }

}  // namespace boundary_layer::BY_HAND

#include "boundary_layer_by_hand.hpp"

namespace boundary_layer::BY_HAND {

/// Levels contiguous: loops over the levels of one column after the other.
template <Results which, class T>
void by_columns(const Constants& constants, const Arrays<T>& x) {
  const Column<which, T> at{constants, x};
  const int n = x.levels;
  std::vector<T> memory(static_cast<std::size_t>((1 + fluxes) * (n + 1)));
  T* const theta = memory.data();
  T* const flux = theta + n + 1;
  for (std::ptrdiff_t column = 0; column < x.columns; ++column) {
    const std::ptrdiff_t cell = column * n, face = column * (n + 1);
#pragma omp simd
    for (int c = 0; c < n; ++c) theta[c] = x.e[cell + c] / x.rho[cell + c];
    const auto inner = [&](int i, bool low, bool high) INLINED {
      const std::ptrdiff_t b = cell + i - 1, a = cell + i;
      at.at_face(
          i, low ? b : b - 1, b, a, high ? a : a + 1, face + i,
          [&](int d) {
            return theta[i + (low && d < -1 ? -1 : high && d > 0 ? 0 : d)];
          },
          [&](int q) -> T& { return flux[q * (n + 1) + i]; }, low, high);
    };
    at.at_end_face(0, face);
    at.at_end_face(n, face + n);
    inner(1, true, n == 2);
    if (n > 2) inner(n - 1, false, true);
#pragma omp simd
    for (int i = 2; i < n - 1; ++i) inner(i, false, false);
    if constexpr (Column<which, T>::has_heat) {
      for (int q = 0; q < fluxes; ++q) {
        flux[q * (n + 1)] = at.at_ground(q, column);
        flux[q * (n + 1) + n] = 0;
      }
#pragma omp simd
      for (int c = 0; c < n; ++c) {
        at.at_cell(
            c, cell + c, [&](int q) { return flux[q * (n + 1) + c]; },
            [&](int q) { return flux[q * (n + 1) + c + 1]; });
      }
    }
    if constexpr (Column<which, T>::has_all) {
#pragma omp simd
      for (int c = 0; c < n; ++c) at.pressure(cell + c);
#pragma omp simd
      for (int i = 1; i < n; ++i)
        at.at_face_last(i, cell + i - 1, cell + i, face + i, x.w[face + i - 1], x.w[face + i + 1]);
      const auto end = [&](std::ptrdiff_t to, std::ptrdiff_t f, int i) {
        const T below = (x.w[f - 1] + x.w[f]) / 2, above = (x.w[f] + x.w[f + 1]) / 2;
        x.w_t[to] = -T(constants.gravity) - (above * above - below * below) / 2 * x.inverse_df[i];
      };
      end(face, face + 1, 1);
      end(face + n, face + n - 1, n - 1);
    }
  }
}

/// Columns contiguous: blocks of columns march upward side by side.
template <Results which, class T>
void by_blocks(const Constants& constants, const Arrays<T>& x) {
  constexpr int width = 64;
  const Column<which, T> at{constants, x};
  const int n = x.levels;
  const std::ptrdiff_t m = x.columns;
  alignas(64) T theta[4][width];
  alignas(64) T flux[2][fluxes][width];
  for (std::ptrdiff_t first = 0; first < m; first += width) {
    const int count = static_cast<int>(std::min<std::ptrdiff_t>(width, m - first));
    const auto cell_temperature = [&](int c) {
#pragma omp simd
      for (int h = 0; h < count; ++h) theta[c & 3][h] = x.e[c * m + first + h] / x.rho[c * m + first + h];
      if constexpr (Column<which, T>::has_all) {
#pragma omp simd
        for (int h = 0; h < count; ++h) at.pressure(c * m + first + h);
      }
    };
    const auto cells = [&](int c) {
      if constexpr (Column<which, T>::has_heat) {
        const auto* below = flux[c & 1];
        const auto* above = flux[(c + 1) & 1];
#pragma omp simd
        for (int h = 0; h < count; ++h)
          at.at_cell(c, c * m + first + h, [&](int q) { return below[q][h]; }, [&](int q) { return above[q][h]; });
      }
    };
    for (int h = 0; h < count; ++h) {
      at.at_end_face(0, first + h);
      at.at_end_face(n, n * m + first + h);
      for (int q = 0; q < fluxes; ++q) flux[0][q][h] = at.at_ground(q, first + h);
    }
    for (int c = 0; c < std::min(n, 2); ++c) cell_temperature(c);
    for (int i = 1; i < n; ++i) {
      if (i + 1 < n) cell_temperature(i + 1);
      const bool low = i == 1, high = i == n - 1;
      const int bb = low ? i - 1 : i - 2, aa = high ? i : i + 1;
      const T *th0 = theta[bb & 3], *th1 = theta[(i - 1) & 3], *th2 = theta[i & 3], *th3 = theta[aa & 3];
      auto* to = flux[i & 1];
      const auto row = [&](bool is_low, bool is_high) INLINED {
#pragma omp simd
        for (int h = 0; h < count; ++h)
          at.at_face(
              i, bb * m + first + h, (i - 1) * m + first + h, i * m + first + h, aa * m + first + h, i * m + first + h,
              [&](int d) {
                return d == -2 ? th0[h] : d == -1 ? th1[h] : d == 0 ? th2[h] : th3[h];
              },
              [&](int q) -> T& { return to[q][h]; }, is_low, is_high);
      };
      if (low || high) {
        row(low, high);
      } else {
        row(false, false);
      }
      if constexpr (Column<which, T>::has_all) {
#pragma omp simd
        for (int h = 0; h < count; ++h)
          at.at_face_last(i, (i - 1) * m + first + h, i * m + first + h, i * m + first + h,
                          x.w[(i - 1) * m + first + h], x.w[(i + 1) * m + first + h]);
      }
      cells(i - 1);
    }
    for (int h = 0; h < count; ++h)
      for (int q = 0; q < fluxes; ++q) flux[n & 1][q][h] = 0;
    cells(n - 1);
    if constexpr (Column<which, T>::has_all) {
      for (const bool top : {false, true}) {
        const int to = top ? n : 0, i = top ? n - 1 : 1;
#pragma omp simd
        for (int h = 0; h < count; ++h) {
          const T* w = x.w + i * m + first + h;
          const T below = (w[-m] + w[0]) / 2, above = (w[0] + w[m]) / 2;
          x.w_t[to * m + first + h] = -T(constants.gravity) - (above * above - below * below) / 2 * x.inverse_df[i];
        }
      }
    }
  }
}

template <class T>
void run_all(Results which, const Constants& constants, const Arrays<T>& x, bool across) {
  const auto as = [&]<Results results>() {
    return across ? by_blocks<results>(constants, x) : by_columns<results>(constants, x);
  };
  switch (which) {
    case Results::diffusivity:
      return as.template operator()<Results::diffusivity>();
    case Results::heating:
      return as.template operator()<Results::heating>();
    case Results::two:
      return as.template operator()<Results::two>();
    case Results::four:
      return as.template operator()<Results::four>();
    case Results::nine:
      return as.template operator()<Results::nine>();
  }
}

void run(Results which, const Constants& constants, const Arrays<double>& x, bool across) {
  run_all(which, constants, x, across);
}
void run(Results which, const Constants& constants, const Arrays<float>& x, bool across) {
  run_all(which, constants, x, across);
}

}  // namespace boundary_layer::BY_HAND
