// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../../tests/real/icon.hpp"
#include "race.hpp"

namespace race {

/// ICON's vertically implicit solve for w, with density, Exner function and potential temperature.
struct Case {
  static constexpr const char* name = "icon_w";
  static constexpr int scratch = 1;
  static constexpr int parts = 1;
  static ColumnGrid grid(std::size_t columns) { return ColumnGrid::stretched(most_levels, 0.0, 18e3, 100.0, columns); }
  template <class Make>
  static auto arguments(Make& make) {
    using namespace real_models;
    return std::tuple{make.faces("w_e", wind_w),
                      make.surface("w_ground", icon::w_ground),
                      make.surface("v", icon::implicit_weight),
                      make.centers("exner_e", icon::exner_explicit),
                      make.centers("exner", exner),
                      make.centers("rho_e", icon::density_explicit),
                      make.centers("rho", density),
                      make.centers("theta", theta)};
  }
  template <class Make>
  static auto results(Make& make) {
    return std::tuple{make.at_faces("w"), make.at_centers("rho"), make.at_centers("exner"), make.at_centers("theta")};
  }
  static auto function() { return real_models::icon::VerticallyImplicitSolver{}; }

  template <class B>
  STENCIL_FUNCTION static void by_hand(const Raw& x, const B& b) {
    const Real* __restrict__ const w_e = x.in[0];
    const Real* __restrict__ const w_ground = x.in[1] + b.first;
    const Real* __restrict__ const v = x.in[2] + b.first;
    const Real* __restrict__ const exner_e = x.in[3];
    const Real* __restrict__ const exner = x.in[4];
    const Real* __restrict__ const rho_e = x.in[5];
    const Real* __restrict__ const rho = x.in[6];
    const Real* __restrict__ const theta = x.in[7];
    Real* __restrict__ const w = x.out[0];
    Real* __restrict__ const rho_new = x.out[1];
    Real* __restrict__ const exner_new = x.out[2];
    Real* __restrict__ const theta_new = x.out[3];
    const Real* __restrict__ const dc = x.dz_centers;
    const Real* __restrict__ const df = x.dz_faces;
    const Real dt = 6, damping = 0.05_r, damped_from = 12e3_r, gas = 287.04_r, cp = 1004.64_r, cv = cp - gas;
    const int n = x.levels;

    // Of face k: below is what its lower neighbour has, here its own; beta are those of cells over their depths.
    Real upper_below[B::width], w_below[B::width], mass_below[B::width], mass_here[B::width], beta_below[B::width];
    EACH_LANE(l) {
      const auto zero = b.cell(0) + l, one = b.cell(1) + l;
      upper_below[l] = mass_below[l] = 0;
      w[b.face(0) + l] = w_below[l] = w_ground[l];
      beta_below[l] = dt * gas / cv / dc[0] * exner[zero] / (rho[zero] * theta[zero]);
      mass_here[l] = v[l] * 0.25_r * (rho[zero] + rho[one]) * (theta[zero] + theta[one]);
    }
    for (int k = 1; k < n; ++k) {
      Real* const upper = b.scratch(0, k);
      const auto below = b.cell(k - 1), here = b.cell(k), above = b.cell(k + 1 < n ? k + 1 : k), face = b.face(k);
      const Real to_beta = dt * gas / cv / dc[k], to_gamma = 0.5_r * dt * cp / df[k];
      EACH_LANE(l) {
        const Real mass_above = v[l] * 0.25_r * (rho[here + l] + rho[above + l]) * (theta[here + l] + theta[above + l]);
        const Real beta = to_beta * exner[here + l] / (rho[here + l] * theta[here + l]);
        const Real gamma = to_gamma * v[l] * (theta[below + l] + theta[here + l]);
        const Real lower = -gamma * beta_below[l] * mass_below[l];
        const Real diagonal = 1 + gamma * (beta + beta_below[l]) * mass_here[l];
        const Real factor = 1 / (diagonal - lower * upper_below[l]);
        const Real right = w_e[face + l] - gamma * (exner_e[here + l] - exner_e[below + l]);
        upper[l] = upper_below[l] = -gamma * beta * mass_above * factor;
        w[face + l] = w_below[l] = (right - lower * w_below[l]) * factor;
        mass_below[l] = mass_here[l], mass_here[l] = mass_above, beta_below[l] = beta;
      }
    }
    Real solved[B::width], w_above[B::width], flux_above[B::width], heat_above[B::width];
    EACH_LANE(l) w[b.face(n) + l] = solved[l] = w_above[l] = flux_above[l] = heat_above[l] = 0;
    for (int k = n - 1; k >= 0; --k) {
      const Real* const upper = b.scratch(0, k);
      const auto below = b.cell(k > 0 ? k - 1 : 0), here = b.cell(k), face = b.face(k);
      const Real to_beta = dt * gas / cv / dc[k], per_depth = dt / dc[k];
      const Real height = x.z_faces[k], open = k == 0 ? 0 : 0.5_r;
      const Real damped = height > damped_from ? 1 / (1 + dt * damping * (height - damped_from) / 1000) : 1;
      EACH_LANE(l) {
        solved[l] = k == 0 ? w[face + l] : w[face + l] - upper[l] * solved[l];
        const Real here_w = damped * solved[l];
        w[face + l] = here_w;
        const Real flux = open * v[l] * (rho[below + l] + rho[here + l]) * here_w;
        const Real heat = 0.5_r * (theta[below + l] + theta[here + l]) * flux;
        const Real beta = to_beta * exner[here + l] / (rho[here + l] * theta[here + l]);
        const Real density = rho_e[here + l] - per_depth * (flux_above[l] - flux);
        const Real pressure = exner_e[here + l] - beta * (heat_above[l] - heat);
        rho_new[here + l] = density;
        exner_new[here + l] = pressure;
        theta_new[here + l] =
            rho[here + l] * theta[here + l] * (1 + cv / gas * (pressure / exner[here + l] - 1)) / density;
        flux_above[l] = flux, heat_above[l] = heat;
      }
    }
  }
};

}  // namespace race
