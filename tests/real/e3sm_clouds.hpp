// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "columns.hpp"

/// Columns of E3SM's clouds: rain of P3 (components/eamxx/src/physics/p3) and CLUBB (components/eam/src/physics/clubb).
namespace real_models::e3sm {

/// P3's sedimentation of rain: mass and number fall with the speeds of their mean size, which tables give, in upwind
/// substeps as long as the column's Courant number allows, until the time step is used up.
template <class Speed>
struct RainSedimentation {
  Speed of_mass, of_number;  ///< [m/s] by mean diameter [m]
  double dt = 300;           // [s]
  double least = 1e-14, water = 1000, reference_density = 1.2;
  int most_substeps = 200;

  STENCIL_FUNCTION auto operator()(auto rho, auto q_0, auto n_0) const {
    const auto slowed = pow(reference_density / rho, 0.54);
    const auto depth = spacing(Center{});
    const auto [q, n, left, fallen, substeps, done] = repeat_until(
        [&](auto x, auto number, auto seconds_left, auto at_ground) {
          const auto rains = x > least;
          const auto size = cbrt(6.0 / 3.141592653589793 * max(x, 0.0) / (water * max(number, 1e-3)));
          const auto v = where(rains, slowed * of_mass(size), 0.0);
          const auto v_number = where(rains, slowed * of_number(size), 0.0);
          const auto seconds = seconds_left / (floor(column_max(v * seconds_left / depth)) + 1.0);
          const auto falls = [&](auto flux) { return (above(flux, top(SetValue(0.0))) - flux) / (rho * depth); };
          const auto flux = rho * v * x;
          return results(x + seconds * falls(flux), number + seconds * falls(rho * v_number * number),
                         seconds_left - seconds, at_ground + seconds * at_level(flux, 0),
                         seconds_left - seconds <= 0.0);
        },
        most_substeps, q_0, n_0, dt, 0.0);
    return results(q, n, fallen, 1.0 * substeps);
  }
};

/// CLUBB's length scale upward: from every level a parcel rises, entrains, condenses, and stops where buoyancy has used
/// up the turbulent energy of its level. All parcels rise by one level in a pass. Then no parcel stops below one that
/// began lower.
struct ParcelLength {
  double entrainment = 1e-3, gravity = 9.81, cp = 1005, latent = 2.5e6, vapour_gas = 461, p0 = 1e5,
         kappa = 287.0 / 1005;
  int most_levels = 1000;

  /// Virtual potential temperature, with what condenses beyond saturation.
  STENCIL_FUNCTION auto virtual_theta(auto theta_l, auto water, auto exner) const {
    const auto t = exner * theta_l;
    const auto e = 610.78 * exp(17.27 * (t - 273.16) / (t - 35.86));
    const auto saturated = 0.622 * e / (p0 * pow(exner, 1.0 / kappa) - e);
    const auto slope = latent * latent * saturated / (cp * vapour_gas * t * t);
    const auto cloud = max(water - saturated, 0.0) / (1.0 + slope);
    return theta_l * (1.0 + 0.61 * water) + (latent / (cp * exner) - 1.61 * theta_l) * cloud;
  }

  STENCIL_FUNCTION auto operator()(auto theta_l, auto water, auto exner, auto tke) const {
    const auto z = heights(Center{});
    // Each level's parcel, seen from where it began: its excess over the air around it, energy and buoyancy left, the
    // way it has come; then the air where it is. 1 for parcels that still rise.
    const auto rise = [&]<class C>(C excess, C moister, C energy, C force, C way, C rises, C th, C q, C pi, C at) {
      const auto th_1 = above(th), q_1 = above(q), pi_1 = above(pi), at_1 = above(at);
      const auto dz = at_1 - at;
      const auto kept = exp(-entrainment * dz);
      const auto per_slope = (1.0 - kept) / (entrainment * max(dz, 1e-9));
      const auto excess_1 = kept * excess - per_slope * (th_1 - th), moister_1 = kept * moister - per_slope * (q_1 - q);
      const auto around = virtual_theta(th_1, q_1, pi_1);
      const auto force_1 =
          gravity * (virtual_theta(th_1 + excess_1, q_1 + moister_1, pi_1) - around) / at_level(theta_l, 0);
      const auto energy_1 = energy + 0.5 * (force + force_1) * dz;
      const auto goes = rises > 0.5 && dz > 0.0;
      // Buoyancy is linear between levels, energy a parabola; it is zero after this part of the way.
      const auto bend = (force_1 - force) / max(dz, 1e-9);
      const auto part = 2.0 * energy / (sqrt(max(force * force - 2.0 * bend * energy, 0.0)) - force);
      const auto still = where(goes && energy_1 > 0.0, 1.0, 0.0);
      const auto further = where(goes, where(energy_1 > 0.0, dz, part), 0.0);
      return results(excess_1, moister_1, energy_1, force_1, way + further, still, th_1, q_1, pi_1, at_1,
                     column_max(still) < 0.5);
    };
    const auto [excess, moister, energy, force, way, rises, th, q, pi, at, passes, done] = repeat_until(
        rise, most_levels, 0.0 * z, 0.0 * z, tke, 0.0 * z, 0.0 * z, 1.0 + 0.0 * z, theta_l, water, exner, z);
    const auto reached = march(
        from_bottom, 0.0,
        [](auto& highest, auto length, auto height) {
          highest = length + height > highest ? length + height : highest;
          return highest - height;
        },
        way, z);
    return results(way, reached);
  }
};

/// CLUBB's implicit step of w2 at faces and w3 at centers, which carry each other: one system of five diagonals. Its
/// frame is here: transport, production, decay and diffusion of both; w2 is given at the ends.
struct SecondAndThirdMoment {
  double dt = 60, spread = 2.4, decay_2 = 1.0, decay_3 = 4.0;

  STENCIL_FUNCTION auto operator()(auto w2, auto w3, auto tau, auto k_2, auto k_3, auto source_2, auto source_3,
                                   auto w2_at_ground) const {
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto no_change = SetBoundary(bottom(SetValue(0.0)), top(SetValue(0.0)));
    const auto to_centers = InterpolateF2C();
    const auto by_w2 = [&](auto y) {
      return DivergenceF2C()(spread * w2 * y) - 3.0 * to_centers(w2) * DivergenceF2C()(y);
    };
    const auto decay = decay_2 / tau;
    const auto of_3 = identity() + dt * diagonal(decay_3 / to_centers(tau)) -
                      dt * jacobian([&](auto y) { return DivergenceF2C()(k_3 * gradient(y)); }, w3);
    const auto of_2 = identity() + dt * diagonal(no_change(decay)) -
                      dt * jacobian([&](auto y) { return gradient(k_2 * GradientF2C()(y)); }, w2);
    const auto right_2 =
        SetBoundary(bottom(SetValue(w2_at_ground)), top(SetValue(0.01 + 0.0 * w2_at_ground)))(w2 + dt * source_2);
    const auto [w3_new, w2_new] =
        solve_staggered(of_3, dt * jacobian(by_w2, w2), dt * jacobian([&](auto y) { return gradient(y); }, w3), of_2,
                        w3 + dt * source_3, right_2);
    return results(w3_new, w2_new);
  }
};

// Profiles, and the functions on them.

inline double rain(double z, std::size_t column) {
  return static_cast<double>(column) * 1e-3 * layers(z, column, 2500, 900);
}
inline double drops(double z, std::size_t column) { return 2e3 + 4e3 * layers(z, column, 3000, 1500); }
inline double parcel_theta(double z, std::size_t column) {
  return 297 + 0.5 * std::sin(z / 200 + phase(column)) + 0.003 * z + 3 * (1 + std::tanh((z - 1500) / 200));
}
inline double parcel_water(double z, std::size_t column) {
  return 0.015 * std::exp(-z / 3000) * (1 + 0.03 * std::cos(z / 300 + phase(column)));
}
inline double parcel_exner(double z, std::size_t) { return 1 - z / 31000; }
inline double parcel_energy(double z, std::size_t column) { return 0.05 + 1.2 * layers(z, column, 400, 900); }
inline double w_squared(double z, std::size_t column) { return 0.05 + layers(z, column, 600, 500); }
inline double w_cubed(double z, std::size_t column) { return 0.3 * layers(z, column, 900, 500); }
inline double dissipation_time(double z, std::size_t column) { return 200 + 300 * layers(z, column, 800, 900); }
inline double mixing_at_centers(double z, std::size_t column) { return 1 + 40 * layers(z, column, 500, 500); }
inline double mixing_at_faces(double z, std::size_t column) { return 1 + 20 * layers(z, column, 700, 500); }
inline double gain(double z, std::size_t column) { return 1e-3 * layers(z, column, 400, 600); }
inline double stretching(double z, std::size_t column) { return 1 + 0.4 * std::sin(z / 500 + phase(column)); }
inline double ground_w_squared(std::size_t column) { return 0.2 + 0.05 * static_cast<double>(column); }
inline const std::vector<double> sizes{0, 1e-4, 3e-4, 6e-4, 1e-3, 2e-3, 4e-3};
inline const std::vector<double> speeds_of_mass{0, 0.4, 1.9, 3.6, 5.2, 7.9, 9.2};
inline const std::vector<double> speeds_of_number{0, 0.2, 1.0, 2.1, 3.3, 5.6, 7.8};

template <class Backend, class Layout, class P>
Values rain_sedimentation(const On<Backend, Layout, P>& on) {
  const auto mass = table<Backend>(sizes, speeds_of_mass), number = table<Backend>(sizes, speeds_of_number);
  const auto rho = on.centers(density), q = on.centers(rain), n = on.centers(drops);
  return on.template results<Center, Center, Surface, Surface>(
      columnwise(RainSedimentation{mass.view(), number.view()})(rho, q, n));
}
template <class On>
Values parcel_length(const On& on) {
  const auto th = on.centers(parcel_theta), q = on.centers(parcel_water), pi = on.centers(parcel_exner);
  const auto e = on.centers(parcel_energy);
  return on.template results<Center, Center>(columnwise(ParcelLength{})(th, q, pi, e));
}
template <class On>
Values second_and_third_moment(const On& on) {
  const auto w3 = on.centers(w_cubed), k_2 = on.centers(mixing_at_centers), s_3 = on.centers(w_cubed);
  const auto w2 = on.faces(w_squared), tau = on.faces(dissipation_time), k_3 = on.faces(mixing_at_faces);
  const auto s_2 = on.faces(gain);
  const auto ground = on.surface(ground_w_squared);
  return on.template results<Center, Face>(columnwise(SecondAndThirdMoment{})(w2, w3, tau, k_2, k_3, s_2, s_3, ground));
}

/// HOMME's vertical remap: tracers go from the layers that moved with the air back to those of the grid. Grids and what
/// depends on them are looked at once for all tracers. Thickness stands for mass here.
template <class Backend, class Layout, class P>
Values ppm_remap(const On<Backend, Layout, P>& on) {
  const auto moved = on.grid.with_changing_heights();
  const On<Backend, Layout, P> there{moved, on.how};
  const auto th = there.centers(parcel_theta), q = there.centers(rain), stretched = there.centers(stretching);
  SurfaceField<double, Backend> stretch(moved);
  stretch = column_sum(stretched * spacing(Center{})) / column_sum(spacing(Center{}) + 0.0 * th);
  set_thickness(moved, stretched * spacing(Center{}) / stretch, bottom(0.0));
  CenterField<double, Backend, Layout> new_th(on.grid), new_q(on.grid);
  assign(fields(new_th, new_q), remap(moved, on.grid, MirroredPPM{})(th, q), on.how);
  return {new_th.to_host(), new_q.to_host()};
}

}  // namespace real_models::e3sm
