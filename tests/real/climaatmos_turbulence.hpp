// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "columns.hpp"

/// Columns of ClimaAtmos.jl, src/prognostic_equations: eddy_diffusion_closures.jl, edmfx_sgs_flux.jl, edmfx_tke.jl.
namespace real_models::climaatmos {

/// The smallest of three lengths, smoothly: each weighs less the further it is from the smallest.
struct SmoothMinimum {
  double steepness = 0.1, least = 1.0;
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto c) const {
    const auto smallest = min(a, min(b, c));
    const auto width = max(smallest * steepness / 0.2784645427610738, least);
    const auto weight = [&](auto x) { return exp((smallest - x) / width); };
    const auto of_a = weight(a), of_b = weight(b), of_c = weight(c);
    return results((a * of_a + b * of_b + c * of_c) / (of_a + of_b + of_c));
  }
};

/// The state of the air.
template <class C>
struct Air {
  C theta, q, u, v, tke, cloud;
};
/// What a gradient of theta, and one of water, do to buoyancy.
template <class C>
struct BuoyancyOf {
  C theta, q;
};
/// The surface layer, by friction velocity and Obukhov's length.
template <class S>
struct SurfaceLayer {
  S u_star, obukhov;
};

/// Stability, and diffusivities of momentum, scalars and entrainment at faces.
struct FaceDiffusivities {
  double karman = 0.4, c_m = 0.14, c_d = 0.22, c_b = 0.63, pr_n = 0.74, omega = 53.0 / 13.0;
  double most_length = 1e4, entrainment = 0.2;

  STENCIL_FUNCTION auto operator()(auto air, auto dry, auto moist, auto surface) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto mean = InterpolateC2F();
    const auto d_theta = slope(air.theta), d_q = slope(air.q), du = slope(air.u), dv = slope(air.v);
    const auto dz = spacing(Face{});
    const auto clouds = mean(air.cloud);
    const auto n2 = clouds * (mean(moist.theta) * d_theta + mean(moist.q) * d_q) +
                    (1.0 - clouds) * (mean(dry.theta) * d_theta + mean(dry.q) * d_q);
    const auto k = max(mean(air.tke), 1e-8);
    const auto velocity = sqrt(k);
    const auto jump = max(n2 * dz, 0.0);
    const auto n2_effective = n2 + jump * jump / (c_b * k);
    const auto s2 = du * du + dv * dv + 1e-10;
    const auto ri = n2_effective / s2;
    const auto x = pr_n + omega * ri;
    const auto pr = clamp((x + sqrt(max(x * x - 4.0 * pr_n * ri, 0.0))) / 2.0, 0.1, 10.0);

    const auto z = heights(Face{});
    const auto zeta = z / surface.obukhov;
    const auto unstable = min(pow(1.0 - 100.0 * min(zeta, 0.0), 0.2), 1.0 / karman);
    const auto at_surface = sqrt(max(at_level(air.tke, 0), 1e-8)) / surface.u_star;
    const auto wall = karman * z / max(at_surface * c_m, 1e-6) * where(surface.obukhov < 0.0, unstable, 1.0);
    const auto produced = c_m * (2.0 * s2 - n2 / pr) * velocity;
    const auto dissipated = c_d * k * velocity;
    const auto balanced = where(produced > 1e-10, sqrt(dissipated / max(produced, 1e-10)), most_length);
    const auto buoyant = where(n2_effective > 1e-10, sqrt(c_b * k / max(n2_effective, 1e-10)), most_length);
    const auto length = columnwise(SmoothMinimum{})(wall, min(balanced, most_length), min(buoyant, most_length));

    const auto k_u = c_m * length * velocity;
    const auto bulk_ri = max(n2, 0.0) * dz * dz / (c_b * k);
    return results(n2, k_u, k_u / pr, 0.5 * entrainment * velocity / max(bulk_ri, 1.0) * dz);
  }
};

/// Diffusion of energy with the enthalpy that water brings, of water, density and a passive tracer, and momentum with
/// the harmonic mean of a diffusivity at centers.
struct SingleGradientDiffusion {
  double tracer_factor = 0.5, gravity = 9.81;

  STENCIL_FUNCTION auto operator()(auto rho, auto s, auto q, auto h, auto tracer, auto u, auto k_center, auto k_h,
                                   auto k_u) const {
    const auto slope = GradientC2F();
    const auto mean = InterpolateC2F();
    const auto closed = DivergenceF2C(no_flux);
    const auto rho_f = mean(rho * spacing(Center{})) / spacing(Face{});
    const auto water_flux = -rho_f * k_h * slope(q);
    const auto energy_flux = -rho_f * k_h * slope(s) + mean(h + gravity * heights(Center{})) * water_flux;
    const auto water = -closed(water_flux);
    const auto harmonic = rho_f / mean(1.0 / max(k_center, 1e-6));
    return results(-closed(energy_flux), water, q * water, closed(tracer_factor * rho_f * k_h * slope(tracer)),
                   closed(2.0 * rho_f * k_u * slope(u)), closed(harmonic * slope(u)));
  }
};

/// The budget of turbulent kinetic energy, its flux at the ground given.
struct EnergyBudget {
  double c_d = 0.22, dt = 60;  // [s]

  STENCIL_FUNCTION auto operator()(auto rho, auto k, auto length, auto s2, auto n2, auto k_u, auto k_h, auto k_e,
                                   auto flux) const {
    const auto to_centers = InterpolateF2C();
    const auto rho_f = InterpolateC2F()(rho * spacing(Center{})) / spacing(Face{});
    const auto lost = where(k >= 0.0, c_d * rho * k * sqrt(max(k, 0.0)) / length, rho * k / dt);
    const auto spread = DivergenceF2C(bottom(SetValue(-flux)), top(SetValue(0.0)));
    return results(2.0 * rho * to_centers(k_u + k_e) * s2 - rho * to_centers((k_h + k_e) * n2) - lost +
                   spread(rho_f * k_u * GradientC2F()(k)));
  }
};

/// What is carried, energy, water and a tracer, and an updraft that carries it.
template <class C>
struct Scalars {
  C h, q, c;
};
template <class C, class F>
struct Updraft {
  C area;
  F w;
  C h, q, c;
};
/// What updrafts carry through the mean: energy, water, density and a tracer.
struct MassFluxes {
  double dt = 60;  // [s]

  STENCIL_FUNCTION auto operator()(auto rho, auto w, auto updrafts, auto mean) const {
    const auto rho_f = InterpolateC2F()(rho * spacing(Center{})) / spacing(Face{});
    const auto closed = DivergenceF2C(no_flux);
    const auto upwind = [&](auto by, auto x) { return -closed(rho_f * UpwindBiasedProductC2F()(by, x)); };
    const auto limited = [&](auto by, auto x) {
      return -closed(rho_f * LinVanLeerC2F(dt, constraint::MonotoneLocalExtrema{})(by, x));
    };
    const auto carried = [&](const auto& up) {
      const auto by = up.w - w;
      return together(upwind(by, (up.h - mean.h) * up.area), upwind(by, (up.q - mean.q) * up.area),
                      limited(by, (up.c - mean.c) * up.area));
    };
    auto [energy, water, tracer] = carried(updrafts[0]);
    for (int i = 1; i < updrafts.size(); ++i) {
      const auto [h, q, c] = carried(updrafts[i]);
      energy += h, water += q, tracer += c;
    }
    return results(energy, water, mean.q * water, tracer);
  }
};

/// The velocity of an updraft, level after level the positive root of a quadratic, and the mass that it has.
struct UpdraftVelocity {
  double least_area = 1e-3, most_area = 0.5, sponge = 1e-3;  // [1/s]

  STENCIL_FUNCTION auto operator()(auto buoyancy, auto drag, auto entrainment, auto area, auto rho,
                                   auto w_start) const {
    const auto mean = InterpolateC2F();
    const auto dz = spacing(Face{});
    const auto a = 0.5 / dz + mean(drag / sqrt(max(area, least_area)));
    const auto b = mean(entrainment) + sponge;
    const auto c = -mean(buoyancy);
    const auto w = march(
        from_bottom, w_start,
        [](auto& below, auto a_k, auto b_k, auto c_k, auto dz_k) {
          const auto rest = min(c_k - below * below / (2 * dz_k), c_k * 0);
          below = (sqrt(b_k * b_k - 4 * a_k * rest) - b_k) / (2 * a_k);
          return below;
        },
        a, b, c, dz);
    const auto mass_flux = w / dz;
    const auto gains = entrainment * rho * least_area;
    const auto in = LeftBiasedF2C()(mass_flux), out = RightBiasedF2C()(mass_flux) + entrainment;
    const auto mass = march(
        from_bottom, 0.0 * w_start,
        [](auto& below, auto gain, auto m_in, auto m_out, auto most) {
          below = clamp((gain + m_in * below) / m_out, gain * 0, most);
          return below;
        },
        gains + where(is_lowest(Center{}), 0.01 * rho, 0.0), in, out, most_area * rho);
    return results(w, mass);
  }
};

// Profiles, and the functions on them.

inline double tke(double z, std::size_t column) { return 0.01 + 0.8 * layers(z, column, 500, 500); }
inline double cloud_fraction(double z, std::size_t column) { return 0.9 * layers(z, column, 900, 150); }
inline double dry_of_theta(double z, std::size_t) { return 9.81 / (295 + z / 300); }
inline double dry_of_q(double z, std::size_t) { return 6 - z / 1e4; }
inline double moist_of_theta(double z, std::size_t) { return 9.81 / (330 + z / 400); }
inline double moist_of_q(double z, std::size_t column) { return 25 + std::sin(z / 2000 + phase(column)); }
inline double u_star(std::size_t column) { return 0.3 + 0.05 * static_cast<double>(column); }
inline double obukhov(std::size_t column) {
  return column % 2 == 0 ? -80.0 - 10.0 * static_cast<double>(column) : 200.0;
}
inline double static_energy(double z, std::size_t column) { return 1004.6 * theta(z, column); }
inline double of_vapour(double z, std::size_t) { return 2.5e6 + 1800 * (20 - z / 200); }
inline double passive(double z, std::size_t column) { return layers(z, column, 1500, 400); }
inline double k_at_centers(double z, std::size_t column) { return 40 * layers(z, column, 600, 400); }
inline double k_heat(double z, std::size_t column) { return 0.1 + 50 * layers(z, column, 600, 400); }
inline double k_wind(double z, std::size_t column) { return 0.1 + 40 * layers(z, column, 500, 450); }
inline double k_mixed(double z, std::size_t column) { return layers(z, column, 900, 200); }
inline double signed_tke(double z, std::size_t column) { return 0.5 * std::cos(z / 400 + phase(column)); }
inline double mixing_length(double z, std::size_t) { return 10 + 0.4 * z / (1 + z / 100); }
inline double shear2(double z, std::size_t) { return 1e-4 * std::exp(-z / 800); }
inline double stability(double z, std::size_t column) {
  return 1e-4 * std::tanh((z - 700 - 100 * std::sin(phase(column))) / 200);
}
inline double tke_flux(std::size_t column) { return 0.02 * static_cast<double>(column); }
inline double updraft_area(double z, std::size_t column) {
  return 0.08 * std::exp(-z / 3000) * (1.2 + std::sin(phase(column)));
}
inline double updraft_w(double z, std::size_t column) {
  return 2 * std::sin(std::min(z / 3000, 3.14)) + wind_w(z, column);
}
inline double other_w(double z, std::size_t column) { return -0.5 + wind_w(z + 300, column); }
inline double updraft_h(double z, std::size_t column) { return static_energy(z, column) + 2000 * std::exp(-z / 2000); }
inline double updraft_q(double z, std::size_t column) { return total_water(z, column) + 1e-3 * std::exp(-z / 2000); }
inline double updraft_c(double z, std::size_t column) { return layers(z, column, 1100, 600); }
inline double updraft_buoyancy(double z, std::size_t column) {
  return 0.03 * std::cos(z / (1500 + 100 * phase(column)));
}
inline double drag(double z, std::size_t) { return 1e-4 * (1 + z / 1e4); }
inline double entrainment(double z, std::size_t column) { return 1e-3 * (1.1 + std::sin(z / 500 + phase(column))); }
inline double w_start(std::size_t column) { return 0.2 + 0.1 * static_cast<double>(column); }

template <class On>
Values face_diffusivities(const On& on) {
  using C = typename On::Centers;
  const Air<C> air{on.centers(theta),  on.centers(total_water), on.centers(wind_u),
                   on.centers(wind_v), on.centers(tke),         on.centers(cloud_fraction)};
  const BuoyancyOf<C> dry{on.centers(dry_of_theta), on.centers(dry_of_q)};
  const BuoyancyOf<C> moist{on.centers(moist_of_theta), on.centers(moist_of_q)};
  const SurfaceLayer<decltype(on.surface(u_star))> surface{on.surface(u_star), on.surface(obukhov)};
  return on.template results<Face, Face, Face, Face>(columnwise(FaceDiffusivities{})(air, dry, moist, surface));
}
template <class On>
Values single_gradient_diffusion(const On& on) {
  const auto rho = on.centers(density), s = on.centers(static_energy), q = on.centers(total_water),
             h = on.centers(of_vapour), c = on.centers(passive), u = on.centers(wind_u), k = on.centers(k_at_centers);
  const auto k_h = on.faces(k_heat), k_u = on.faces(k_wind);
  return on.template results<Center, Center, Center, Center, Center, Center>(
      columnwise(SingleGradientDiffusion{})(rho, s, q, h, c, u, k, k_h, k_u));
}
template <class On>
Values energy_budget(const On& on) {
  const auto rho = on.centers(density), k = on.centers(signed_tke), l = on.centers(mixing_length),
             s2 = on.centers(shear2);
  const auto n2 = on.faces(stability), k_u = on.faces(k_wind), k_h = on.faces(k_heat), k_e = on.faces(k_mixed);
  const auto flux = on.surface(tke_flux);
  return on.template results<Center>(columnwise(EnergyBudget{})(rho, k, l, s2, n2, k_u, k_h, k_e, flux));
}
template <class On>
Values mass_fluxes(const On& on) {
  using C = typename On::Centers;
  using Up = Updraft<C, typename On::Faces>;
  const auto rho = on.centers(density);
  const auto w = on.faces(wind_w);
  const std::array<Up, 2> updrafts{
      Up{on.centers(updraft_area), on.faces(updraft_w), on.centers(updraft_h), on.centers(updraft_q),
         on.centers(updraft_c)},
      Up{on.centers(tke), on.faces(other_w), on.centers(static_energy), on.centers(updraft_q), on.centers(updraft_c)}};
  const Scalars<C> mean{on.centers(static_energy), on.centers(total_water), on.centers(passive)};
  return on.template results<Center, Center, Center, Center>(columnwise(MassFluxes{})(rho, w, updrafts, mean));
}
template <class On>
Values updraft_velocity(const On& on) {
  const auto b = on.centers(updraft_buoyancy), d = on.centers(drag), e = on.centers(entrainment),
             a = on.centers(updraft_area), rho = on.centers(density);
  const auto start = on.surface(w_start);
  return on.template results<Face, Center>(columnwise(UpdraftVelocity{})(b, d, e, a, rho, start));
}

}  // namespace real_models::climaatmos
