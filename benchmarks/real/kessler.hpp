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
    const double* __restrict__ const rho = x.in[0];
    const double* __restrict__ const pi = x.in[1];
    double* __restrict__ const theta = x.out[0];
    double* __restrict__ const vapour = x.out[1];
    double* __restrict__ const cloud = x.out[2];
    double* __restrict__ const rain = x.out[3];
    const double* __restrict__ const df = x.dz_faces;
    const double dt = 60, latent = 2.5e6, cp = 1003, gas = 287, p0 = 1000;
    const int n = x.levels;
    double needed[B::width], seconds[B::width], ground[B::width], flux[B::width];
    EACH_LANE(l) needed[l] = 1, ground[l] = 0;
    for (int k = 0; k < n; ++k) {
      double *const to_top = b.scratch(0, k), *const slowed = b.scratch(1, k);
      const auto here = b.cell(k), first = b.cell(0);
      const double per_courant = dt / (0.8 * df[k + 1]);
      EACH_LANE(l) {
        to_top[l] = 3.8 / (pow(pi[here + l], cp / gas) * p0);
        slowed[l] = sqrt(rho[first + l] / rho[here + l]);
        const double r = x.in[5][here + l];
        const double speed = 36.34 * pow(0.001 * rho[here + l] * r, 0.1364) * slowed[l];
        needed[l] = most(needed[l], speed * per_courant);
        theta[here + l] = x.in[2][here + l], vapour[here + l] = x.in[3][here + l];
        cloud[here + l] = x.in[4][here + l], rain[here + l] = r;
      }
    }
    double longest = 1;
    EACH_LANE(l) needed[l] = least(ceil(needed[l]), 12), seconds[l] = dt / needed[l];
    for (int l = 0; l < b.lanes(); ++l) longest = most(longest, needed[l]);
    for (int step = 0; step < longest; ++step) {
      const auto lowest = b.cell(0);
      EACH_LANE(l) {
        const double r = rain[lowest + l];
        flux[l] = rho[lowest + l] * r * 36.34 * pow(0.001 * rho[lowest + l] * r, 0.1364) * b.scratch(1, 0)[l];
        ground[l] += step < needed[l] ? seconds[l] * flux[l] : 0;
      }
      for (int k = 0; k < n; ++k) {
        const double* const to_top = b.scratch(0, k);
        const double* const slowed_above = b.scratch(1, k + 1 < n ? k + 1 : k);
        const auto here = b.cell(k), above = b.cell(k + 1 < n ? k + 1 : k);
        const double inside = k + 1 < n ? 36.34 : 0, inverse = 1 / df[k + 1];
        EACH_LANE(l) {
          const double th = theta[here + l], v = vapour[here + l], c = cloud[here + l], r = rain[here + l];
          const double density_above = rho[above + l] * rain[above + l];
          const double flux_above = inside * density_above * pow(0.001 * density_above, 0.1364) * slowed_above[l];
          const double falls = seconds[l] * (flux_above - flux[l]) * inverse / rho[here + l];
          const double forms =
              c - (c - seconds[l] * most(0.001 * (c - 0.001), 0)) / (1 + seconds[l] * 2.2 * pow(r, 0.875));
          const double c1 = most(c - forms, 0), r1 = most(r + forms + falls, 0), t = pi[here + l] * th;
          const double warm = 1 / (t - 36), saturated = to_top[l] * exp(17.27 * (t - 273) * warm);
          const double condenses = (v - saturated) / (1 + saturated * (4093 * latent / cp) * warm * warm);
          const double density = 0.001 * rho[here + l] * r1;
          const double evaporation = seconds[l] * ((1.6 + 124.9 * pow(density, 0.2046)) * pow(density, 0.525)) /
                                     (2.55e8 * to_top[l] / (3.8 * saturated) + 5.4e5) * most(saturated - v, 0) /
                                     (0.001 * rho[here + l] * saturated);
          const double evaporates = least(least(evaporation, most(-condenses - c1, 0)), r1);
          const double to_cloud = most(condenses, -c1);
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
  STENCIL_FUNCTION static double least(double p, double q) { return p < q ? p : q; }
  STENCIL_FUNCTION static double most(double p, double q) { return p > q ? p : q; }
};

}  // namespace race
