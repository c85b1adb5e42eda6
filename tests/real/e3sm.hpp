// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "columns.hpp"

/// Columns of E3SM: SHOC's turbulence (components/eamxx/src/physics/shoc) and HOMME's vertical solve
/// (components/homme/src/theta-l_kokkos).
namespace real_models::e3sm {

/// SHOC's implicit update of scalars: one matrix, eliminated once. Surface fluxes are explicit [kg/m2/s x].
struct ShocScalars {
  double dt = 300;  // [s]

  STENCIL_FUNCTION auto operator()(auto theta, auto water, auto tke, auto tracer, auto k, auto rho, auto heat_flux,
                                   auto water_flux) const {
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto k_rho = InterpolateC2F()(rho) * k;
    const auto diffusion = jacobian([&](auto x) { return DivergenceF2C()(k_rho * gradient(x)) / rho; }, theta);
    const auto implicit = factorize(identity() - dt * diffusion);
    const auto from_surface = [&](auto flux) { return dt / rho * DivergenceF2C(bottom(SetValue(-flux)))(0.0); };
    return results(implicit.solve(theta + from_surface(heat_flux)), implicit.solve(water + from_surface(water_flux)),
                   implicit.solve(tke), implicit.solve(tracer));
  }
};

/// The same of momentum, with implicit drag [kg/m2/s] on the lowest cell.
struct ShocMomentum {
  double dt = 300;  // [s]

  STENCIL_FUNCTION auto operator()(auto u, auto v, auto k, auto rho, auto drag) const {
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto k_rho = InterpolateC2F()(rho) * k;
    const auto diffusion = jacobian([&](auto x) { return DivergenceF2C()(k_rho * gradient(x)) / rho; }, u);
    const auto lost = DivergenceF2C(bottom(SetValue(drag)))(0.0) / rho;  // in the lowest cell, below 0
    const auto implicit = factorize(identity() - dt * (diffusion + diagonal(lost)));
    return results(implicit.solve(u), implicit.solve(v));
  }
};

/// SHOC's third moment of w at faces, diagnosed from second ones; zero at both ends, and clipped.
struct ShocThirdMoment {
  double c = 7, gravity = 9.80616, clip = 1.2;

  STENCIL_FUNCTION auto operator()(auto w_sec, auto thl_sec, auto wthl_sec, auto tke, auto isotropy, auto brunt,
                                   auto theta) const {
    const double a0 = 0.52 / (c * c) / (c - 2), a1 = 0.87 / (c * c), a2 = 0.5 / c, a3 = 0.6 / (c * (c - 2));
    const double a4 = 2.4 / (3 * c + 5), a5 = 0.6 / (c * (3 + 5 * c));
    const auto mean = InterpolateC2F();
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    // Differences over two levels of face values; what they are at the ends does not matter.
    const auto wide_slope = [&](auto x) { return (above(x) - below(x)) / (2.0 * spacing(Face{})); };

    const auto iso = mean(isotropy), n2 = iso * iso * mean(brunt), w2 = mean(w_sec), beta = gravity / mean(theta);
    const auto d_thl = wide_slope(thl_sec), d_wthl = wide_slope(wthl_sec);
    const auto d_w = slope(w_sec), d_tke = slope(tke);
    const auto bi2 = beta * iso * iso;
    const auto f0 = bi2 * bi2 * beta * wthl_sec * d_thl;
    const auto f1 = bi2 * beta * iso * (wthl_sec * d_wthl + 0.5 * w2 * d_thl);
    const auto f2 = bi2 * (wthl_sec * d_w + 2.0 * w2 * d_wthl);
    const auto f3 = bi2 * (w2 * d_wthl + wthl_sec * d_tke);
    const auto f4 = iso * w2 * (d_w + d_tke);
    const auto f5 = iso * w2 * d_w;

    const auto omega0 = a4 / (1.0 - a5 * n2), omega1 = omega0 / (2.0 * c), omega2 = omega1 * f3 + 1.25 * omega0 * f4;
    const auto less = 1.0 - a3 * n2, divisor = 1.0 - (a1 + a3) * n2;
    const auto x0 = a2 * n2 * less / divisor, x1 = (a0 * f0 + a1 * f1 + a2 * less * f2) / divisor;
    const auto y0 = 2.0 * a2 * n2 * x0 / less, y1 = 2.0 * a2 * (n2 * x1 + a0 / a1 * f0 + f1) / less;
    const auto aa0 = omega0 * x0 + omega1 * y0, aa1 = omega0 * x1 + omega1 * y1 + omega2;
    const auto w3 = (aa1 - 1.2 * x1 - 1.5 * f5) / (c - 1.2 * x0 + aa0);
    const auto most = clip * sqrt(2.0 * w2 * w2 * w2);
    const auto ends = SetBoundary(bottom(SetValue(0.0)), top(SetValue(0.0)));
    return results(ends(clamp(w3, -most, most)));
  }
};

/// HOMME's implicit step of w and phi at faces: w - w0 - g dt (dp_nh/dpi - 1) = 0 with phi = phi0 + g dt w, by Newton
/// steps with an exact Jacobian, each halved until no layer is turned over.
/// Differences are those of levels, not of heights.
struct HommeVerticalSolve {
  double dt = 20, gravity = 9.80616;  // [s], [m/s2]
  double p_top = 1000, p0 = 1e5, gas = 287.04, kappa = 287.04 / 1004.64;
  NewtonOptions options{.most_iterations = 12};

  STENCIL_FUNCTION auto operator()(auto w0, auto phi0, auto rho, auto theta) const {
    const auto mass = gravity * rho * spacing(Center{});  // [Pa]
    const auto thickness = [&](auto w) {
      const auto phi = phi0 + gravity * dt * w;
      return RightBiasedF2C()(phi) - LeftBiasedF2C()(phi);
    };
    const auto residual = [&](auto w) {
      const auto p = p0 * pow(gas / p0 * mass * theta / thickness(w), 1.0 / (1.0 - kappa));
      const auto drop = LeftBiasedC2F()(p) - RightBiasedC2F(top(SetValue(p_top)))(p);
      const auto half_at_top = SetBoundary(top(SetValue(0.5 * at_level(mass, -1))));
      const auto force = gravity * (drop / half_at_top(InterpolateC2F()(mass)) - 1.0);
      return w - w0 - dt * SetBoundary(bottom(SetValue(0.0)))(force);
    };
    const auto positive = [&](auto w) { return thickness(w) > 0.0; };
    const auto [w, steps, done] = newton(residual, w0, options, positive);
    return results(w, phi0 + gravity * dt * w, where(done, 0.0, 1.0));
  }
};

// Profiles, and the functions on them.

inline double diffusivity(double z, std::size_t column) { return 0.1 + 60 * layers(z, column, 600, 400); }
inline double tke(double z, std::size_t column) { return 0.01 + 0.8 * layers(z, column, 500, 500); }
inline double tracer(double z, std::size_t column) { return layers(z, column, 1200, 500); }
inline double heat_flux(std::size_t column) { return 0.1 + 0.02 * static_cast<double>(column); }
inline double water_flux(std::size_t column) { return 4e-5 * static_cast<double>(column); }
inline double drag(std::size_t column) { return 0.01 + 0.002 * static_cast<double>(column); }
inline double isotropy(double z, std::size_t column) { return 100 + 500 * layers(z, column, 700, 600); }
inline double brunt(double z, std::size_t column) {
  return 1e-4 * std::tanh((z - 800) / 300) + 1e-5 * std::sin(phase(column));
}
inline double w_variance(double z, std::size_t column) { return 0.05 + layers(z, column, 450, 400); }
inline double thl_variance(double z, std::size_t column) { return 0.01 + 0.3 * layers(z, column, 1000, 200); }
inline double heat_transport(double z, std::size_t column) {
  return 0.08 * (1 - z / 1000) * layers(z, column, 0, 1500);
}
inline double geopotential(double z, std::size_t column) {
  return 9.80616 * z * (1 + 0.01 * std::sin(z / 4000 + phase(column)));
}
inline double calm_density(double z, std::size_t) { return 1.16 * std::exp(-z / 9000); }
inline double calm_theta(double z, std::size_t column) { return 300 * std::exp(z / 70000) + std::sin(phase(column)); }

template <class On>
Values shoc_scalars(const On& on) {
  const auto th = on.centers(theta), water = on.centers(total_water), e = on.centers(tke), q = on.centers(tracer);
  const auto k = on.faces(diffusivity);
  const auto rho = on.centers(density);
  const auto heat = on.surface(heat_flux), evaporation = on.surface(water_flux);
  return on.template results<Center, Center, Center, Center>(
      columnwise(ShocScalars{})(th, water, e, q, k, rho, heat, evaporation));
}
template <class On>
Values shoc_momentum(const On& on) {
  const auto u = on.centers(wind_u), v = on.centers(wind_v), rho = on.centers(density);
  const auto k = on.faces(diffusivity);
  const auto c = on.surface(drag);
  return on.template results<Center, Center>(columnwise(ShocMomentum{})(u, v, k, rho, c));
}
template <class On>
Values shoc_third_moment(const On& on) {
  const auto w2 = on.centers(w_variance), e = on.centers(tke), iso = on.centers(isotropy), n2 = on.centers(brunt);
  const auto th = on.centers(theta);
  const auto thl2 = on.faces(thl_variance), wthl = on.faces(heat_transport);
  return on.template results<Face>(columnwise(ShocThirdMoment{})(w2, thl2, wthl, e, iso, n2, th));
}

template <class On>
Values homme_vertical_solve(const On& on) {
  const auto w = on.faces(wind_w), phi = on.faces(geopotential);
  const auto rho = on.centers(calm_density), th = on.centers(calm_theta);
  return on.template results<Face, Face, Surface>(columnwise(HommeVerticalSolve{})(w, phi, rho, th));
}

}  // namespace real_models::e3sm
