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
    const double* __restrict__ const w_e = x.in[0];
    const double* __restrict__ const w_ground = x.in[1] + b.first;
    const double* __restrict__ const v = x.in[2] + b.first;
    const double* __restrict__ const exner_e = x.in[3];
    const double* __restrict__ const exner = x.in[4];
    const double* __restrict__ const rho_e = x.in[5];
    const double* __restrict__ const rho = x.in[6];
    const double* __restrict__ const theta = x.in[7];
    double* __restrict__ const w = x.out[0];
    double* __restrict__ const rho_new = x.out[1];
    double* __restrict__ const exner_new = x.out[2];
    double* __restrict__ const theta_new = x.out[3];
    const double* __restrict__ const dc = x.dz_centers;
    const double* __restrict__ const df = x.dz_faces;
    const double dt = 6, damping = 0.05, damped_from = 12e3, gas = 287.04, cp = 1004.64, cv = cp - gas;
    const int n = x.levels;

    // Of face k: below is what its lower neighbour has, here its own; beta are those of cells over their depths.
    double upper_below[B::width], w_below[B::width], mass_below[B::width], mass_here[B::width], beta_below[B::width];
    EACH_LANE(l) {
      const auto zero = b.cell(0) + l, one = b.cell(1) + l;
      upper_below[l] = mass_below[l] = 0;
      w[b.face(0) + l] = w_below[l] = w_ground[l];
      beta_below[l] = dt * gas / cv / dc[0] * exner[zero] / (rho[zero] * theta[zero]);
      mass_here[l] = v[l] * 0.25 * (rho[zero] + rho[one]) * (theta[zero] + theta[one]);
    }
    for (int k = 1; k < n; ++k) {
      double* const upper = b.scratch(0, k);
      const auto below = b.cell(k - 1), here = b.cell(k), above = b.cell(k + 1 < n ? k + 1 : k), face = b.face(k);
      const double to_beta = dt * gas / cv / dc[k], to_gamma = 0.5 * dt * cp / df[k];
      EACH_LANE(l) {
        const double mass_above = v[l] * 0.25 * (rho[here + l] + rho[above + l]) * (theta[here + l] + theta[above + l]);
        const double beta = to_beta * exner[here + l] / (rho[here + l] * theta[here + l]);
        const double gamma = to_gamma * v[l] * (theta[below + l] + theta[here + l]);
        const double lower = -gamma * beta_below[l] * mass_below[l];
        const double diagonal = 1 + gamma * (beta + beta_below[l]) * mass_here[l];
        const double factor = 1 / (diagonal - lower * upper_below[l]);
        const double right = w_e[face + l] - gamma * (exner_e[here + l] - exner_e[below + l]);
        upper[l] = upper_below[l] = -gamma * beta * mass_above * factor;
        w[face + l] = w_below[l] = (right - lower * w_below[l]) * factor;
        mass_below[l] = mass_here[l], mass_here[l] = mass_above, beta_below[l] = beta;
      }
    }
    double solved[B::width], w_above[B::width], flux_above[B::width], heat_above[B::width];
    EACH_LANE(l) w[b.face(n) + l] = solved[l] = w_above[l] = flux_above[l] = heat_above[l] = 0;
    for (int k = n - 1; k >= 0; --k) {
      const double* const upper = b.scratch(0, k);
      const auto below = b.cell(k > 0 ? k - 1 : 0), here = b.cell(k), face = b.face(k);
      const double to_beta = dt * gas / cv / dc[k], per_depth = dt / dc[k];
      const double height = x.z_faces[k], open = k == 0 ? 0 : 0.5;
      const double damped = height > damped_from ? 1 / (1 + dt * damping * (height - damped_from) / 1000) : 1;
      EACH_LANE(l) {
        solved[l] = k == 0 ? w[face + l] : w[face + l] - upper[l] * solved[l];
        const double here_w = damped * solved[l];
        w[face + l] = here_w;
        const double flux = open * v[l] * (rho[below + l] + rho[here + l]) * here_w;
        const double heat = 0.5 * (theta[below + l] + theta[here + l]) * flux;
        const double beta = to_beta * exner[here + l] / (rho[here + l] * theta[here + l]);
        const double density = rho_e[here + l] - per_depth * (flux_above[l] - flux);
        const double pressure = exner_e[here + l] - beta * (heat_above[l] - heat);
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
