// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "../../tests/real/e3sm.hpp"
#include "race.hpp"

namespace race {

struct Case {
  static constexpr const char* name = "homme_newton";
  static constexpr int scratch = 3;
  static constexpr int parts = 1;
  static ColumnGrid grid(std::size_t columns) { return ColumnGrid::stretched(most_levels, 0.0, 18e3, 100.0, columns); }
  template <class Make>
  static auto arguments(Make& make) {
    using namespace real_models;
    return std::tuple{make.faces("w0", wind_w), make.faces("phi0", e3sm::geopotential),
                      make.centers("rho", e3sm::calm_density), make.centers("theta", e3sm::calm_theta)};
  }
  template <class Make>
  static auto results(Make& make) {
    return std::tuple{make.at_faces("w"), make.at_faces("phi"), make.at_surface("failed")};
  }
  /// Newton steps end when w changes by less: by hand [m/s], in the function relative to the largest w of a column,
  /// some 1 m/s. float32 has no more digits of the thickness of a layer.
  static constexpr double enough = sizeof(Real) == 4 ? 1e-2 : 1e-9;
  static auto function() {
    real_models::e3sm::HommeVerticalSolve solve;
    solve.options.tolerance = enough;
    return solve;
  }

  template <class B>
  STENCIL_FUNCTION static void by_hand(const Raw& x, const B& b) {
    using std::abs, std::pow;
    const Real* __restrict__ const w0 = x.in[0];
    const Real* __restrict__ const phi0 = x.in[1];
    const Real* __restrict__ const rho = x.in[2];
    const Real* __restrict__ const theta = x.in[3];
    Real* __restrict__ const w = x.out[0];
    Real* __restrict__ const phi = x.out[1];
    const Real* __restrict__ const dc = x.dz_centers;
    const Real dt = 20, gravity = 9.80616_r, p_top = 1000, p0 = 1e5_r, gas = 287.04_r, kappa = 287.04_r / 1004.64_r;
    const Real exponent = 1 / (1 - kappa), rise = gravity * dt;
    const Real most_off = static_cast<Real>(enough);
    const int n = x.levels;
    Real last[B::width], largest[B::width];
    EACH_LANE(l) last[l] = 1;
    for (int k = 0; k <= n; ++k) {
      const auto face = b.face(k);
      EACH_LANE(l) {
        w[face + l] = w0[face + l];
        last[l] = most(last[l], abs(w0[face + l]) + 1);
      }
    }
    Real upper_below[B::width], right_below[B::width], p_below[B::width], stiff_below[B::width], mass_below[B::width];
    Real change[B::width], thinned[B::width], part[B::width];
    for (int step = 0; step < 12; ++step) {
      EACH_LANE(l) {
        upper_below[l] = p_below[l] = stiff_below[l] = mass_below[l] = 0;
        right_below[l] = b.scratch(1, 0)[l] = w[b.face(0) + l] - w0[b.face(0) + l];
        b.scratch(0, 0)[l] = 0;
      }
      for (int k = 0; k < n; ++k) {
        const auto here = b.cell(k), face = b.face(k), next = b.face(k + 1);
        Real *const upper = b.scratch(0, k), *const right = b.scratch(1, k), *const thickness = b.scratch(2, k);
        EACH_LANE(l) {
          const Real mass = gravity * rho[here + l] * dc[k];
          const Real thick = phi0[next + l] + rise * w[next + l] - (phi0[face + l] + rise * w[face + l]);
          const Real p = p0 * pow(gas / p0 * mass * theta[here + l] / thick, exponent);
          const Real stiff = exponent * rise * p / thick;
          thickness[l] = thick;
          if (k > 0) {
            const Real c = 2 * rise / (mass_below[l] + mass);
            const Real residual = w[face + l] - w0[face + l] - c * (p_below[l] - p) + rise;
            const Real lower = -c * stiff_below[l];
            const Real factor = 1 / (1 + c * (stiff_below[l] + stiff) - lower * upper_below[l]);
            upper[l] = upper_below[l] = -c * stiff * factor;
            right[l] = right_below[l] = (residual - lower * right_below[l]) * factor;
          }
          p_below[l] = p, stiff_below[l] = stiff, mass_below[l] = mass;
        }
      }
      const auto top = b.face(n);
      EACH_LANE(l) {
        const Real c = 2 * rise / mass_below[l];
        const Real residual = w[top + l] - w0[top + l] - c * (p_below[l] - p_top) + rise;
        const Real lower = -c * stiff_below[l];
        const Real factor = 1 / (1 + c * stiff_below[l] - lower * upper_below[l]);
        b.scratch(1, n)[l] = change[l] = (residual - lower * right_below[l]) * factor;
        largest[l] = abs(change[l]), thinned[l] = 0;
      }
      for (int k = n - 1; k >= 0; --k) {
        const Real *const upper = b.scratch(0, k), *const thickness = b.scratch(2, k);
        Real* const right = b.scratch(1, k);
        EACH_LANE(l) {
          const Real here = right[l] - upper[l] * change[l];
          thinned[l] = most(thinned[l], rise * (change[l] - here) / thickness[l]);
          right[l] = change[l] = here;
          largest[l] = most(largest[l], abs(here));
        }
      }
      bool unfinished = false;
      EACH_LANE(l) {
        part[l] = 1;
        for (int halving = 0; halving < 4; ++halving) part[l] = part[l] * thinned[l] < 1 ? part[l] : 0.5_r * part[l];
        part[l] = last[l] > most_off ? part[l] : 0;
        last[l] = last[l] > most_off ? part[l] * largest[l] : last[l];
      }
      for (int l = 0; l < b.lanes(); ++l) unfinished = unfinished || last[l] > most_off;
      for (int k = 0; k <= n; ++k) {
        const auto face = b.face(k);
        const Real* const right = b.scratch(1, k);
        EACH_LANE(l) w[face + l] -= part[l] * right[l];
      }
      if (!unfinished) break;
    }
    for (int k = 0; k <= n; ++k) {
      const auto face = b.face(k);
      EACH_LANE(l) phi[face + l] = phi0[face + l] + rise * w[face + l];
    }
    EACH_LANE(l) x.out[2][b.first + l] = last[l] > most_off ? 1 : 0;
  }

 private:
  STENCIL_FUNCTION static Real most(Real p, Real q) { return p > q ? p : q; }
};

}  // namespace race
