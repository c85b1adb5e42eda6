// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <tuple>
#include <type_traits>

#include "../../tests/real/climaatmos_turbulence.hpp"
#include "race.hpp"

namespace race {

/// What two updrafts of ClimaAtmos carry: energy, water, density and a tracer.
struct Case {
  static constexpr const char* name = "mass_fluxes";
  static constexpr int scratch = 4;
  static constexpr int parts = most_levels;
  static ColumnGrid grid(std::size_t columns) { return ColumnGrid::stretched(most_levels, 0.0, 18e3, 100.0, columns); }
  template <class Make>
  static auto arguments(Make& make) {
    using namespace real_models;
    using namespace real_models::climaatmos;
    return std::tuple{
        make.centers("rho", density),      make.faces("w", wind_w),        make.centers("a1", updraft_area),
        make.faces("w1", updraft_w),       make.centers("h1", updraft_h),  make.centers("q1", updraft_q),
        make.centers("c1", updraft_c),     make.centers("a2", tke),        make.faces("w2", other_w),
        make.centers("h2", static_energy), make.centers("q2", updraft_q),  make.centers("c2", updraft_c),
        make.centers("h", static_energy),  make.centers("q", total_water), make.centers("c", passive)};
  }
  template <class Make>
  static auto results(Make& make) {
    return std::tuple{make.at_centers("energy"), make.at_centers("water"), make.at_centers("density"),
                      make.at_centers("tracer")};
  }
  // Of a tuple: nvcc 13.0 takes the types of so many parameters for one another.
  template <class All>
  static auto call(const All& all) {
    using namespace real_models::climaatmos;
    const auto& [rho, w, a1, w1, h1, q1, c1, a2, w2, h2, q2, c2, h, q, c] = all;
    using C = std::remove_cvref_t<decltype(rho)>;
    using F = std::remove_cvref_t<decltype(w)>;
    using Up = Updraft<node_of<C>, node_of<F>>;
    const std::array<Up, 2> updrafts{Up{as_node(a1), as_node(w1), as_node(h1), as_node(q1), as_node(c1)},
                                     Up{as_node(a2), as_node(w2), as_node(h2), as_node(q2), as_node(c2)}};
    return columnwise(MassFluxes{})(rho, w, updrafts, Scalars<node_of<C>>{as_node(h), as_node(q), as_node(c)});
  }

  template <class B>
  STENCIL_FUNCTION static void by_hand(const Raw& x, const B& b) {
    const int n = x.levels;
    const Real* __restrict__ const q = x.in[13];
    if constexpr (B::width == 1 && !B::across) {
      // Fluxes of all faces first, so that neighbouring faces fill a register.
      Real *const energy = b.scratch(0, 0), *const water = b.scratch(1, 0), *const tracer = b.scratch(2, 0);
      energy[0] = water[0] = tracer[0] = energy[n] = water[n] = tracer[n] = 0;
      const auto keep = [&](int k, const Real(&flux)[3]) {
        energy[k] = flux[0], water[k] = flux[1], tracer[k] = flux[2];
      };
      Real flux[3];
      at_face(x, b, 1, 0, 2, 0, flux), keep(1, flux);
      ROWS_APART for (int k = 2; k < n - 1; ++k) {
        Real here[3];
        at_face(x, b, k, k - 2, k + 1, 0, here), keep(k, here);
      }
      at_face(x, b, n - 1, n - 3, n - 1, 0, flux), keep(n - 1, flux);
      const auto first = b.cell(0);
      ROWS_APART for (int k = 0; k < n; ++k) {
        const Real per_depth = 1 / x.dz_centers[k];
        const Real change = (water[k] - water[k + 1]) * per_depth;
        x.out[0][first + k] = (energy[k] - energy[k + 1]) * per_depth;
        x.out[1][first + k] = change;
        x.out[2][first + k] = q[first + k] * change;
        x.out[3][first + k] = (tracer[k] - tracer[k + 1]) * per_depth;
      }
    } else {
      Real low[3][B::width];
      for (int i = 0; i < 3; ++i) EACH_LANE(l) low[i][l] = 0;
      for (int k = b.begin > 0 ? b.begin - 1 : 0; k < b.end; ++k) {
        const auto here = b.cell(k);
        const Real per_depth = 1 / x.dz_centers[k];
        const bool wanted = k >= b.begin;
        EACH_LANE(l) {
          Real high[3] = {0, 0, 0};
          if (k + 1 < n) at_face(x, b, k + 1, k > 0 ? k - 1 : 0, k + 2 < n ? k + 2 : n - 1, l, high);
          if (wanted) {
            const Real change = (low[1][l] - high[1]) * per_depth;
            x.out[0][here + l] = (low[0][l] - high[0]) * per_depth;
            x.out[1][here + l] = change;
            x.out[2][here + l] = q[here + l] * change;
            x.out[3][here + l] = (low[2][l] - high[2]) * per_depth;
          }
          low[0][l] = high[0], low[1][l] = high[1], low[2][l] = high[2];
        }
      }
    }
  }

 private:
  /// Upward fluxes through an inner face k of energy, water and tracer; the cells two below and two above it stand for
  /// their neighbours where there are none.
  template <class B>
  STENCIL_FUNCTION static void at_face(const Raw& x, const B& b, int k, int far_below, int far_above, int l,
                                       Real (&flux)[3]) {
    const auto below = b.cell(k - 1) + l, above = b.cell(k) + l, face = b.face(k) + l;
    const auto lower = b.cell(far_below) + l, higher = b.cell(far_above) + l;
    const Real* const rho = x.in[0];
    const Real mass = (rho[below] * x.dz_centers[k - 1] + rho[above] * x.dz_centers[k]) * 0.5_r / x.dz_faces[k];
    const Real w = x.in[1][face], dt = 60;
    flux[0] = flux[1] = flux[2] = 0;
    UNROLLED for (int draft = 0; draft < 2; ++draft) {
      const Real *const a = x.in[2 + 5 * draft], *const h = x.in[4 + 5 * draft], *const q = x.in[5 + 5 * draft],
                        *const c = x.in[6 + 5 * draft];
      const Real up = x.in[3 + 5 * draft][face] - w, size = up > 0 ? up : -up;
      const Real from_below = 0.5_r * (up + size) * mass, from_above = 0.5_r * (up - size) * mass;
      flux[0] +=
          from_below * (h[below] - x.in[12][below]) * a[below] + from_above * (h[above] - x.in[12][above]) * a[above];
      flux[1] +=
          from_below * (q[below] - x.in[13][below]) * a[below] + from_above * (q[above] - x.in[13][above]) * a[above];
      const auto carried = [&](std::ptrdiff_t i) { return (c[i] - x.in[14][i]) * a[i]; };
      const bool upward = up > 0;
      const Real of_below = carried(below), of_above = carried(above), value = upward ? of_below : of_above;
      const Real behind = upward ? carried(lower) : of_below, ahead = upward ? of_above : carried(higher);
      const Real mean = 0.5_r * (ahead - behind), steepness = mean > 0 ? mean : -mean;
      const Real lowest = least(value, least(behind, ahead)), highest = most(value, most(behind, ahead));
      const Real limited = least(steepness, least(2 * (value - lowest), 2 * (highest - value)));
      const Real slope = mean < 0 ? -limited : limited;
      const bool flat = upward ? k - 1 == far_below : k == far_above;  // the upwind cell is the last
      const Real to_face = flat ? 0 : slope * 0.5_r * (1 - size * dt / x.dz_faces[k]);
      flux[2] += mass * up * (value + (upward ? to_face : -to_face));
    }
  }
  STENCIL_FUNCTION static Real least(Real p, Real q) { return p < q ? p : q; }
  STENCIL_FUNCTION static Real most(Real p, Real q) { return p > q ? p : q; }
};

}  // namespace race
