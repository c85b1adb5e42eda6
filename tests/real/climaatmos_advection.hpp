// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "columns.hpp"

/// Columns of ClimaAtmos.jl, src/prognostic_equations: advection and momentum.
namespace real_models::climaatmos {

/// Density at faces, weighted with mass.
struct DensityAtFaces {
  STENCIL_FUNCTION auto operator()(auto rho) const {
    return results(InterpolateC2F()(rho * spacing(Center{})) / spacing(Face{}));
  }
};

/// Transport of h by the mean flow: central, and the differences of three other reconstructions from it; the advective
/// form.
struct VerticalTransport {
  double dt = 60;  // [s]

  STENCIL_FUNCTION auto operator()(auto rho, auto w, auto h) const {
    const auto rho_f = columnwise(DensityAtFaces{})(rho);
    const auto closed = DivergenceF2C(no_flux);
    const auto central = closed(rho_f * w * InterpolateC2F()(h));
    const auto first = closed(rho_f * UpwindBiasedProductC2F()(w, h));
    const auto third = closed(rho_f * Upwind3rdOrderBiasedProductC2F()(w, h));
    const auto limited = closed(rho_f * LinVanLeerC2F(dt, constraint::MonotoneLocalExtrema{})(w, h));
    const auto advective = closed(w * InterpolateC2F()(h)) - h * closed(w);
    return results(-central, central - first, central - third, central - limited, -advective);
  }
};

/// The tendency of w in Exner form, gradients being taken of what deviates from a reference in hydrostatic balance.
struct VerticalMomentum {
  double gravity = 9.81, cp = 1004.6, gas = 287, p0 = 1e5;
  double coldest = 220, at_surface = 300;    // [K], of the reference
  double sponge = 0.05, sponge_from = 14e3;  // [1/s], [m]

  STENCIL_FUNCTION auto operator()(auto p, auto theta_v, auto w) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto exner = pow(p / p0, gas / cp);
    const auto exner_7 = pow(exner, 7.0);
    const auto theta_r = (coldest + (at_surface - coldest) * exner_7) / exner;
    const auto phi_r = -cp * (coldest * log(exner) + (at_surface - coldest) / 7.0 * (exner_7 - 1.0));
    const auto phi = gravity * heights(Center{}) - phi_r;
    const auto force = slope(phi) + cp * InterpolateC2F()(theta_v - theta_r) * slope(exner);
    const auto over = max(heights(Face{}) - sponge_from, 0.0) / 6000.0;
    const auto rate = sponge * sin(1.5707963267948966 * min(over, 1.0)) * sin(1.5707963267948966 * min(over, 1.0));
    return results(-force - rate * w);
  }
};

/// Speeds of fall: of liquid, ice, rain and snow, and of the number of raindrops.
template <class C>
struct FallSpeeds {
  C liquid, ice, rain, snow, number;
};

/// Sedimentation of eight species, and what it does to density and energy. mass: liquid, ice, rain, snow; number: of
/// droplets and raindrops; rime: its mass and its volume.
struct Sedimentation {
  double c_liquid = 4181, c_ice = 2100, gravity = 9.81;

  STENCIL_FUNCTION auto operator()(auto rho, auto temperature, auto mass, auto number, auto rime, auto speed) const {
    const auto rho_f = columnwise(DensityAtFaces{})(rho);
    const auto falls = [&](auto w, auto q) {  // closed at the top, free at the ground
      return -DivergenceF2C(top(SetValue(0.0)))(rho_f * RightBiasedC2F()(-w * q));
    };
    const auto phi = gravity * heights(Center{});
    const auto w = array_of(speed.liquid, speed.ice, speed.rain, speed.snow);
    const auto heat = array_of(c_liquid, c_ice, c_liquid, c_ice);
    const auto energy_falls = [&](auto w_q, auto q, double c) {
      return falls(w_q, q * (c * (temperature - 273.16) + phi));
    };
    const auto changes = each(falls, w, mass);
    return results(changes, falls(speed.liquid, number[0]), falls(speed.number, number[1]), falls(speed.ice, rime[0]),
                   falls(speed.ice, rime[1]), sum_of(changes), sum_of(each(energy_falls, w, mass, heat)));
  }
};

/// Vector-invariant momentum on a column: (u, v) by vorticity and w, w by vorticity and the gradient of kinetic energy.
struct VectorInvariant {
  STENCIL_FUNCTION auto operator()(auto rho, auto u, auto v, auto w, auto absolute_vorticity) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto omega_x = -slope(v), omega_y = slope(u);  // of the curl's horizontal part
    const auto mass = rho * spacing(Center{});
    const auto carried = InterpolateC2F()(mass) * w;
    const auto u_t = -InterpolateF2C()(omega_y * carried) / mass + absolute_vorticity * v;
    const auto v_t = InterpolateF2C()(omega_x * carried) / mass - absolute_vorticity * u;
    const auto w_c = InterpolateF2C()(w);
    const auto kinetic = 0.5 * (u * u + v * v + w_c * w_c);
    const auto w_t = omega_y * InterpolateC2F()(u) - omega_x * InterpolateC2F()(v) - slope(kinetic);
    return results(u_t, v_t, w_t);
  }
};

/// The same horizontal tendency by the library's curl of a Vec.
struct VectorInvariantOfVec {
  STENCIL_FUNCTION auto operator()(auto rho, auto u, auto v, auto w, auto absolute_vorticity) const {
    const auto wind = vec(u, v);
    const auto mass = rho * spacing(Center{});
    const auto omega = CurlC2F(bottom(SetCurl(Vec<double, 2>{})), top(SetCurl(Vec<double, 2>{})))(wind);
    const auto turned = cross(omega, InterpolateC2F()(mass) * w);
    const auto change = -InterpolateF2C()(turned) / mass - cross(absolute_vorticity, wind);
    return results(component<0>(change), component<1>(change));
  }
};

/// Sedimentation out of an updraft whose area a shrinks upward, with what leaves through its side.
struct UpdraftSedimentation {
  double alpha = 0.5;

  STENCIL_FUNCTION auto operator()(auto rho, auto a, auto chi, auto w, auto rho_0, auto w_0, auto chi_0) const {
    const auto rho_f = columnwise(DensityAtFaces{})(rho);
    const auto falls = [&](auto x) { return DivergenceF2C(top(SetValue(0.0)))(rho_f * RightBiasedC2F()(-w * x)); };
    const auto da = GradientF2C()(InterpolateC2F()(a));
    return results(where(da < 0.0, -(falls(a * chi) - alpha * da * rho_0 * w_0 * chi_0), -a * falls(chi)));
  }
};

// Profiles, and the functions on them.

inline double pressure(double z, std::size_t column) {
  return 1e5 * std::exp(-z / 8000) + 10 * std::sin(z / 900 + phase(column));
}
inline double temperature(double z, std::size_t column) { return theta(z, column) * exner(z, column); }
inline double enthalpy(double z, std::size_t column) { return 1004.6 * temperature(z, column) + 9.81 * z; }
inline double liquid(double z, std::size_t column) { return 1e-3 * layers(z, column, 1200, 400); }
inline double ice(double z, std::size_t column) { return 2e-4 * layers(z, column, 9000, 2000); }
inline double rain(double z, std::size_t column) { return 8e-4 * layers(z, column, 1000, 900); }
inline double snow(double z, std::size_t column) { return 5e-4 * layers(z, column, 4500, 1500); }
inline double number(double z, std::size_t column) { return 1e8 * layers(z, column, 1300, 500); }
inline double number_of_rain(double z, std::size_t column) { return 1e4 * layers(z, column, 1100, 700); }
inline double rime(double z, std::size_t column) { return 1e-4 * layers(z, column, 7000, 1500); }
inline double rime_volume(double z, std::size_t column) { return 1e-7 * layers(z, column, 7000, 1400); }
inline double falls_slowly(double z, std::size_t column) { return 0.02 + 1e-3 * std::sin(z / 500 + phase(column)); }
inline double falls_as_ice(double z, std::size_t) { return 0.5 + z / 4e4; }
inline double falls_as_rain(double z, std::size_t column) { return 6 + z / 1e4 + std::cos(phase(column)); }
inline double vorticity(double z, std::size_t column) { return 1e-4 * (1 + 0.3 * std::sin(z / 3000 + phase(column))); }
inline double area(double z, std::size_t column) { return 0.1 * layers(z, column, 900, 700); }

template <class On>
Values vertical_transport(const On& on) {
  const auto rho = on.centers(density), h = on.centers(enthalpy);
  const auto w = on.faces(wind_w);
  return on.template results<Center, Center, Center, Center, Center>(columnwise(VerticalTransport{})(rho, w, h));
}
template <class On>
Values vertical_momentum(const On& on) {
  const auto p = on.centers(pressure), th = on.centers(theta);
  const auto w = on.faces(wind_w);
  return on.template results<Face>(columnwise(VerticalMomentum{})(p, th, w));
}
template <class On>
Values sedimentation(const On& on) {
  const auto rho = on.centers(density), t = on.centers(temperature);
  const auto q_l = on.centers(liquid), q_i = on.centers(ice), q_r = on.centers(rain), q_s = on.centers(snow);
  const auto n_l = on.centers(number), n_r = on.centers(number_of_rain), q_rime = on.centers(rime),
             b_rime = on.centers(rime_volume);
  const FallSpeeds<typename On::Centers> speed{on.centers(falls_slowly), on.centers(falls_as_ice),
                                               on.centers(falls_as_rain), on.centers(falls_as_ice),
                                               on.centers(falls_as_rain)};
  return on.template results<Center, Center, Center, Center, Center, Center, Center, Center, Center, Center>(columnwise(
      Sedimentation{})(rho, t, array_of(q_l, q_i, q_r, q_s), array_of(n_l, n_r), array_of(q_rime, b_rime), speed));
}
template <class On>
Values vector_invariant(const On& on) {
  const auto rho = on.centers(density), u = on.centers(wind_u), v = on.centers(wind_v), zeta = on.centers(vorticity);
  const auto w = on.faces(wind_w);
  auto all = on.template results<Center, Center, Face>(columnwise(VectorInvariant{})(rho, u, v, w, zeta));
  const auto again = on.template results<Center, Center>(columnwise(VectorInvariantOfVec{})(rho, u, v, w, zeta));
  all.insert(all.end(), again.begin(), again.end());
  return all;
}
template <class On>
Values updraft_sedimentation(const On& on) {
  const auto rho = on.centers(density), a = on.centers(area), chi = on.centers(rain), w = on.centers(falls_as_rain);
  const auto rho_0 = on.centers(density), w_0 = on.centers(falls_as_ice), chi_0 = on.centers(liquid);
  return on.template results<Center>(columnwise(UpdraftSedimentation{})(rho, a, chi, w, rho_0, w_0, chi_0));
}

}  // namespace real_models::climaatmos
