// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "columns.hpp"

/// Columns of Breeze.jl: src/CompressibleEquations and src/Microphysics.
namespace real_models::breeze {

/// An acoustic substep: off-centred Crank-Nicolson of the perturbations of momentum, density and density times theta.
struct AcousticSubstep {
  double dt = 2, off_centring = 0.6, gravity = 9.81, gamma_r = 1.4 * 287;  // [s], [m/s2], [J/kg/K]
  double sponge = 0.2, sponge_from = 14e3;                                 // [1/s], [m]

  STENCIL_FUNCTION auto operator()(auto momentum, auto rho, auto rho_theta, auto exner, auto theta) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto out = DivergenceF2C();
    const auto mean = InterpolateC2F();
    const auto ends = SetBoundary(bottom(SetValue(0.0)), top(SetValue(0.0)));
    const double step = dt * off_centring;
    const auto theta_f = mean(theta), stiffness = gamma_r * mean(exner);
    const auto weight = jacobian([&](auto x) { return ends(gravity * mean(x)); }, rho);
    const auto pressure = jacobian([&](auto x) { return ends(stiffness * slope(x)); }, rho_theta);
    const auto carried = jacobian([&](auto m) { return out(theta_f * m); }, momentum);
    const auto damped = dt * sponge * max(heights(Face{}) - sponge_from, 0.0) / 1000.0;
    return solve_arrowhead(identity() + damped * identity(), ends(momentum),
                           tip(step * weight, step * operator_matrix(out), 1.0, rho),
                           tip(step * pressure, step * carried, 1.0, rho_theta));
  }
};

/// Kessler's warm rain as in DCMIP 2016. Every column takes the substeps that its rain needs, at most `most_substeps`.
struct Kessler {
  double dt = 60;  // [s]
  int most_substeps = 12;
  double latent = 2.5e6, cp = 1003, gas = 287, p0 = 1000;  // [J/kg], [J/kg/K], [hPa]

  STENCIL_FUNCTION auto operator()(auto rho, auto pi, auto theta, auto vapour, auto cloud, auto rain) const {
    const auto exner_to_top = 3.8 / (pow(pi, cp / gas) * p0);
    const auto slowed = sqrt(at_level(rho, 0) / rho);
    const auto to_next = RightBiasedF2C()(spacing(Face{}));  // from center to center
    const auto speed = [&](auto q) { return 36.34 * pow(0.001 * rho * q, 0.1364) * slowed; };
    const auto needed = ceil(column_max(speed(rain) * dt / (0.8 * to_next)));
    const auto substeps = clamp(needed, 1.0, 1.0 * most_substeps);
    const auto seconds = dt / substeps;
    auto [th, v, c, r, at_ground, left, passes, done] = repeat_until(
        [&](auto th_k, auto v_k, auto c_k, auto r_k, auto ground, auto to_do) {
          const auto flux = rho * r_k * speed(r_k);
          const auto falls = seconds * (above(flux, top(SetValue(0.0))) - flux) / (rho * to_next);
          const auto forms =
              c_k - (c_k - seconds * max(0.001 * (c_k - 0.001), 0.0)) / (1.0 + seconds * 2.2 * pow(r_k, 0.875));
          const auto c1 = max(c_k - forms, 0.0), r1 = max(r_k + forms + falls, 0.0);
          const auto t = pi * th_k;
          const auto saturated = exner_to_top * exp(17.27 * (t - 273.0) / (t - 36.0));
          const auto condenses =
              (v_k - saturated) / (1.0 + saturated * (4093.0 * latent / cp) / ((t - 36.0) * (t - 36.0)));
          const auto density = 0.001 * rho * r1;
          const auto evaporation = seconds * ((1.6 + 124.9 * pow(density, 0.2046)) * pow(density, 0.525)) /
                                   (2.55e8 * exner_to_top / (3.8 * saturated) + 5.4e5) * max(saturated - v_k, 0.0) /
                                   (0.001 * rho * saturated);
          const auto evaporates = min(min(evaporation, max(-condenses - c1, 0.0)), r1);
          const auto to_cloud = max(condenses, -c1);
          return results(th_k + latent / (cp * pi) * (to_cloud - evaporates), max(v_k - to_cloud + evaporates, 0.0),
                         c1 + to_cloud, r1 - evaporates, ground + seconds * at_level(flux, 0), to_do - 1.0,
                         to_do - 1.0 <= 0.0);
        },
        most_substeps, theta, vapour, cloud, rain, 0.0, substeps);
    return results(th, v, c, r, at_ground, substeps);
  }
};

// Profiles, and the functions on them.

inline double momentum(double z, std::size_t column) { return 0.1 * wind_w(z, column); }
inline double small_density(double z, std::size_t column) { return 1e-3 * std::sin(z / 1500 + phase(column)); }
inline double small_rho_theta(double z, std::size_t column) { return 0.4 * std::cos(z / 1200 + phase(column)); }
inline double cloud(double z, std::size_t column) { return 3e-3 * layers(z, column, 2000, 800); }
inline double rain(double z, std::size_t column) {
  return static_cast<double>(column) * 2e-3 * layers(z, column, 1800, 900);
}

template <class On>
Values acoustic_substep(const On& on) {
  const auto m = on.faces(momentum);
  const auto rho = on.centers(small_density), rho_theta = on.centers(small_rho_theta), pi = on.centers(exner),
             th = on.centers(theta);
  return on.template results<Face, Center, Center>(columnwise(AcousticSubstep{})(m, rho, rho_theta, pi, th));
}
template <class On>
Values kessler(const On& on) {
  const auto rho = on.centers(density), pi = on.centers(exner), th = on.centers(theta);
  const auto v = on.centers(total_water), c = on.centers(cloud), r = on.centers(rain);
  return on.template results<Center, Center, Center, Center, Surface, Surface>(
      columnwise(Kessler{})(rho, pi, th, v, c, r));
}

}  // namespace real_models::breeze
