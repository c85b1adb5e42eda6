// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "columns.hpp"

/// Columns of ICON's dynamical core and microphysics: icon4py, model/atmosphere/dycore and subgrid_scale_physics.
namespace real_models::icon {

inline constexpr double dry_gas = 287.04, dry_cp = 1004.64, dry_cv = dry_cp - dry_gas;

/// The vertically implicit solve for w at faces, and the densities, Exner functions and potential temperatures that
/// follow. e: what was stepped explicitly. v: implicit weight of the column.
struct VerticallyImplicitSolver {
  double dt = 6;                              // [s]
  double damping = 0.05, damped_from = 12e3;  // [1/s], [m]

  STENCIL_FUNCTION auto operator()(auto w_e, auto w_ground, auto v, auto exner_e, auto exner, auto rho_e, auto rho,
                                   auto theta) const {
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto divergence = DivergenceF2C();
    const auto theta_f = InterpolateC2F()(theta);
    const auto rho_f = InterpolateC2F()(rho);
    const auto beta = dt * dry_gas / dry_cv * exner / (rho * theta);
    const auto gamma = dt * dry_cp * v * theta_f;
    const auto mass = SetBoundary(bottom(SetValue(0.0)))(v * rho_f);  // nothing goes through the ground
    const auto coupling =
        jacobian([&](auto w) { return gamma * gradient(beta * divergence(mass * theta_f * w)); }, w_e);
    const auto right = SetBoundary(bottom(SetValue(w_ground)), top(SetValue(0.0)))(w_e - gamma * gradient(exner_e));
    const auto solved = solve(identity() - coupling, right);

    const auto height = heights(Face{});
    const auto w = where(height > damped_from, solved / (1.0 + dt * damping * (height - damped_from) / 1000.0), solved);
    const auto rho_new = rho_e - dt * divergence(mass * w);
    const auto exner_new = exner_e - beta * divergence(mass * theta_f * w);
    const auto theta_new = rho * theta * (1.0 + dry_cv / dry_gas * (exner_new / exner - 1.0)) / rho_new;
    return results(w, rho_new, exner_new, theta_new);
  }
};

/// Perturbed Exner function, and density, theta and it at faces with the file's weights of the cell above; quadratic
/// extrapolation to the ground; its vertical gradient.
struct CellDiagnostics {
  STENCIL_FUNCTION auto operator()(auto rho, auto theta, auto exner, auto exner_reference, auto weight) const {
    const auto interpolate = FaceWeightedInterpolateC2F(bottom(Extrapolation<3>{}));
    const auto at_faces = [&](auto x) { return interpolate(weight, x); };
    const auto perturbed = exner - exner_reference;
    const auto exner_f = at_faces(perturbed);
    return results(perturbed, at_faces(rho), at_faces(theta), exner_f, GradientF2C()(exner_f));
  }
};

/// Advection of w by itself, clipped where it goes through too much of a cell in a step; second order whatever the
/// spacing.
struct AdvectionOfW {
  double dt = 30;  // [s]
  double most = 0.85;

  STENCIL_FUNCTION auto operator()(auto w) const {
    const auto limit = most / dt * spacing(Face{});
    const auto carrying = where(abs(w) > limit, copysign(limit, w), w);
    const auto slope = WeightedInterpolateC2F()(1.0 / spacing(Center{}), GradientF2C()(w));
    const auto ends = SetBoundary(bottom(SetValue(0.0)), top(SetValue(0.0)));
    return results(ends(-carrying * slope), column_max(abs(w) / limit));
  }
};

/// Density and perturbed Exner function after the explicit part of a step.
struct ExplicitPart {
  double dt = 6;  // [s]

  STENCIL_FUNCTION auto operator()(auto rho, auto theta, auto exner, auto w, auto divergence_h, auto heating,
                                   auto v) const {
    const auto flux = InterpolateC2F()(rho) * w * (1.0 - v);
    const auto beta = dt * dry_gas / dry_cv * exner / (rho * theta);
    const auto out = divergence_h * rho + DivergenceF2C(no_flux)(flux);
    const auto heat_out = divergence_h * rho * theta + DivergenceF2C(no_flux)(flux * InterpolateC2F()(theta));
    return results(rho - dt * out, exner - beta * heat_out + dt * heating);
  }
};

/// Transport of q by a wind that may pass several cells in a step, `most` at the most: whole cells, and of the last one
/// a part under a monotone parabola.
struct FluxOfManyCells {
  static constexpr int most = 8;
  struct Passed {
    double q[most], front[most], rear[most], dz[most];  // of the last cells, the nearest first
  };
  double dt = 600;  // [s]

  STENCIL_FUNCTION auto operator()(auto q, auto w) const {
    const auto before = q - below(q), after = above(q) - q;
    const auto size = min(0.5 * abs(before + after), 2.0 * min(abs(before), abs(after)));
    const auto slope = where(before * after > 0.0, copysign(size, after), 0.0);
    const auto top_edge = 0.5 * (q + above(q)) - (above(slope) - slope) / 6.0;
    const auto bottom_edge = 0.5 * (q + below(q)) - (slope - below(slope)) / 6.0;
    const auto rise = top_edge - bottom_edge, bend = 6.0 * q - 3.0 * (bottom_edge + top_edge);
    const auto extreme = (top_edge - q) * (q - bottom_edge) <= 0.0;
    const auto low = where(extreme, q, where(rise * bend > rise * rise, 3.0 * q - 2.0 * top_edge, bottom_edge));
    const auto high = where(extreme, q, where(rise * bend < -rise * rise, 3.0 * q - 2.0 * bottom_edge, top_edge));

    const auto step = [dt = dt](auto& passed, auto q_k, auto front, auto rear, auto dz, auto reach) {
      for (int i = most - 1; i > 0; --i) {
        passed.q[i] = passed.q[i - 1], passed.front[i] = passed.front[i - 1];
        passed.rear[i] = passed.rear[i - 1], passed.dz[i] = passed.dz[i - 1];
      }
      passed.q[0] = q_k, passed.front[0] = front, passed.rear[0] = rear, passed.dz[0] = dz;
      double amount = 0, left = reach;
      for (int i = 0; i < most && left > 0; ++i) {
        if (left >= passed.dz[i]) {
          amount += passed.q[i] * passed.dz[i];
          left -= passed.dz[i];
        } else {
          const double part = left / passed.dz[i], over = passed.front[i] - passed.rear[i];
          const double curved = 6 * passed.q[i] - 3 * (passed.front[i] + passed.rear[i]);
          amount += left * (passed.front[i] - part / 2 * (over - (1 - 2 * part / 3) * curved));
          left = 0;
        }
      }
      return amount / dt;
    };
    const auto below_face = LeftBiasedC2F();
    const auto above_face = RightBiasedC2F();
    // Beyond an end lie cells of no depth.
    const auto dz = spacing(Center{});
    const auto up = march(from_bottom, Passed{}, step, below_face(q), below_face(high), below_face(low),
                          LeftBiasedC2F(bottom(SetValue(0.0)))(dz), max(w * dt, 0.0));
    const auto down = march(from_top, Passed{}, step, above_face(q), above_face(low), above_face(high),
                            RightBiasedC2F(top(SetValue(0.0)))(dz), max(-w * dt, 0.0));
    const auto flux = up - down;
    const auto closed = DivergenceF2C(no_flux);
    return results(flux, q - dt * (closed(flux) - q * closed(w)));
  }
};

/// The sedimentation of four species in one sweep from the top, with the energy that falls along.
struct Precipitation {
  static constexpr int species = 4;  // rain, snow, ice, graupel
  struct Above {
    double flux[species];      // [kg/m2/s] from the level above
    double velocity[species];  // [m/s] there
    double q[species];         // there, after the step
    double energy;             // [J/m2] that comes in within the step
  };
  double dt = 30;  // [s]

  STENCIL_FUNCTION auto operator()(auto rho, auto temperature, auto rain, auto snow, auto ice, auto graupel) const {
    const double factor[species] = {14.58, 57.80, 1.25, 12.24}, exponent[species] = {0.111, 0.16667, 0.160, 0.217};
    const double heat_capacity[species] = {4192.66, 2108.0, 2108.0, 2108.0};  // [J/kg/K]
    const auto level = [=, dt = dt](auto& above, auto rho_k, auto t, auto dz, auto q_r, auto q_s, auto q_i, auto q_g) {
      double q[species] = {q_r, q_s, q_i, q_g};
      const double zeta = dt / (2 * dz);
      double energy = rho_k * dry_cv * t * dz + above.energy, falling = 0;
      for (int i = 0; i < species; ++i) {
        const auto speed = [&](double x) { return factor[i] * pow(rho_k * x + 1e-12, exponent[i]); };
        const double content = q[i] * rho_k;
        const double all = content / zeta + 2 * above.flux[i];
        const double own = min(content * speed(q[i]), all);
        q[i] = zeta * (all - own) / ((1 + zeta * above.velocity[i]) * rho_k);
        above.flux[i] = (q[i] * rho_k * above.velocity[i] + own) * 0.5;
        above.velocity[i] = speed((q[i] + above.q[i]) * 0.5);
        above.q[i] = q[i];
        falling += dt * above.flux[i] * (heat_capacity[i] - dry_cv) * t;
      }
      above.energy = falling;
      const double flux = above.flux[0] + above.flux[1] + above.flux[2] + above.flux[3];
      return results(q[0], q[1], q[2], q[3], (energy - falling) / (rho_k * dry_cv * dz), flux);
    };
    return march(from_top, Above{}, level, rho, temperature, spacing(Center{}), rain, snow, ice, graupel);
  }
};

// Profiles, and the functions on them.

inline double exner_explicit(double z, std::size_t column) { return 1e-4 * std::sin(z / 1100 + phase(column)); }
inline double density_explicit(double z, std::size_t column) {
  return density(z, column) * (1 + 1e-4 * std::cos(z / 600));
}
inline double w_ground(std::size_t column) { return 0.05 * std::sin(phase(column)); }
inline double implicit_weight(std::size_t column) { return 0.65 + 0.05 * std::cos(phase(column)); }
inline double reference_exner(double z, std::size_t) { return std::exp(-z / 29000); }
inline double weight_above(double z, std::size_t column) { return 0.5 + 0.1 * std::sin(z / 900 + phase(column)); }
inline double strong_wind_w(double z, std::size_t column) { return 60 * wind_w(z, column); }
inline double horizontal_divergence(double z, std::size_t column) { return 1e-5 * std::sin(z / 2000 + phase(column)); }
inline double physics_heating(double z, std::size_t) { return 1e-7 * std::cos(z / 3000); }
inline double temperature(double z, std::size_t column) { return theta(z, column) * exner(z, column); }
inline double rain(double z, std::size_t column) { return 1e-3 * layers(z, column, 1500, 900); }
inline double sharp(double z, std::size_t column) {
  return layers(z, column, 1500, 300) + layers(z, column, 4000, 120) + layers(z, column, 9000, 1500);
}
inline double snow(double z, std::size_t column) { return 8e-4 * layers(z, column, 5000, 1500); }
inline double ice(double z, std::size_t column) { return 1e-4 * layers(z, column, 9000, 2000); }
inline double graupel(double z, std::size_t column) { return 5e-4 * layers(z, column, 3500, 800); }

template <class On>
Values vertically_implicit_solver(const On& on) {
  const auto w_e = on.faces(wind_w);
  const auto ground = on.surface(w_ground), v = on.surface(implicit_weight);
  const auto exner_e = on.centers(exner_explicit), pi = on.centers(exner), rho_e = on.centers(density_explicit);
  const auto rho = on.centers(density), th = on.centers(theta);
  return on.template results<Face, Center, Center, Center>(
      columnwise(VerticallyImplicitSolver{})(w_e, ground, v, exner_e, pi, rho_e, rho, th));
}
template <class On>
Values cell_diagnostics(const On& on) {
  const auto rho = on.centers(density), th = on.centers(theta), pi = on.centers(exner);
  const auto reference = on.centers(reference_exner);
  const auto weight = on.faces(weight_above);
  return on.template results<Center, Face, Face, Face, Center>(
      columnwise(CellDiagnostics{})(rho, th, pi, reference, weight));
}
template <class On>
Values advection_of_w(const On& on) {
  const auto w = on.faces(strong_wind_w);
  return on.template results<Face, Surface>(columnwise(AdvectionOfW{})(w));
}
template <class On>
Values explicit_part(const On& on) {
  const auto rho = on.centers(density), th = on.centers(theta), pi = on.centers(exner);
  const auto w = on.faces(wind_w);
  const auto divergence = on.centers(horizontal_divergence), heating = on.centers(physics_heating);
  const auto v = on.surface(implicit_weight);
  return on.template results<Center, Center>(columnwise(ExplicitPart{})(rho, th, pi, w, divergence, heating, v));
}
template <class On>
Values flux_of_many_cells(const On& on) {
  const auto q = on.centers(sharp);
  const auto w = on.faces(wind_w);
  return on.template results<Face, Center>(columnwise(FluxOfManyCells{})(q, w));
}
template <class On>
Values precipitation(const On& on) {
  const auto rho = on.centers(density), t = on.centers(temperature);
  const auto q_r = on.centers(rain), q_s = on.centers(snow), q_i = on.centers(ice), q_g = on.centers(graupel);
  return on.template results<Center, Center, Center, Center, Center, Center>(
      columnwise(Precipitation{})(rho, t, q_r, q_s, q_i, q_g));
}

}  // namespace real_models::icon
