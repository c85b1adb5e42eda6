// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

/// The physics of a cloudy column as five column functions. Levels count upward; all is in SI units.
namespace column_physics {

using namespace stencil;

struct Air {
  double gravity = 9.81, cp = 1015, gas = 287, latent = 2.47e6, vapour_gas = 461.5;
  double p_0 = 1e5, kappa = 287.0 / 1015.0;
};

/// Pressure and density of a dry atmosphere in hydrostatic balance: theta dPi/dz = -g / cp.
struct Hydrostatics {
  STENCIL_FUNCTION auto operator()(auto theta, auto p_ground) const {
    const Air air;
    const auto exner_ground = pow(p_ground / air.p_0, air.kappa);
    const auto falls = cumulative_integral(air.gravity / air.cp / theta, bottom(0.0));
    const auto exner = InterpolateF2C()(exner_ground - falls);
    return results(exner, air.p_0 * pow(exner, 1.0 / air.kappa - 1.0) / (air.gas * theta));
  }
};

/// Cloud water from what is conserved: by Newton steps, all water beyond saturation condenses.
struct Condensation {
  int steps = 4;

  STENCIL_FUNCTION auto operator()(auto theta_l, auto q_t, auto exner) const {
    const Air air;
    const auto p = air.p_0 * pow(exner, 1.0 / air.kappa);
    const auto saturation = [&](auto t) {
      const auto e = 610.78 * exp(17.269 * (t - 273.16) / (t - 35.86));
      return 0.622 * e / (p - 0.378 * e);
    };
    const auto dry = theta_l * exner;
    auto t = dry;
    for (int i = 0; i < steps; ++i) {
      const auto q_s = saturation(t);
      const auto off = t - dry - air.latent / air.cp * max(q_t - q_s, 0.0);
      const auto slope = 1.0 + where(q_t > q_s, air.latent * air.latent * q_s / (air.cp * air.vapour_gas * t * t), 0.0);
      t = t - off / slope;
    }
    return results(max(q_t - saturation(t), 0.0), t);
  }
};

/// Turbulence of order 1.5 with the buoyancy of cloudy air, and implicit diffusion with it.
struct Turbulence {
  double dt = 10, theta_flux = 0, water_flux = 0, u_star = 0.25;  // [s], [K m/s], [m/s], [m/s]
  double c_k = 0.2, c_e = 0.5, longest = 200, stable = 0.15;

  template <class C>
  STENCIL_FUNCTION auto operator()(C rho, C theta_l, C q_t, C u, C v, C e, C q_c, C t) const {
    const Air air;
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto mean = InterpolateC2F(bottom(Extrapolate{}), top(Extrapolate{}));
    const auto to_centers = InterpolateF2C();
    // How buoyancy depends on both conserved quantities, in clear and in cloudy air (Cuijpers and Duynkerke 1993).
    const auto q_s = q_t - q_c;
    const auto wet = (1.0 - q_t + q_s / 0.622 * (1.0 + air.latent / (air.vapour_gas * t))) /
                     (1.0 + air.latent * air.latent * q_s / (air.vapour_gas * air.cp * t * t));
    const auto cloudy = q_c > 1e-6;
    const auto of_theta = where(cloudy, wet, 1.0 + 0.61 * q_t);
    const auto of_water = where(cloudy, wet * air.latent / air.cp - t, 0.61 * theta_l);
    const auto n2 = air.gravity / mean(theta_l) * (mean(of_theta) * slope(theta_l) + mean(of_water) * slope(q_t));

    const auto energy = mean(max(e, 1e-4));
    const auto wall = 0.4 * heights(Face{}) + 0.1;
    const auto free = wall * longest / (wall + longest);
    const auto length = where(n2 > 0.0, min(free, stable * sqrt(energy / max(n2, 1e-12))), free);
    const auto k = c_k * length * sqrt(energy);
    const auto k_h = k * (1.0 + 2.0 * length / free);
    const auto du = slope(u), dv = slope(v);
    const auto surface_buoyancy =
        air.gravity / at_level(theta_l, 0) * (theta_flux + 0.61 * at_level(theta_l, 0) * water_flux);
    const auto gains =
        to_centers(k * (du * du + dv * dv)) + to_centers(SetBoundary(bottom(SetValue(surface_buoyancy)))(-k_h * n2));
    const auto length_c = to_centers(length);
    const auto root = sqrt(max(e, 1e-4));

    const auto rho_f = mean(rho);
    const auto implicit = [&](auto k_rho, auto x) {
      return identity() - dt * jacobian([&](auto y) { return DivergenceF2C(no_flux)(k_rho * slope(y)) / rho; }, x);
    };
    const auto ground = [&](auto flux) { return -dt / rho * DivergenceF2C(bottom(SetValue(flux)))(0.0 * k); };
    const auto rho_ground = at_level(rho, 0);
    const auto scalars = factorize(implicit(rho_f * k_h, theta_l));
    const auto speed = sqrt(at_level(u, 0) * at_level(u, 0) + at_level(v, 0) * at_level(v, 0));
    const auto drag = ground(rho_ground * u_star * u_star / max(speed, 0.1));
    const auto momentum = factorize(implicit(rho_f * k, u) + diagonal(drag));
    const auto sink = diagonal(dt * c_e * root / max(length_c, 1.0));
    const auto e_new = solve(implicit(2.0 * rho_f * k, e) + sink, max(e + dt * gains, 1e-4));
    return results(scalars.solve(theta_l + ground(rho_ground * theta_flux)),
                   scalars.solve(q_t + ground(rho_ground * water_flux)), momentum.solve(u), momentum.solve(v), e_new,
                   k_h);
  }
};

struct Cell {
  double off, z, rho;
};
/// Longwave cooling of a cloudy layer (Stevens et al. 2005).
struct Radiation {
  double dt = 10, divergence = 3.75e-6, f0 = 70, f1 = 22, absorption = 85;

  STENCIL_FUNCTION auto operator()(auto rho, auto exner, auto theta_l, auto q_t, auto q_c) const {
    const Air air;
    const auto [off, z_i, rho_i] = march_state(
        from_bottom, Cell{1, 0, 0},
        [](auto& nearest, auto q, auto z, auto density) {
          const auto distance = abs(q - 8e-3);
          if (distance < nearest.off) nearest = {distance, z, density};
        },
        q_t, heights(Center{}), rho);
    const auto path = absorption * rho * q_c;
    const auto over = max(heights(Face{}) - z_i, 0.0);
    const auto flux = f0 * exp(-cumulative_integral(path, top(0.0))) +
                      f1 * exp(-cumulative_integral(path, bottom(0.0))) +
                      rho_i * air.cp * divergence * cbrt(over) * (over / 4.0 + z_i);
    const auto cooling = DivergenceF2C()(flux) / (rho * air.cp * exner);
    return results(theta_l - dt * cooling, flux, z_i, column_integral(rho * q_c));
  }
};

/// Advection by the air that sinks, -w dx/dz with w = -D z, by an upwind flux.
struct Subsidence {
  double dt = 10, divergence = 3.75e-6;

  STENCIL_FUNCTION auto operator()(auto theta_l, auto q_t) const {
    const auto w = -divergence * heights(Face{});
    const auto carried = [&](auto x) {
      const auto flux = UpwindBiasedProductC2F(bottom(Extrapolate{}), top(Extrapolate{}))(w, x);
      return x - dt * (DivergenceF2C()(flux) - x * DivergenceF2C()(w));
    };
    return results(carried(theta_l), carried(q_t));
  }
};

/// Kessler's rain: it forms from cloud water, falls implicitly from level to level, and evaporates in clear air.
struct Rain {
  double dt = 10, threshold = 5e-4;

  STENCIL_FUNCTION auto operator()(auto rho, auto exner, auto theta_l, auto q_t, auto q_c, auto q_r) const {
    const Air air;
    const auto forms = min(dt * (1e-3 * max(q_c - threshold, 0.0) + 2.2 * q_c * pow(max(q_r, 0.0), 0.875)), q_c);
    const auto grown = q_r + forms;
    const auto speed = 36.34 * pow(0.001 * rho * max(grown, 0.0), 0.1364) * sqrt(1.2 / rho);
    const auto fallen = march(
        from_top, 0.0,
        [dt = dt](auto& flux, auto q, auto density, auto dz, auto v) {
          const auto left = (density * dz * q + dt * flux) / (density * (dz + dt * v));
          flux = density * v * left;
          return left;
        },
        grown, rho, spacing(Center{}), speed);
    const auto evaporates = where(q_c > 0.0, 0.0, fallen * dt / (dt + 600.0));
    const auto to_vapour = evaporates - forms;
    return results(theta_l - air.latent / (air.cp * exner) * to_vapour, q_t + to_vapour, fallen - evaporates,
                   at_level(rho * speed * fallen, 0));
  }
};

}  // namespace column_physics
