// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "columns.hpp"

/// A column of CVMix: src/shared/cvmix_kpp.F90. The sea's surface is at z = 0.
namespace real_models::cvmix {

/// KPP: the depth of the boundary layer by a bulk Richardson number, and the diffusivity in it by a cubic that meets
/// that of the interior.
struct Kpp {
  double critical = 0.3, karman = 0.4, extent = 0.1, ekman = 0.7, smallest = 1e-10;
  double c_v = 1.7, entrains = 0.2, a_s = -28.86, c_s = 98.96;

  /// The velocity that turbulence has at d, a part sigma of the layer, for a surface forcing zeta = d / L.
  STENCIL_FUNCTION auto turbulent_velocity(auto u_star, auto zeta) const {
    const auto stable = karman * u_star / (1.0 + 5.0 * max(zeta, 0.0));
    const auto weak = karman * u_star * sqrt(1.0 - 16.0 * clamp(zeta, -1.0, 0.0));
    const auto strong = karman * u_star * cbrt(a_s - c_s * min(zeta, -1.0));
    return where(zeta >= 0.0, stable, where(zeta > -1.0, weak, strong));
  }

  STENCIL_FUNCTION auto operator()(auto b, auto u, auto v, auto n2, auto k_inside, auto u_star, auto b_flux, auto f,
                                   auto bottom_depth) const {
    const auto d = -heights(Center{});
    const auto length = u_star * u_star * u_star / (karman * b_flux);  // Obukhov's, negative where convecting
    const auto part_of = [&](auto depth) { return where(b_flux < 0.0, min(extent * depth, depth), 1.0 * depth); };
    const auto w = turbulent_velocity(u_star, part_of(d) / length);
    const auto du = at_level(u, -1) - u, dv = at_level(v, -1) - v;
    const double factor = c_v * 0.4472135954999579 / sqrt(c_s * extent) / (karman * karman * critical);
    const auto unresolved = factor * d * sqrt(max(n2, 0.0)) * w;
    const auto ri = d * (at_level(b, -1) - b) / (du * du + dv * dv + unresolved + smallest);

    const auto found = -crossing_height(ri, critical, from_top, interpolation::QuadraticBySlope{}, -bottom_depth);
    const auto stable_limit = min(ekman * u_star / f, max(length, smallest));
    const auto h = max(min(found, where(b_flux > 0.0, stable_limit, found)), 1.0);

    // Diffusivity and its slope where the layer ends, linear between the faces around it.
    const auto depth = -heights(Face{});
    const auto face = first_level_where(depth >= h, from_top);
    const auto k_slope = at_level(-GradientF2C()(k_inside), face, 0.0);  // by depth, of the cell above that face
    const auto w_at_h = turbulent_velocity(u_star, part_of(h) / length);
    const auto value = at_height(k_inside, -h, 0.0) / (h * w_at_h), gradient = k_slope / w_at_h;
    const auto sigma = depth / h;
    const auto shape = sigma * (1.0 + sigma * (-2.0 + 3.0 * value - gradient + sigma * (1.0 - 2.0 * value + gradient)));
    const auto w_f = turbulent_velocity(u_star, where(b_flux < 0.0, min(sigma, extent), sigma) * h / length);
    return results(ri, h, where(sigma <= 1.0, h * w_f * shape, k_inside));
  }
};

// Profiles, and the function on them.

inline double buoyancy(double z, std::size_t column) {
  const double base = -40 - 15 * static_cast<double>(column);
  return 1e-6 * z + (z < base ? 1e-4 * (z - base) : 0.0);
}
inline double current(double z, std::size_t column) {
  return 0.2 * std::exp(z / 50) + 0.01 * std::sin(z / 20 + phase(column));
}
inline double cross_current(double z, std::size_t) { return 0.05 * std::exp(z / 30); }
inline double stratification(double z, std::size_t column) {
  return z < -40 - 15 * static_cast<double>(column) ? 1e-4 : 1e-6;
}
inline double inside(double z, std::size_t column) {
  return 1e-4 + 1e-5 * std::sin(z / 30 + phase(column)) + 1e-6 * z / 100;
}
inline double u_star(std::size_t column) { return 0.01 + 0.002 * static_cast<double>(column); }
inline double buoyancy_flux(std::size_t column) { return column % 2 == 0 ? -5e-8 : 1e-8; }
inline double coriolis(std::size_t) { return 1e-4; }
inline double depth(std::size_t) { return 300; }

template <class On>
Values kpp(const On& on) {
  const auto b = on.centers(buoyancy), u = on.centers(current), v = on.centers(cross_current),
             n2 = on.centers(stratification);
  const auto k = on.faces(inside);
  const auto u_s = on.surface(u_star), flux = on.surface(buoyancy_flux), f = on.surface(coriolis),
             h = on.surface(depth);
  return on.template results<Center, Surface, Face>(columnwise(Kpp{})(b, u, v, n2, k, u_s, flux, f, h));
}

}  // namespace real_models::cvmix
