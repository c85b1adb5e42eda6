// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "columns.hpp"

/// Dwarfs: COSMO's vertical advection as npbench and GridTools have it, and the sweep of CLOUDSC.
namespace real_models::dwarfs {

/// Crank-Nicolson steps of -w du/dz, w being the mean of two columns; differences are those of levels. Gives the new
/// tendency.
struct VerticalAdvection {
  double rate = 3.0 / 20;  // of time steps [1/s]

  STENCIL_FUNCTION auto operator()(auto u_stage, auto u_pos, auto u_tendency, auto tendency_stage, auto w,
                                   auto w_next) const {
    const auto mean_w = 0.5 * (w + w_next);
    const auto carried = [&](auto x) { return InterpolateF2C()(mean_w * (RightBiasedC2F()(x) - LeftBiasedC2F()(x))); };
    const auto matrix = rate * identity() + 0.5 * jacobian(carried, u_stage);
    const auto right = rate * u_pos + u_tendency + tendency_stage - 0.5 * carried(u_stage);
    return results(rate * (solve(matrix, right) - u_pos));
  }
};

/// The frame of CLOUDSC: one sweep from the top, in each level an implicit system of five species that fall and turn
/// into each other. (The 60 fields of its sources and sinks are four rates here.)
struct CloudSweep {
  static constexpr int species = 5;  // liquid, ice, rain, snow, vapour
  struct Above {
    double flux[species];  // [kg/m2/s]
  };
  double dt = 900;  // [s]

  STENCIL_FUNCTION auto operator()(auto rho, auto liquid, auto ice, auto rain, auto snow, auto vapour,
                                   auto temperature) const {
    const auto step = [dt = dt](auto& above, auto rho_k, auto dz, auto ql, auto qi, auto qr, auto qs, auto qv, auto t) {
      const double speed[species] = {0, 0.15, 4, 1, 0};
      double q[species] = {ql, qi, qr, qs, qv};
      // What turns into what: rates [1/s] of row from column.
      double rate[species][species] = {};
      rate[2][0] = 1e-3;                                  // rain from liquid
      rate[3][1] = 5e-4;                                  // snow from ice
      rate[2][3] = t > 273.16 ? 1e-3 * (t - 273.16) : 0;  // melting
      rate[4][2] = 1e-4, rate[4][3] = 5e-5;               // evaporation
      rate[1][0] = t < 250 ? 2e-4 : 0;                    // freezing
      double a[species][species];
      for (int i = 0; i < species; ++i) {
        for (int j = 0; j < species; ++j) a[i][j] = (i == j ? 1.0 : 0.0) - dt * rate[i][j];
        for (int j = 0; j < species; ++j) a[i][i] += dt * rate[j][i];
        a[i][i] += dt * speed[i] / dz;
        q[i] += dt * above.flux[i] / (rho_k * dz);
      }
      for (int i = 0; i < species; ++i) {
        for (int j = i + 1; j < species; ++j) {
          const double factor = a[j][i] / a[i][i];
          for (int m = i; m < species; ++m) a[j][m] -= factor * a[i][m];
          q[j] -= factor * q[i];
        }
      }
      for (int i = species - 1; i >= 0; --i) {
        for (int j = i + 1; j < species; ++j) q[i] -= a[i][j] * q[j];
        q[i] /= a[i][i];
        above.flux[i] = rho_k * speed[i] * q[i];
      }
      return results(q[0], q[1], q[2], q[3], q[4], above.flux[2], above.flux[3]);
    };
    return march(from_top, Above{}, step, rho, spacing(Center{}), liquid, ice, rain, snow, vapour, temperature);
  }
};

// Profiles, and the functions on them.

inline double wind(double z, std::size_t column) { return 10 + 5 * std::sin(z / 3000 + phase(column)); }
inline double wind_before(double z, std::size_t column) { return 9 + 5 * std::sin(z / 2900 + phase(column)); }
inline double push(double z, std::size_t column) { return 1e-3 * std::cos(z / 1000 + phase(column)); }
inline double more_push(double z, std::size_t column) { return 2e-3 * std::sin(z / 1300 - phase(column)); }
inline double levels_per_second(double z, std::size_t column) { return 0.2 * std::sin(z / 2500 + phase(column)); }
inline double next_levels_per_second(double z, std::size_t column) { return levels_per_second(z, column + 1); }
inline double liquid(double z, std::size_t column) { return 1e-3 * layers(z, column, 1500, 700); }
inline double ice(double z, std::size_t column) { return 2e-4 * layers(z, column, 9000, 2000); }
inline double rain(double z, std::size_t column) { return 4e-4 * layers(z, column, 1200, 900); }
inline double snow(double z, std::size_t column) { return 3e-4 * layers(z, column, 5000, 1500); }
inline double temperature(double z, std::size_t column) { return theta(z, column) * exner(z, column); }

template <class On>
Values vertical_advection(const On& on) {
  const auto u = on.centers(wind), before = on.centers(wind_before), a = on.centers(push), b = on.centers(more_push);
  const auto w = on.faces(levels_per_second), next = on.faces(next_levels_per_second);
  return on.template results<Center>(columnwise(VerticalAdvection{})(u, before, a, b, w, next));
}
template <class On>
Values cloud_sweep(const On& on) {
  const auto rho = on.centers(density), l = on.centers(liquid), i = on.centers(ice), r = on.centers(rain),
             s = on.centers(snow), v = on.centers(total_water), t = on.centers(temperature);
  return on.template results<Center, Center, Center, Center, Center, Center, Center>(
      columnwise(CloudSweep{})(rho, l, i, r, s, v, t));
}

}  // namespace real_models::dwarfs
