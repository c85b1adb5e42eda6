// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "../../tests/real/climaatmos_advection.hpp"
#include "race.hpp"

namespace race {

/// Sedimentation of eight species of ClimaAtmos, with what it does to density and energy.
struct Case {
  static constexpr const char* name = "sedimentation";
  static constexpr int scratch = 0;
  static constexpr int parts = most_levels;
  static ColumnGrid grid(std::size_t columns) { return ColumnGrid::stretched(most_levels, 0.0, 18e3, 100.0, columns); }
  template <class Make>
  static auto arguments(Make& make) {
    using namespace real_models;
    using namespace real_models::climaatmos;
    return std::tuple{make.centers("rho", density),
                      make.centers("temperature", climaatmos::temperature),
                      make.centers("liquid", climaatmos::liquid),
                      make.centers("ice", climaatmos::ice),
                      make.centers("rain", climaatmos::rain),
                      make.centers("snow", climaatmos::snow),
                      make.centers("n_liquid", number),
                      make.centers("n_rain", number_of_rain),
                      make.centers("rime", rime),
                      make.centers("rime_volume", rime_volume),
                      make.centers("w_liquid", falls_slowly),
                      make.centers("w_ice", falls_as_ice),
                      make.centers("w_rain", falls_as_rain),
                      make.centers("w_snow", falls_as_ice),
                      make.centers("w_n", falls_as_rain)};
  }
  template <class Make>
  static auto results(Make& make) {
    return std::tuple{make.at_centers("liquid"), make.at_centers("ice"),         make.at_centers("rain"),
                      make.at_centers("snow"),   make.at_centers("n_liquid"),    make.at_centers("n_rain"),
                      make.at_centers("rime"),   make.at_centers("rime_volume"), make.at_centers("rho"),
                      make.at_centers("energy")};
  }
  template <class All>
  static auto call(const All& all) {
    using namespace real_models::climaatmos;
    const auto& [rho, temperature, liquid, ice, rain, snow, n_liquid, n_rain, rime, rime_volume, w_liquid, w_ice,
                 w_rain, w_snow, w_n] = all;
    using C = std::remove_cvref_t<decltype(rho)>;
    const FallSpeeds<node_of<C>> speed{as_node(w_liquid), as_node(w_ice), as_node(w_rain), as_node(w_snow),
                                       as_node(w_n)};
    return columnwise(Sedimentation{})(rho, temperature, array_of(liquid, ice, rain, snow), array_of(n_liquid, n_rain),
                                       array_of(rime, rime_volume), speed);
  }

  template <class B>
  STENCIL_FUNCTION static void by_hand(const Raw& x, const B& b) {
    const int n = x.levels;
    if constexpr (B::width == 1 && !B::across) {
      // Every flux twice, so that neighbouring cells fill a register.
      ROWS_APART for (int k = 1; k < n - 1; ++k) {
        Real low[fluxes], high[fluxes];
        at_face(x, b, k, k - 1, 0, low);
        at_face(x, b, k + 1, k, 0, high);
        put(x, b.cell(k), low, high, 1 / x.dz_centers[k]);
      }
      Real low[fluxes], high[fluxes];
      at_face(x, b, 0, 0, 0, low), at_face(x, b, 1, 0, 0, high);
      put(x, b.cell(0), low, high, 1 / x.dz_centers[0]);
      at_face(x, b, n - 1, n - 2, 0, low);
      for (Real& one : high) one = 0;
      put(x, b.cell(n - 1), low, high, 1 / x.dz_centers[n - 1]);
    } else {
      Real low[B::width][fluxes];
      EACH_LANE(l) at_face(x, b, b.begin, b.begin > 0 ? b.begin - 1 : 0, l, low[l]);
      for (int k = b.begin; k < b.end; ++k) {
        const Real per_depth = 1 / x.dz_centers[k];
        EACH_LANE(l) {
          Real high[fluxes];
          if (k + 1 < n) {
            at_face(x, b, k + 1, k, l, high);
          } else {
            for (Real& one : high) one = 0;
          }
          put(x, b.cell(k) + l, low[l], high, per_depth);
          for (int i = 0; i < fluxes; ++i) low[l][i] = high[i];
        }
      }
    }
  }

 private:
  static constexpr int fluxes = 9;

  /// Downward fluxes of the species and energy through face k, which has this cell below it.
  template <class B>
  STENCIL_FUNCTION static void at_face(const Raw& x, const B& b, int k, int cell_below, int l, Real (&flux)[fluxes]) {
    const auto below = b.cell(cell_below) + l, above = b.cell(k) + l;
    const Real* const rho = x.in[0];
    const Real mass = (rho[below] * x.dz_centers[cell_below] + rho[above] * x.dz_centers[k]) * 0.5_r / x.dz_faces[k];
    const Real phi = 9.81_r * x.z_centers[k], warm = x.in[1][above] - 273.16_r;
    const Real l_w = x.in[10][above], i_w = x.in[11][above], r_w = x.in[12][above], s_w = x.in[13][above];
    flux[0] = mass * l_w * x.in[2][above];
    flux[1] = mass * i_w * x.in[3][above];
    flux[2] = mass * r_w * x.in[4][above];
    flux[3] = mass * s_w * x.in[5][above];
    flux[4] = mass * l_w * x.in[6][above];
    flux[5] = mass * x.in[14][above] * x.in[7][above];
    flux[6] = mass * i_w * x.in[8][above];
    flux[7] = mass * i_w * x.in[9][above];
    const Real of_water = 4181 * warm + phi, of_ice = 2100 * warm + phi;
    flux[8] = (flux[0] + flux[2]) * of_water + (flux[1] + flux[3]) * of_ice;
  }
  STENCIL_FUNCTION static void put(const Raw& x, std::ptrdiff_t at, const Real (&low)[fluxes],
                                   const Real (&high)[fluxes], Real per_depth) {
    Real total = 0;
    for (int i = 0; i < 8; ++i) {
      const Real change = (high[i] - low[i]) * per_depth;
      x.out[i][at] = change;
      if (i < 4) total += change;
    }
    x.out[8][at] = total;
    x.out[9][at] = (high[8] - low[8]) * per_depth;
  }
};

}  // namespace race
