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

/// Values that go around: flux 0 is that of mass, 1 to 5 those of heat, both winds and both tracers.
inline constexpr int fluxes = 6;

/// The flux over a face by the three cells nearest in wind direction, third order; `outer`: the upwind cell is the
/// last.
template <class T>
INLINED inline T upwind(T wind, T far_below, T below, T above, T far_above, bool low, bool high) {
  const bool up = wind > 0;
  const T from = up ? below : above, to = up ? above : below, further = up ? far_below : far_above;
  const T third = (10 * from + 4 * to - 2 * further) * T(1.0 / 12);
  return wind * ((up ? low : high) ? from : third);
}
/// The same from a line in the upwind cell whose slope is the harmonic mean of those on both sides.
template <class T>
INLINED inline T limited(T wind, T far_below, T below, T above, T far_above, bool low, bool high, T dt, T inverse_dz) {
  const bool up = wind > 0;
  const T value = up ? below : above, under = up ? far_below : below, over = up ? above : far_above;
  const T lower = value - under, upper = over - value;
  const T product = lower * upper, sum = lower + upper;
  const T slope = product > 0 ? 2 * product / (product > 0 ? sum : T(1)) : T(0);
  const T line = (up ? low : high) ? T(0) : slope;
  const T to_face = line * ((1 - std::abs(wind) * dt * inverse_dz) / 2);
  return wind * (value + (up ? to_face : -to_face));
}

/// One block of columns: cell(c) and face(i) find the rows of lane h in the arrays, th(c) and flux(q, i) in memory of
/// the block.
template <Results which, class T>
struct Column {
  const Constants& p;
  const Arrays<T>& x;
  static constexpr bool has_heat = which != Results::diffusivity;
  static constexpr bool has_winds = which == Results::four || which == Results::nine;
  static constexpr bool has_all = which == Results::nine;
  static constexpr bool has_diffusivity = which != Results::heating && which != Results::four;

  /// At an inner face i, from the cells below (b) and above (a) and their neighbours (bb, aa).
  template <class Theta, class Flux>
  INLINED inline void at_face(int i, std::ptrdiff_t bb, std::ptrdiff_t b, std::ptrdiff_t a, std::ptrdiff_t aa,
                              std::ptrdiff_t f, const Theta& th, const Flux& flux, bool low, bool high) const {
    const T dz = x.inverse_df[i], l = x.length[i];
    const T rho_f = (x.rho[b] + x.rho[a]) / 2;
    const T theta_b = th(-1), theta_a = th(0);
    const T du = (x.u[a] - x.u[b]) * dz, dv = (x.v[a] - x.v[b]) * dz, dtheta = (theta_a - theta_b) * dz;
    const T shear = du * du + dv * dv + T(1e-10);
    const T ri = T(p.gravity) / ((theta_b + theta_a) / 2) * dtheta / shear;
    const T stable = 1 + 5 * ri;
    const T factor = ri > 0 ? 1 / (stable * stable) : std::sqrt(1 - 16 * (ri < 0 ? ri : T(0)));
    const T diffusivity = l * l * std::sqrt(shear) * factor;
    if constexpr (has_diffusivity) x.k[f] = diffusivity;
    if constexpr (has_heat) {
      const T k = diffusivity * rho_f, mass = rho_f * x.w[f];
      flux(1) = k * dtheta - upwind(mass, th(-2), theta_b, theta_a, th(1), low, high);
      if constexpr (has_winds) {
        flux(0) = mass;
        flux(2) = k * du - upwind(mass, x.u[bb], x.u[b], x.u[a], x.u[aa], low, high);
        flux(3) = k * dv - upwind(mass, x.v[bb], x.v[b], x.v[a], x.v[aa], low, high);
      }
      if constexpr (has_all) {
        const T dt = T(p.time_step);
        flux(4) = k * (x.q1[a] - x.q1[b]) * dz - limited(mass, x.q1[bb], x.q1[b], x.q1[a], x.q1[aa], low, high, dt, dz);
        flux(5) = k * (x.q2[a] - x.q2[b]) * dz - limited(mass, x.q2[bb], x.q2[b], x.q2[a], x.q2[aa], low, high, dt, dz);
      }
    }
  }
  /// The wind's part at inner faces, once the pressure of both cells is known; w of the faces below and above.
  INLINED inline void at_face_last(int i, std::ptrdiff_t b, std::ptrdiff_t a, std::ptrdiff_t f, T w_below,
                                   T w_above) const {
    const T dz = x.inverse_df[i], rho_f = (x.rho[b] + x.rho[a]) / 2;
    const T below = (w_below + x.w[f]) / 2, above = (x.w[f] + w_above) / 2;
    x.w_t[f] = -((x.p[a] - x.p[b]) * dz / rho_f) - T(p.gravity) - (above * above - below * below) / 2 * dz;
  }
  INLINED inline void pressure(std::ptrdiff_t c) const {
    const T exponent = T(p.heat_capacity / (p.heat_capacity - p.gas));
    x.p[c] = T(p.surface_pressure) * exponential(exponent * logarithm(T(p.gas / p.surface_pressure) * x.e[c]));
  }
  /// At a cell, between the fluxes of the faces below and above it.
  template <class Below, class Above>
  INLINED inline void at_cell(int c, std::ptrdiff_t at, const Below& below, const Above& above) const {
    const T dz = x.inverse_dc[c];
    x.e_t[at] = (above(1) - below(1)) * dz;
    if constexpr (has_winds) {
      const T convergence = -(above(0) - below(0)) * dz;
      x.rho_t[at] = convergence;
      x.u_t[at] = ((above(2) - below(2)) * dz - x.u[at] * convergence) / x.rho[at] + T(p.rotation) * x.v[at];
      x.v_t[at] = ((above(3) - below(3)) * dz - x.v[at] * convergence) / x.rho[at] - T(p.rotation) * x.u[at];
    }
    if constexpr (has_all) {
      x.q1_t[at] = (above(4) - below(4)) * dz;
      x.q2_t[at] = (above(5) - below(5)) * dz;
    }
  }
  /// Diffusivity at the first and at the last face, where nothing has a gradient.
  INLINED inline void at_end_face(int i, std::ptrdiff_t f) const {
    if constexpr (has_diffusivity) x.k[f] = x.length[i] * x.length[i] * std::sqrt(T(1e-10));
  }
  /// The flux q that is given at the ground.
  INLINED inline T at_ground(int q, std::ptrdiff_t column) const {
    return q == 1             ? -x.heat_flux[column]
           : q == 2 || q == 3 ? -x.stress[column]
           : q == 4           ? -x.moisture_flux[column]
                              : T(0);
  }
};

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
