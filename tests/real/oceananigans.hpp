// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "columns.hpp"

/// Columns of Oceananigans.jl: src/TurbulenceClosures, Advection, Models/HydrostaticFreeSurfaceModels. The sea is full
/// depth; its surface is at z = 0.
namespace real_models::oceananigans {

/// Implicit vertical diffusion of u, v and two tracers at centers and of w at faces, each matrix eliminated once.
struct ImplicitDiffusion {
  double dt = 1200;  // [s]

  STENCIL_FUNCTION auto operator()(auto u, auto v, auto w, auto t, auto s, auto viscosity, auto diffusivity) const {
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto implicit = [&](auto k, auto x) {
      return factorize(identity() - dt * jacobian([&](auto y) { return DivergenceF2C()(k * gradient(y)); }, x));
    };
    const auto momentum = implicit(viscosity, u);
    const auto tracers = implicit(diffusivity, t);
    const auto ends = SetBoundary(bottom(SetValue(0.0)), top(SetValue(0.0)));
    const auto change_of_w = [&](auto y) {
      return ends(DivergenceC2F()(InterpolateF2C()(viscosity) * GradientF2C()(y)));
    };
    const auto w_new = solve(identity() - dt * jacobian(change_of_w, w), ends(w));
    return results(momentum.solve(u), momentum.solve(v), w_new, tracers.solve(t), tracers.solve(s));
  }
};

/// CATKE's coefficients of one diffused quantity.
struct CatkeCoefficients {
  double high, low, unstable, convective, entraining;
};
/// CATKE: three diffusivities at faces from turbulent kinetic energy, and its implicit step.
struct Catke {
  double dt = 600;  // [s]
  int substeps = 3;
  double c_surface = 1.131, c_bottom = 0.28, c_plume = 0.505, ri_0 = 0.254, ri_width = 1.02;
  CatkeCoefficients momentum{0.242, 0.361, 0.370, 3.705, 0.0}, tracers{0.098, 0.369, 0.572, 4.793, 0.112},
      energy{0.548, 7.863, 1.447, 3.642, 0.0};
  double least_flux = 1e-11, most = 10, least_energy = 1e-9, dissipation = 0.5;

  STENCIL_FUNCTION auto operator()(auto u, auto v, auto b, auto e, auto buoyancy_flux) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto mean = InterpolateC2F();
    const auto du = slope(u), dv = slope(v);
    const auto s2 = du * du + dv * dv;
    const auto n2 = slope(b), n2_above = above(n2, top(SetValue(0.0)));
    const auto velocity = sqrt(max(e, 0.0));
    const auto w = mean(velocity), w3 = mean(velocity * velocity * velocity);
    const auto down = -heights(Face{});
    const auto depth = at_level(down, 0);  // of the sea
    const auto wall = min(c_surface * down, c_bottom * (depth - down));
    const auto stable = where(n2 > 0.0, min(wall, w / sqrt(max(n2, 1e-30))), wall);
    const auto ri = where(n2 == 0.0, 0.0 * n2, n2 / max(s2, 1e-30));
    const auto ramp = clamp((ri - ri_0) / ri_width, 0.0, 1.0);
    const auto plume = max(1.0 - c_plume * down * w * s2 / (buoyancy_flux + least_flux), 0.0);
    const auto loses_heat = buoyancy_flux > least_flux;
    const auto convecting = loses_heat && n2 < 0.0;
    const auto entraining = loses_heat && n2 > 0.0 && n2_above < 0.0;

    const auto diffusivity = [&](const CatkeCoefficients& c) {
      const auto sigma = where(ri < 0.0, c.unstable, c.low + (c.high - c.low) * ramp);
      const auto convective = c.convective * w3 / (buoyancy_flux + least_flux) * plume;
      const auto entrained = c.entraining * buoyancy_flux / (w * n2 + least_flux);
      const auto lifted = where(convecting, convective, where(entraining, entrained, 0.0 * w));
      const auto length = min(max(sigma * stable, lifted), depth);
      const auto k = min(length * w, most);
      return where(isnan(k), 0.0, k);
    };
    const auto k_u = diffusivity(momentum), k_c = diffusivity(tracers), k_e = diffusivity(energy);

    const auto to_centers = InterpolateF2C();
    const auto shear = to_centers(k_u * s2), buoyancy = to_centers(-k_c * n2);
    auto energy_now = e;
    const double seconds = dt / substeps;
    const auto transport = jacobian([&](auto x) { return DivergenceF2C(no_flux)(k_e * slope(x)); }, e);
    for (int i = 0; i < substeps; ++i) {
      const auto positive = max(energy_now, least_energy);
      const auto sink = min(buoyancy, 0.0) / positive - dissipation * sqrt(positive) / depth;
      energy_now = solve(identity() - seconds * (transport + diagonal(sink)),
                         energy_now + seconds * (shear + max(buoyancy, 0.0)));
    }
    return results(k_u, k_c, k_e, energy_now);
  }
};

/// A tracer carried by w, explicitly as far as the Courant number allows and implicitly, upwind, beyond.
struct SplitAdvection {
  double dt = 1200, most = 0.5;  // [s]

  STENCIL_FUNCTION auto operator()(auto w, auto c) const {
    const auto courant = abs(w) * dt / spacing(Face{});
    const auto w_explicit = w * most / max(courant, most);
    const auto w_implicit = w - w_explicit;
    const auto closed = DivergenceF2C(no_flux);
    const auto tendency = -closed(Upwind3rdOrderBiasedProductC2F()(w_explicit, c));
    const auto carried = jacobian([&](auto x) { return closed(UpwindBiasedProductC2F()(w_implicit, x)); }, c);
    return results(solve(identity() + dt * carried, c + dt * tendency));
  }
};

struct Plus {
  STENCIL_FUNCTION auto operator()(auto a, auto b) const { return a + b; }
};
/// w from continuity, and the hydrostatic pressure anomaly, summed down from the surface.
struct Diagnosed {
  STENCIL_FUNCTION auto operator()(auto divergence, auto b) const {
    const auto w = cumulative_integral(-divergence, bottom(0.0));
    const auto weight = InterpolateC2F()(b) * spacing(Face{});
    return results(w, -column_accumulate<Center>(Plus{}, 0.0, as_is, from_top, weight));
  }
};

// Profiles, and the functions on them.

inline double current(double z, std::size_t column) {
  return 0.3 * std::exp(z / 60) + 0.02 * std::sin(z / 20 + phase(column));
}
inline double cross_current(double z, std::size_t column) {
  return -0.1 * std::exp(z / 30) * std::cos(z / 25 + phase(column));
}
inline double vertical_current(double z, std::size_t column) {
  return 2e-2 * std::sin(z / 70 + phase(column)) * z * (z + 300) / 22500;
}
inline double temperature(double z, std::size_t column) {
  return 8 + 10 * std::exp(z / 80) + 0.1 * std::sin(z / 11 + phase(column));
}
inline double salinity(double z, std::size_t column) {
  return 35 - 0.5 * std::exp(z / 100) + 0.01 * std::cos(z / 13 + phase(column));
}
/// Buoyancy with a convecting layer of 60 m at the surface.
inline double buoyancy(double z, std::size_t column) {
  const double base = -60 + 10 * std::sin(phase(column));
  return z > base ? 1e-6 * (base - z) : 2e-4 * (z - base);
}
inline double energy(double z, std::size_t) { return 1e-6 + 4e-4 * std::exp(z / 40); }
inline double surface_buoyancy_flux(std::size_t column) { return 2e-7 * (static_cast<double>(column) - 1); }
inline double viscosity(double z, std::size_t column) {
  return 1e-4 + 0.05 * std::exp(z / 40) * (1.2 + std::sin(phase(column)));
}
inline double divergence(double z, std::size_t column) { return 1e-6 * std::sin(z / 90 + phase(column)); }

template <class On>
Values implicit_diffusion(const On& on) {
  const auto u = on.centers(current), v = on.centers(cross_current), t = on.centers(temperature),
             s = on.centers(salinity);
  const auto w = on.faces(vertical_current), nu = on.faces(viscosity), k = on.faces(energy);
  return on.template results<Center, Center, Face, Center, Center>(
      columnwise(ImplicitDiffusion{})(u, v, w, t, s, nu, k));
}
template <class On>
Values catke(const On& on) {
  const auto u = on.centers(current), v = on.centers(cross_current), b = on.centers(buoyancy), e = on.centers(energy);
  const auto flux = on.surface(surface_buoyancy_flux);
  return on.template results<Face, Face, Face, Center>(columnwise(Catke{})(u, v, b, e, flux));
}
template <class On>
Values split_advection(const On& on) {
  const auto w = on.faces(vertical_current);
  const auto t = on.centers(temperature);
  return on.template results<Center>(columnwise(SplitAdvection{})(w, t));
}
template <class On>
Values diagnosed(const On& on) {
  const auto d = on.centers(divergence), b = on.centers(buoyancy);
  return on.template results<Face, Center>(columnwise(Diagnosed{})(d, b));
}

}  // namespace real_models::oceananigans
