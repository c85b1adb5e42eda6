// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "columns.hpp"

/// The sparse Jacobian of ClimaAtmos.jl, src/prognostic_equations/implicit/manual_sparse_jacobian.jl.
namespace real_models::climaatmos {

/// What a volume has at centers.
template <class C>
struct Content {
  C rho, energy, water, rain, tke;
};

/// One solve with it: the increments of density, energy, water, rain and turbulent energy of a volume at centers, and
/// of w at faces. Flow carries all of them and pressure accelerates w; energy, water and turbulent energy diffuse; rain
/// falls, and takes water and energy along.
struct ImplicitIncrement {
  double dt = 60, gas = 287, cv = 717, latent = 2.5e6, of_rain = 8e4, sponge = 0.02;  // [s], [J/kg/K], [J/kg], [1/s]
  double enough = 1e-13;  ///< of the largest w, at the last pass
  int most_passes = 60;

  STENCIL_FUNCTION auto operator()(auto volume, auto speed, auto decay, auto k, auto off, auto off_w) const {
    const auto [rho, energy, water, rain, tke] = volume;
    const auto mean = InterpolateC2F();
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto closed = DivergenceF2C(no_flux);
    const auto ends = SetBoundary(bottom(SetValue(0.0)), top(SetValue(0.0)));
    const auto rho_f = mean(rho);

    // Blocks of the centers: who falls or diffuses has three diagonals.
    const auto falls = [&](auto x) { return DivergenceF2C(top(SetValue(0.0)))(RightBiasedC2F()(-speed * x)); };
    const auto spreads = [&](auto x) { return -closed(rho_f * k * slope(x / rho)); };
    const auto of_rain_matrix = identity() + dt * jacobian(falls, rain);
    const auto of_scalar_matrix = identity() + dt * jacobian(spreads, water);
    const auto of_tke_matrix = of_scalar_matrix + dt * diagonal(decay);
    const auto rains = factorize(of_rain_matrix), scalars = factorize(of_scalar_matrix);
    const auto turbulent = factorize(of_tke_matrix);

    // What w carries into the centers, and what they do to w.
    const auto carries = [&](auto x, auto w) { return closed(mean(x) * w); };
    const auto p = (gas / cv) * (energy - latent * water);
    const auto pressure = [&](auto e, auto q) { return (gas / cv) * (e - latent * q); };
    const auto force = [&](auto r, auto e, auto q) {
      return ends(dt * (slope(pressure(e, q)) / rho_f - slope(p) / (rho_f * rho_f) * mean(r)));
    };
    const auto damped = 1.0 + dt * sponge * max(heights(Face{}) - 15e3, 0.0) / 5e3;

    // The matrix that is left for w where the blocks of the centers count with their diagonals alone.
    const auto share = 1.0 / diagonal_of(of_scalar_matrix);
    const auto left_for_w =
        diagonal(damped) + jacobian(
                               [&](auto w) {
                                 return -1.0 * force(dt * carries(rho, w), dt * share * carries(energy + p, w),
                                                     dt * share * carries(water, w));
                               },
                               off_w);
    const auto for_w = factorize(left_for_w);

    // Centers by the w of the pass before, in the order in which they need each other.
    const auto centers = [&](auto w) {
      const auto r = rains.solve(off.rain - dt * carries(rain, w));
      const auto fallen = dt * falls(r);
      return results(off.rho - dt * carries(rho, w),
                     scalars.solve(off.energy - dt * carries(energy + p, w) - of_rain * fallen),
                     scalars.solve(off.water - dt * carries(water, w) - fallen), r);
    };
    const auto [w, passes, done] = repeat_until(
        [&](auto now) {
          const auto [r, e, q, falling] = centers(now);
          const auto change = for_w.solve(ends(off_w - force(r, e, q)) - ends(damped * now));
          const auto next = now + change;
          return results(next, column_max(abs(change)) <= enough * column_max(abs(next)));
        },
        most_passes, 0.0 * off_w);
    const auto [r, e, q, falling] = centers(w);
    const auto turbulence = turbulent.solve(off.tke - dt * carries(tke, w));
    return results(r, e, q, falling, turbulence, w, where(done, 0.0, 1.0));
  }
};

inline double heat_content(double z, std::size_t column) {
  return density(z, column) * (717 * theta(z, column) * exner(z, column) + 2.5e6 * total_water(z, column));
}
inline double water_content(double z, std::size_t column) { return density(z, column) * total_water(z, column); }
inline double rain_content(double z, std::size_t column) { return 1e-3 * layers(z, column, 1500, 900); }
inline double rain_speed(double z, std::size_t column) { return 4 + 2 * layers(z, column, 1000, 2000); }
inline double turbulence_content(double z, std::size_t column) { return 0.3 * layers(z, column, 400, 800) + 1e-3; }
inline double decay_rate(double z, std::size_t) { return 2e-3 / (1 + z / 1000); }
inline double diffusivity_at_faces(double z, std::size_t column) { return 20 * layers(z, column, 500, 700); }
inline double excess_of_density(double z, std::size_t column) { return 1e-3 * std::sin(z / 1100 + phase(column)); }
inline double excess_of_energy(double z, std::size_t column) { return 300 * std::cos(z / 700 + phase(column)); }
inline double excess_of_water(double z, std::size_t column) { return 1e-5 * std::sin(z / 500 + phase(column)); }
inline double excess_of_w(double z, std::size_t column) { return std::sin(z / 1500 + phase(column)); }

template <class On>
Values implicit_increment(const On& on) {
  using Volume = Content<typename On::Centers>;
  const Volume volume{on.centers(density), on.centers(heat_content), on.centers(water_content),
                      on.centers(rain_content), on.centers(turbulence_content)};
  const Volume off{on.centers(excess_of_density), on.centers(excess_of_energy), on.centers(excess_of_water),
                   on.centers(excess_of_water), on.centers(turbulence_content)};
  const auto v = on.centers(rain_speed), decay = on.centers(decay_rate);
  const auto k = on.faces(diffusivity_at_faces), off_w = on.faces(excess_of_w);
  return on.template results<Center, Center, Center, Center, Center, Face, void>(
      columnwise(ImplicitIncrement{})(volume, v, decay, k, off, off_w));
}

}  // namespace real_models::climaatmos
