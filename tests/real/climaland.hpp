// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "columns.hpp"

/// Columns of ClimaLand.jl, src/standalone/Soil: rre.jl, energy_hydrology.jl, Biogeochemistry.jl.
namespace real_models::climaland {

/// Van Genuchten's curves of a soil.
struct Soil {
  double porosity = 0.45, residual = 0.05, alpha = 2.0, n = 1.6, conductivity = 2e-6;  // [1/m], [m/s]

  STENCIL_FUNCTION auto saturation(auto theta) const {
    return clamp((theta - residual) / (porosity - residual), 1e-4, 1.0 - 1e-9);
  }
  STENCIL_FUNCTION auto conducts(auto theta) const {
    const double m = 1 - 1 / n;
    const auto s = saturation(theta);
    const auto part = 1.0 - pow(1.0 - pow(s, 1 / m), m);
    return conductivity * sqrt(s) * part * part;
  }
  STENCIL_FUNCTION auto head(auto theta) const {
    return -pow(pow(saturation(theta), -1 / (1 - 1 / n)) - 1.0, 1 / n) / alpha;
  }
};

/// An implicit step of water and of heat in the soil: Richards' equation by Newton steps with the exact Jacobian, free
/// drainage below, rain above; then heat, which conducts and rides on the water.
struct EnergyHydrology {
  Soil soil;
  double dt = 900;  // [s]
  int steps = 20;
  double heat_capacity = 1.2e6, of_water = 4.18e6, conducts_heat = 1.1, freezing = 273.16;

  STENCIL_FUNCTION auto operator()(auto theta, auto energy, auto rain, auto heat_flux) const {
    const auto slope = GradientC2F(bottom(SetGradient(1.0)), top(SetGradient(0.0)));  // 1 below: it drains freely
    const auto mean = InterpolateC2F();
    const auto water_flux = [&](auto x) { return -mean(soil.conducts(x)) * slope(soil.head(x) + heights(Center{})); };
    const auto out = DivergenceF2C(top(SetValue(-rain)));
    const auto change = [&](auto y) { return -out(water_flux(y)); };
    const auto x = implicit_step(change, theta, dt, BackwardEuler{{.most_iterations = steps}}).x;
    const auto capacity = heat_capacity + of_water * x;
    const auto flux = water_flux(x);
    const auto heat_gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto temperature = [&](auto e) { return e / capacity; };  // above freezing
    const auto gains = [&](auto e) {
      const auto carried = of_water * mean(temperature(e)) * SetBoundary(bottom(SetValue(0.0)))(flux);
      return -DivergenceF2C(top(SetValue(-heat_flux)))(carried - conducts_heat * heat_gradient(temperature(e)));
    };
    return results(x, implicit_step(gains, energy, dt, LinearlyImplicitEuler{}));
  }
};

/// A gas in the soil: made by roots and microbes, diffusing through the pores up to the air.
struct SoilGas {
  double dt = 900, molecular = 1.4e-5, porosity = 0.45;

  STENCIL_FUNCTION auto operator()(auto gas, auto theta, auto source, auto in_air) const {
    const auto pores = porosity - theta;
    const auto diffusivity = InterpolateC2F()(molecular * pow(pores, 1.5));
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetValue(in_air)));
    const auto change = [&](auto x) { return DivergenceF2C()(diffusivity * slope(x)) / pores + source; };
    return results(implicit_step(change, gas, dt, LinearlyImplicitEuler{}));
  }
};

// Profiles, and the functions on them.

inline double water(double z, std::size_t column) {
  return 0.2 + 0.1 * std::exp(-(z + 1) * (z + 1)) + 0.01 * std::sin(phase(column));
}
inline double heat(double z, std::size_t column) {
  return (1.2e6 + 4.18e6 * water(z, column)) * (8 + 3 * std::exp(2 * z));
}
inline double rain(std::size_t column) { return 2e-7 * static_cast<double>(column); }
inline double heat_flux(std::size_t column) { return 20 - 10 * static_cast<double>(column); }
inline double carbon_dioxide(double z, std::size_t) { return 0.01 - 0.005 * z; }
inline double respiration(double z, std::size_t column) {
  return 1e-7 * std::exp(3 * z) * (1.2 + std::sin(phase(column)));
}
inline double air(std::size_t) { return 0.008; }

template <class On>
Values energy_hydrology(const On& on) {
  const auto theta = on.centers(water), e = on.centers(heat);
  const auto r = on.surface(rain), h = on.surface(heat_flux);
  return on.template results<Center, Center>(columnwise(EnergyHydrology{})(theta, e, r, h));
}
template <class On>
Values soil_gas(const On& on) {
  const auto gas = on.centers(carbon_dioxide), theta = on.centers(water), source = on.centers(respiration);
  const auto above = on.surface(air);
  return on.template results<Center>(columnwise(SoilGas{})(gas, theta, source, above));
}

}  // namespace real_models::climaland
