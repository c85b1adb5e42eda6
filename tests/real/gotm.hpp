// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "columns.hpp"

/// A column of GOTM: src/util/diff_center.F90 and adv_center.F90, by their formulas.
namespace real_models::gotm {

/// Diffusion of x at centers, implicit by a part: fluxes through both ends, or the value of the highest cell; a linear
/// source, a source, and relaxation to an observed profile.
struct DiffusionAtCenters {
  double dt = 600, implicit = 0.6;  // [s]
  bool value_above = false;

  STENCIL_FUNCTION auto operator()(auto x, auto nu, auto linear, auto source, auto rate, auto observed, auto below,
                                   auto above_it) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto spread = [&](auto y) { return DivergenceF2C()(nu * slope(y)); };
    const auto through_ends =
        DivergenceF2C(bottom(SetValue(below)), top(SetValue(value_above ? 0.0 * below : above_it)))(0.0);
    const auto matrix = identity() - dt * implicit * jacobian(spread, x) + diagonal(dt * (rate - linear));
    const auto right = x + dt * ((1.0 - implicit) * spread(x) + through_ends + source + rate * observed);
    const auto given = is_highest(Center{}) && value_above;
    return results(solve(where(given, identity(), matrix), where(given, above_it, right)));
  }
};

/// Advection of x at centers with a limited flux, in equal substeps.
struct Advection {
  double dt = 600;  // [s]
  int substeps = 3;

  STENCIL_FUNCTION auto operator()(auto x, auto w) const {
    const double seconds = dt / substeps;
    auto y = x;
    for (int i = 0; i < substeps; ++i) {
      const auto low = UpwindBiasedProductC2F()(w, y);
      const auto courant = abs(w) * seconds / spacing(Face{});
      const auto rest = 0.5 * abs(w) * (1.0 - courant) * (RightBiasedC2F()(y) - LeftBiasedC2F()(y));
      const auto flux = low + TVDLimitedFluxC2F(limiter::Superbee{})(rest, y, w);
      y = y - seconds * (DivergenceF2C(no_flux)(flux) - y * DivergenceF2C(no_flux)(w));
    }
    return results(y);
  }
};

// Profiles, and the functions on them.

inline double temperature(double z, std::size_t column) {
  return 8 + 10 * std::exp(z / 40) + 0.1 * std::sin(z / 7 + phase(column));
}
inline double nu(double z, std::size_t column) {
  return 1e-4 + 0.02 * std::exp(z / 20) * (1.2 + std::sin(phase(column)));
}
inline double linear(double z, std::size_t) { return -1e-5 * std::exp(z / 30); }
inline double source(double z, std::size_t column) { return 1e-5 * std::sin(z / 25 + phase(column)); }
inline double rate(double z, std::size_t) { return z < -60 ? 1e-4 : 0.0; }
inline double observed(double z, std::size_t) { return 8 + 9 * std::exp(z / 45); }
inline double below(std::size_t) { return 1e-6; }
inline double above_it(std::size_t column) { return 2e-5 * (static_cast<double>(column) - 2); }
inline double current(double z, std::size_t column) {
  return 4e-3 * std::sin(z / 12 + phase(column)) * z * (z + 100) / 2500;
}

template <class On>
Values diffusion_at_centers(const On& on) {
  const auto x = on.centers(temperature), l = on.centers(linear), q = on.centers(source), r = on.centers(rate),
             o = on.centers(observed);
  const auto k = on.faces(nu);
  const auto low = on.surface(below), high = on.surface(above_it);
  Values all;
  for (const bool value : {false, true}) {
    const auto step = columnwise(DiffusionAtCenters{.value_above = value});
    all.push_back(on.template results<Center>(step(x, k, l, q, r, o, low, high))[0]);
  }
  return all;
}
template <class On>
Values advection(const On& on) {
  const auto x = on.centers(temperature);
  const auto w = on.faces(current);
  return on.template results<Center>(columnwise(Advection{})(x, w));
}

}  // namespace real_models::gotm
