// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "columns.hpp"

/// Columns of ClimaAtmos.jl, src/parameterized_tendencies and src/setups: what goes along a column.
namespace real_models::climaatmos {

/// Longwave flux and heating of the DYCOMS stratocumulus, whose inversion is where total water is nearest to a value.
struct DycomsLongwave {
  double f0 = 70, f1 = 22, kappa = 85, divergence = 3.75e-6, cp = 1015, q_inversion = 8e-3;

  STENCIL_FUNCTION auto operator()(auto rho, auto q_total, auto q_liquid) const {
    using T = typename decltype(rho)::value_type;
    const auto distance = abs(q_total - q_inversion);
    const auto nearest = first_level_where(distance == column_min(distance), from_bottom);
    const auto z_i = at_level(heights<T>(Center{}), nearest);
    const auto rho_i = at_level(rho, nearest);
    const auto path = kappa * rho * q_liquid;
    const auto over = max(heights(Face{}) - z_i, 0.0);
    const auto thin = rho_i * cp * divergence * cbrt(over) * (over / 4.0 + z_i);
    const auto flux =
        f0 * exp(-cumulative_integral(path, top(0.0))) + f1 * exp(-cumulative_integral(path, bottom(0.0))) + thin;
    return results(flux, -DivergenceF2C()(flux), z_i, column_integral(rho * q_liquid));
  }
};

/// Momentum that a spectrum of gravity waves leaves in each level on its way up from a source.
struct GravityWaves {
  static constexpr int speeds = 21;
  struct Wave {
    int on[speeds];  ///< whether a phase speed is still there
    double u_source, rho_source;
    bool started;
  };
  double source_height = 9000, wave_number = 6.283185307179586 / 3e4;  // [m], [1/m]
  double amplitude = 0.4, width = 35, spacing_of_speeds = 5, intermittency = 5e-3;

  STENCIL_FUNCTION auto operator()(auto u, auto n, auto rho) const {
    const auto dz = RightBiasedF2C()(spacing(Face{}));
    const auto step = [*this](auto& wave, auto u_k, auto n_k, auto rho_k, auto rho_above, auto dz_k, auto z) {
      if (z < source_height) return 0.0 * z;
      if (!wave.started) {
        wave.started = true;
        wave.u_source = u_k;
        wave.rho_source = rho_k;
        for (int i = 0; i < speeds; ++i) wave.on[i] = 1;
      }
      const auto height = dz_k / log(max(rho_k / rho_above, 1.0 + 1e-6));
      const auto reflects =
          sqrt(n_k * n_k * wave_number * wave_number / (wave_number * wave_number + 0.25 / (height * height)));
      const auto breaks = 0.5 * rho_k / wave.rho_source * wave_number / n_k;
      auto left = 0.0 * z;
      for (int i = 0; i < speeds; ++i) {
        const double c = (i - speeds / 2) * spacing_of_speeds;
        const auto at_source = c - wave.u_source, here = c - u_k;
        if (wave.on[i] == 0) continue;
        const auto relative = at_source / width;
        const auto flux = copysign(amplitude * exp(-0.6931471805599453 * relative * relative), at_source);
        const bool critical = at_source * here <= 0;
        const bool reflected = abs(here) * wave_number >= reflects;
        const bool saturated = critical || abs(flux) / abs(here * here * here) >= breaks;
        if (!reflected && saturated) left += flux;
        if (reflected || saturated) wave.on[i] = 0;
      }
      return left * intermittency * wave.rho_source / (rho_k * dz_k);
    };
    return results(march(from_bottom, Wave{}, step, u, n, rho, above(rho), dz, heights(Center{})));
  }
};

/// A mountain wave's stress upward, cut where it would overturn; what leaves at the top is spread over the column.
struct OrographicSaturation {
  struct Wave {
    double stress, phase, z;
  };
  double mountain = 0.5, gravity = 9.81;

  STENCIL_FUNCTION auto operator()(auto rho, auto u, auto n, auto p, auto stress, auto boundary_layer) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto mean = InterpolateC2F();
    const auto curvature = mean(DivergenceF2C()(slope(u)));
    const auto step = [most = mountain](auto& wave, auto z, auto base, auto rho_k, auto u_k, auto n_k, auto bent) {
      const auto slow = max(abs(u_k), 1.0);
      if (z > base && wave.phase < 3.141592653589793) wave.phase += (z - max(wave.z, base)) * n_k / slow;
      wave.z = z;
      if (z > base) {
        const auto steepness = max(n_k * n_k / (slow * slow) - bent / slow, 1e-12);
        const auto saturated = most * rho_k * slow * slow * slow * sqrt(steepness) / 100;
        if (wave.phase >= 3.141592653589793 && saturated < wave.stress) wave.stress = saturated;
      }
      return wave.stress;
    };
    const auto up = march(from_bottom, make<Wave>(stress, 0.0, 0.0), step, heights(Face{}), boundary_layer, mean(rho),
                          mean(u), mean(n), curvature);
    const auto ground = at_level(p, 0), highest = at_level(p, -1);
    const auto spread = up - at_level(up, -1) * (ground - p) / (ground - highest);
    return results(spread, -DivergenceF2C()(spread) / rho);
  }
};

/// Subcolumns whose clouds overlap as much as they can where clouds touch, and at random elsewhere.
struct MaximumRandomOverlap {
  static constexpr int subcolumns = 16;
  struct Sky {
    double threshold[subcolumns];
    int seen[subcolumns];
    unsigned seed;
    double clear_above;
  };

  STENCIL_FUNCTION auto operator()(auto cloud, auto seed) const {
    const auto step = [](auto& sky, auto c, auto first) {
      if (sky.seed == 0) sky.seed = static_cast<unsigned>(first);
      int here = 0;
      for (int i = 0; i < subcolumns; ++i) {
        sky.seed = sky.seed * 1664525U + 1013904223U;
        const auto random = sky.seed / 4294967296.0;
        if (sky.threshold[i] <= sky.clear_above) sky.threshold[i] = random * sky.clear_above;
        if (sky.threshold[i] > 1 - c) ++here, sky.seen[i] = 1;
      }
      sky.clear_above = 1 - c;
      return here / (1.0 * subcolumns);
    };
    const auto cover = [](const auto& sky) {  // subcolumns with cloud in any level
      int ever = 0;
      for (int i = 0; i < subcolumns; ++i) ever += sky.seen[i];
      return ever / (1.0 * subcolumns);
    };
    Sky sky{};
    sky.clear_above = 1;
    const auto [fraction, seen] = march(from_top, sky, step, at_end(cover), cloud, seed);
    return results(fraction, seen);
  }
};

/// Large-scale subsidence, upwind and of third order.
struct Subsidence {
  STENCIL_FUNCTION auto operator()(auto rho, auto chi, auto w) const {
    const auto divergence = DivergenceF2C();
    const auto by = [&](auto flux) { return -rho * (divergence(flux) - chi * divergence(w)); };
    return results(by(UpwindBiasedProductC2F()(w, chi)), by(Upwind3rdOrderBiasedProductC2F()(w, chi)));
  }
};

/// Pressure in hydrostatic balance with a profile of potential temperature: a trapezoid from face to face, whose upper
/// end is found by Newton steps.
struct HydrostaticPressure {
  struct Below {
    double p, density, z;
  };
  double gravity = 9.81, gas = 287, kappa = 287 / 1004.6, p0 = 1e5;
  int steps = 6;

  STENCIL_FUNCTION auto operator()(auto theta, auto p_ground) const {
    const auto step = [*this](auto& below, auto th, auto z, auto ground, auto lowest) {
      const auto density = [&](auto p) { return p / (gas * th * pow(p / p0, kappa)); };
      if (lowest) {
        below = {ground, density(ground), z};
        return ground;
      }
      const auto half_weight = 0.5 * gravity * (z - below.z);
      auto p = below.p * exp(-2 * half_weight * below.density / below.p);
      for (int i = 0; i < steps; ++i) {
        const auto off = p - below.p + half_weight * (below.density + density(p));
        p = p - off / (1.0 + half_weight * (1.0 - kappa) * density(p) / p);
      }
      below = {p, density(p), z};
      return p;
    };
    return results(march(from_bottom, Below{}, step, theta, heights(Face{}), p_ground, is_lowest(Face{})));
  }
};

// Profiles, and the functions on them.

inline double inversion_height(std::size_t column) { return 800 + 20 * static_cast<double>(column); }
inline double dycoms_water(double z, std::size_t column) {
  return z < inversion_height(column) ? 9e-3 + 2e-7 * (800 - z) : 1.5e-3 + 1e-7 * z;
}
inline double dycoms_liquid(double z, std::size_t column) {
  return z < inversion_height(column) ? std::max(0.0, 2e-6 * (z - 550)) : 0.0;
}
inline double jet(double z, std::size_t column) {
  return 10 + 35 * layers(z, column, 11000, 4000) - 20 * layers(z, column, 18000, 2500);
}
inline double brunt(double z, std::size_t column) {
  return 0.01 + 0.01 / (1 + std::exp(-(z - 11000) / 500)) + 1e-4 * std::sin(phase(column));
}
inline double any_pressure(double z, std::size_t column) { return 1e5 * std::exp(-z / (7800 + 10 * phase(column))); }
inline double stress(std::size_t column) { return 0.4 + 0.3 * static_cast<double>(column); }
inline double boundary_layer(std::size_t column) { return 600 + 100 * static_cast<double>(column); }
inline double clouds(double z, std::size_t column) {
  return 0.7 * layers(z, column, 1500, 500) + 0.4 * layers(z, column, 8000, 1500);
}
inline double seed(std::size_t column) { return 12345 + 777 * static_cast<double>(column); }
inline double sinking(double z, std::size_t) { return -3.75e-6 * z; }
inline double potential(double z, std::size_t column) { return 290 + 0.004 * z + std::sin(phase(column)) * z / 1e4; }
inline double ground_pressure(std::size_t column) { return 1e5 + 500 * static_cast<double>(column); }

template <class On>
Values dycoms_longwave(const On& on) {
  const auto rho = on.centers(density), q_t = on.centers(dycoms_water), q_l = on.centers(dycoms_liquid);
  return on.template results<Face, Center, Surface, Surface>(columnwise(DycomsLongwave{})(rho, q_t, q_l));
}
template <class On>
Values gravity_waves(const On& on) {
  const auto u = on.centers(jet), n = on.centers(brunt), rho = on.centers(density);
  return on.template results<Center>(columnwise(GravityWaves{})(u, n, rho));
}
template <class On>
Values orographic_saturation(const On& on) {
  const auto rho = on.centers(density), u = on.centers(jet), n = on.centers(brunt);
  const auto p = on.faces(any_pressure);
  const auto tau = on.surface(stress), z = on.surface(boundary_layer);
  return on.template results<Face, Center>(columnwise(OrographicSaturation{})(rho, u, n, p, tau, z));
}
template <class On>
Values maximum_random_overlap(const On& on) {
  const auto c = on.centers(clouds);
  const auto s = on.surface(seed);
  return on.template results<Center, Surface>(columnwise(MaximumRandomOverlap{})(c, s));
}
template <class On>
Values subsidence(const On& on) {
  const auto rho = on.centers(density), q = on.centers(total_water);
  const auto w = on.faces(sinking);
  return on.template results<Center, Center>(columnwise(Subsidence{})(rho, q, w));
}
template <class On>
Values hydrostatic_pressure(const On& on) {
  const auto th = on.faces(potential);
  const auto p = on.surface(ground_pressure);
  return on.template results<Face>(columnwise(HydrostaticPressure{})(th, p));
}

}  // namespace real_models::climaatmos
