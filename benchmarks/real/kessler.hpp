// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "../../tests/real/breeze.hpp"
#include "race.hpp"

namespace race {

struct Case {
  static constexpr const char* name = "kessler";
  static constexpr int scratch = 2;
  static constexpr int parts = 1;
  static ColumnGrid grid(std::size_t columns) { return ColumnGrid::stretched(most_levels, 0.0, 18e3, 100.0, columns); }
  template <class Make>
  static auto arguments(Make& make) {
    using namespace real_models;
    return std::tuple{make.centers("rho", density),         make.centers("pi", exner),
                      make.centers("theta", theta),         make.centers("vapour", total_water),
                      make.centers("cloud", breeze::cloud), make.centers("rain", breeze::rain)};
  }
  template <class Make>
  static auto results(Make& make) {
    return std::tuple{make.at_centers("theta"), make.at_centers("vapour"),    make.at_centers("cloud"),
                      make.at_centers("rain"),  make.at_surface("at_ground"), make.at_surface("substeps")};
  }
  static auto function() { return real_models::breeze::Kessler{}; }

  template <class B>
  STENCIL_FUNCTION static void by_hand(const Raw& x, const B& b) {
    using std::ceil, std::exp, std::pow, std::sqrt;
    const Real* __restrict__ const rho = x.in[0];
    const Real* __restrict__ const pi = x.in[1];
    Real* __restrict__ const theta = x.out[0];
    Real* __restrict__ const vapour = x.out[1];
    Real* __restrict__ const cloud = x.out[2];
    Real* __restrict__ const rain = x.out[3];
    const Real* __restrict__ const df = x.dz_faces;
    const Real dt = 60, latent = 2.5e6_r, cp = 1003, gas = 287, p0 = 1000;
    const int n = x.levels;
    Real needed[B::width], seconds[B::width], ground[B::width], flux[B::width];
    EACH_LANE(l) needed[l] = 1, ground[l] = 0;
    for (int k = 0; k < n; ++k) {
      Real *const to_top = b.scratch(0, k), *const slowed = b.scratch(1, k);
      const auto here = b.cell(k), first = b.cell(0);
      const Real per_courant = dt / (0.8_r * df[k + 1]);
      EACH_LANE(l) {
        to_top[l] = 3.8_r / (pow(pi[here + l], cp / gas) * p0);
        slowed[l] = sqrt(rho[first + l] / rho[here + l]);
        const Real r = x.in[5][here + l];
        const Real speed = 36.34_r * pow(0.001_r * rho[here + l] * r, 0.1364_r) * slowed[l];
        needed[l] = most(needed[l], speed * per_courant);
        theta[here + l] = x.in[2][here + l], vapour[here + l] = x.in[3][here + l];
        cloud[here + l] = x.in[4][here + l], rain[here + l] = r;
      }
    }
    Real longest = 1;
    EACH_LANE(l) needed[l] = least(ceil(needed[l]), 12), seconds[l] = dt / needed[l];
    for (int l = 0; l < b.lanes(); ++l) longest = most(longest, needed[l]);
    for (Real step = 0; step < longest; step += 1) {
      const auto lowest = b.cell(0);
      EACH_LANE(l) {
        const Real r = rain[lowest + l];
        flux[l] = rho[lowest + l] * r * 36.34_r * pow(0.001_r * rho[lowest + l] * r, 0.1364_r) * b.scratch(1, 0)[l];
        ground[l] += step < needed[l] ? seconds[l] * flux[l] : 0;
      }
      for (int k = 0; k < n; ++k) {
        const Real* const to_top = b.scratch(0, k);
        const Real* const slowed_above = b.scratch(1, k + 1 < n ? k + 1 : k);
        const auto here = b.cell(k), above = b.cell(k + 1 < n ? k + 1 : k);
        const Real inside = k + 1 < n ? 36.34_r : 0, inverse = 1 / df[k + 1];
        EACH_LANE(l) {
          const Real th = theta[here + l], v = vapour[here + l], c = cloud[here + l], r = rain[here + l];
          const Real density_above = rho[above + l] * rain[above + l];
          const Real flux_above = inside * density_above * pow(0.001_r * density_above, 0.1364_r) * slowed_above[l];
          const Real falls = seconds[l] * (flux_above - flux[l]) * inverse / rho[here + l];
          const Real forms =
              c - (c - seconds[l] * most(0.001_r * (c - 0.001_r), 0)) / (1 + seconds[l] * 2.2_r * pow(r, 0.875_r));
          const Real c1 = most(c - forms, 0), r1 = most(r + forms + falls, 0), t = pi[here + l] * th;
          const Real warm = 1 / (t - 36), saturated = to_top[l] * exp(17.27_r * (t - 273) * warm);
          const Real condenses = (v - saturated) / (1 + saturated * (4093 * latent / cp) * warm * warm);
          const Real density = 0.001_r * rho[here + l] * r1;
          const Real evaporation = seconds[l] * ((1.6_r + 124.9_r * pow(density, 0.2046_r)) * pow(density, 0.525_r)) /
                                   (2.55e8_r * to_top[l] / (3.8_r * saturated) + 5.4e5_r) * most(saturated - v, 0) /
                                   (0.001_r * rho[here + l] * saturated);
          const Real evaporates = least(least(evaporation, most(-condenses - c1, 0)), r1);
          const Real to_cloud = most(condenses, -c1);
          const bool runs = step < needed[l];
          theta[here + l] = runs ? th + latent / (cp * pi[here + l]) * (to_cloud - evaporates) : th;
          vapour[here + l] = runs ? most(v - to_cloud + evaporates, 0) : v;
          cloud[here + l] = runs ? c1 + to_cloud : c;
          rain[here + l] = runs ? r1 - evaporates : r;
          flux[l] = flux_above;
        }
      }
    }
    EACH_LANE(l) x.out[4][b.first + l] = ground[l], x.out[5][b.first + l] = needed[l];
  }

 private:
  STENCIL_FUNCTION static Real least(Real p, Real q) { return p < q ? p : q; }
  STENCIL_FUNCTION static Real most(Real p, Real q) { return p > q ? p : q; }
};

}  // namespace race
