// SPDX-License-Identifier: BSD-3-Clause
// The formulas of the boundary layer as they are written by hand, for loops on a CPU, with and without -ffast-math, and
// for a kernel. BY_HAND names their namespace, INLINED makes a function inline; exponential and logarithm are given.
#pragma once

#include <cmath>
#include <cstddef>

#include "boundary_layer_arrays.hpp"

namespace boundary_layer::BY_HAND {

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

/// A column in arrays, or in what has values where those have them.
template <Results which, class T, class All = Arrays<T>>
struct Column {
  const Constants& p;
  const All& x;
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

}  // namespace boundary_layer::BY_HAND
