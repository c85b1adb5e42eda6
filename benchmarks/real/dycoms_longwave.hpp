// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "../../tests/real/climaatmos_physics.hpp"
#include "race.hpp"

namespace race {

/// Longwave fluxes and heating of the DYCOMS stratocumulus.
struct Case {
  static constexpr const char* name = "dycoms_longwave";
  static constexpr int scratch = 1;
  static constexpr int parts = 1;
  static ColumnGrid grid(std::size_t columns) { return ColumnGrid::uniform(most_levels, 0.0, 1600.0, columns); }
  template <class Make>
  static auto arguments(Make& make) {
    using namespace real_models;
    return std::tuple{make.centers("rho", density), make.centers("q_total", climaatmos::dycoms_water),
                      make.centers("q_liquid", climaatmos::dycoms_liquid)};
  }
  template <class Make>
  static auto results(Make& make) {
    return std::tuple{make.at_faces("flux"), make.at_centers("heating"), make.at_surface("z_i"),
                      make.at_surface("liquid_path")};
  }
  static auto function() { return real_models::climaatmos::DycomsLongwave{}; }

  template <class B>
  STENCIL_FUNCTION static void by_hand(const Raw& x, const B& b) {
    using std::cbrt, std::exp, std::abs;
    const Real* __restrict__ const rho = x.in[0];
    const Real* __restrict__ const q_total = x.in[1];
    const Real* __restrict__ const q_liquid = x.in[2];
    Real* __restrict__ const flux = x.out[0];
    Real* __restrict__ const heating = x.out[1];
    const Real* __restrict__ const dc = x.dz_centers;
    const Real* __restrict__ const zc = x.z_centers;
    const Real* __restrict__ const zf = x.z_faces;
    const Real f0 = 70, f1 = 22, kappa = 85, sinking = 3.75e-6_r, cp = 1015, q_inversion = 8e-3_r;
    const int n = x.levels;

    Real off[B::width], z_i[B::width], rho_i[B::width], path[B::width];
    EACH_LANE(l) off[l] = 1e30_r, z_i[l] = rho_i[l] = path[l] = 0;
    for (int k = 0; k < n; ++k) {
      Real* const below = b.scratch(0, k);
      const auto here = b.cell(k);
      EACH_LANE(l) {
        const Real distance = abs(q_total[here + l] - q_inversion);
        const bool nearer = distance < off[l];
        off[l] = nearer ? distance : off[l];
        z_i[l] = nearer ? zc[k] : z_i[l];
        rho_i[l] = nearer ? rho[here + l] : rho_i[l];
        if (!B::across) below[l] = path[l];
        path[l] += rho[here + l] * q_liquid[here + l] * dc[k];
      }
    }
    EACH_LANE(l) x.out[2][b.first + l] = z_i[l], x.out[3][b.first + l] = path[l];
    const auto at_face = [&](int k, int l, Real below) {
      const Real over = zf[k] > z_i[l] ? zf[k] - z_i[l] : 0.0_r;
      const Real thin = rho_i[l] * cp * sinking * cbrt(over) * (0.25_r * over + z_i[l]);
      return f0 * exp(-kappa * (path[l] - below)) + f1 * exp(-kappa * below) + thin;
    };
    if constexpr (B::across) {
      Real below[B::width], low[B::width];
      EACH_LANE(l) below[l] = 0, flux[b.face(0) + l] = low[l] = at_face(0, l, 0);
      for (int k = 0; k < n; ++k) {
        const auto here = b.cell(k), face = b.face(k + 1);
        const Real per_depth = 1 / dc[k];
        EACH_LANE(l) {
          below[l] += rho[here + l] * q_liquid[here + l] * dc[k];
          const Real high = at_face(k + 1, l, below[l]);
          flux[face + l] = high;
          heating[here + l] = (low[l] - high) * per_depth;
          low[l] = high;
        }
      }
    } else {
      Real* const below = b.scratch(0, 0);
      below[n] = path[0];
      Real* const here = flux + b.face(0);
      ROWS_APART for (int k = 0; k <= n; ++k) here[k] = at_face(k, 0, below[k]);
      Real* const heats = heating + b.cell(0);
      ROWS_APART for (int k = 0; k < n; ++k) heats[k] = (here[k] - here[k + 1]) / dc[k];
    }
  }
};

}  // namespace race
