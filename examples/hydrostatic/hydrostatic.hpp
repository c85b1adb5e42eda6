// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <stencil/stencil.hpp>

#include "common/outcome.hpp"

/// An atmosphere of 30 km at rest, for ten days, with density and potential temperature at centers and w at faces:
///
///   drho/dt       = -d(rho w)/dz
///   d(rho th)/dt  = -d(rho th w)/dz
///   rho dw/dt     = -dp/dz - g rho,   p = p0 (R rho th / p0)^(cp/cv),   w = 0 at the ground and at the top
///
/// Column 0 starts in the balance of the model's differences, column 1 in that of the differential equation, and
/// oscillates.
namespace hydrostatic {

using namespace stencil;

constexpr double g = 9.81, R = 287, p0 = 1e5, cp_over_cv = 1.4;  // [m/s2], [J/kg/K], [Pa]
constexpr double surface_pressure = 1e5, lapse = 0.0065, surface_temperature = 288;

/// Decreasing up to 11 km, then constant [K].
inline double temperature(double z) { return surface_temperature - lapse * std::min(z, 11e3); }

/// The solution of dp/dz = -g p / (R T) [Pa].
inline double balanced_pressure(double z) {
  const double below = std::min(z, 11e3);
  const double p = surface_pressure * std::pow(temperature(below) / surface_temperature, g / (R * lapse));
  return p * std::exp(-g * (z - below) / (R * temperature(z)));
}

/// The solution of (p+ - p-) / dz = -g (rho+ + rho-) / 2 with rho = p / (R T), upward from the lowest center [Pa].
inline std::vector<double> discretely_balanced_pressure(const ColumnGrid& grid) {
  const auto z = grid.z_centers(), dz = grid.dz_faces();
  std::vector<double> p{balanced_pressure(z[0])};
  for (std::size_t k = 1; k < z.size(); ++k) {
    p.push_back(p[k - 1] * (1 - g * dz[k] / (2 * R * temperature(z[k - 1]))) /
                (1 + g * dz[k] / (2 * R * temperature(z[k]))));
  }
  return p;
}

/// A step. Mass fluxes and the forces that follow from them are taken at the fraction `ahead` of it, a little more than
/// half, so that sound does not limit the step and is damped slowly. The w at that time, `later`, solves
///   rho (later - w) / (ahead dt) = force + ahead dt restoring(later)
/// with a matrix that comes from the formula of restoring.
struct Step {
  double dt = 100, ahead = 0.55;                                    // [s], 1
  double gravity = g, gas = R, reference = p0, power = cp_over_cv;  // [m/s2], [J/kg/K], [Pa], 1

  STENCIL_FUNCTION auto operator()(auto rho, auto rho_theta, auto w) const {
    const auto no_force_at_the_ends = SetBoundary(bottom(SetValue(0.0)), top(SetValue(0.0)));
    const auto at_faces = InterpolateC2F(bottom(Extrapolate{}), top(Extrapolate{}));
    const auto outflow = [](auto q, auto wind) { return DivergenceF2C(no_flux)(q * wind); };  // d(q w)/dz
    const auto rho_face = at_faces(rho);
    const auto rho_theta_face = at_faces(rho_theta);
    const auto p = reference * pow(gas / reference * rho_theta, power);
    const auto stiffness = power * p / rho_theta;
    const auto force = no_force_at_the_ends(-GradientC2F()(p) - gravity * InterpolateC2F()(rho));
    const auto restoring = [&](auto wind) {
      return no_force_at_the_ends(GradientC2F()(stiffness * outflow(rho_theta_face, wind)) +
                                  gravity * InterpolateC2F()(outflow(rho_face, wind)));
    };
    const auto matrix = diagonal(rho_face) - ahead * ahead * dt * dt * jacobian(restoring, w);
    const auto later = solve(matrix, rho_face * w + ahead * dt * force);
    return results(rho - dt * outflow(rho_face, later), rho_theta - dt * outflow(rho_theta_face, later),
                   w + 1 / ahead * (later - w));
  }
};

template <class Backend>
class Atmosphere {
 public:
  explicit Atmosphere(const ColumnGrid& grid) : grid_(grid) {
    const auto balanced = discretely_balanced_pressure(grid);
    const auto pressure = [&](std::size_t k, std::size_t column) {
      return column == 0 ? balanced[k] : balanced_pressure(grid.z_centers()[k]);
    };
    std::vector<double> density, product;
    for (std::size_t column = 0; column < grid.columns(); ++column) {
      for (std::size_t k = 0; k < balanced.size(); ++k) {
        density.push_back(pressure(k, column) / (R * temperature(grid.z_centers()[k])));
        product.push_back(p0 / R * std::pow(pressure(k, column) / p0, 1 / cp_over_cv));
      }
    }
    rho.from_host(density);
    rho_theta_.from_host(product);
    w.fill(0.0);
  }

  void step(double dt) { fields(rho, rho_theta_, w) = columnwise(Step{.dt = dt})(rho, rho_theta_, w); }

  std::vector<double> mass() {
    mass_ = column_integral(rho);
    return mass_.to_host();
  }

 private:
  ColumnGrid grid_;
  CenterField<double, Backend> rho_theta_{grid_};
  SurfaceField<double, Backend> mass_{grid_};

 public:
  CenterField<double, Backend> rho{grid_};
  FaceField<double, Backend> w{grid_};
};

/// The fastest w of each column.
inline std::vector<double> fastest(const std::vector<double>& w, std::size_t columns) {
  std::vector<double> most(columns, 0.0);
  for (std::size_t i = 0; i < w.size(); ++i) example::raise(most[i / (w.size() / columns)], std::abs(w[i]));
  return most;
}

template <class Backend>
example::Outcome run() {
  using Look = example::Curve::Look;
  constexpr double dt = 100, day = 86400;
  const auto grid = ColumnGrid::stretched(60, 0.0, 30e3, 100.0, 2);
  Atmosphere<Backend> atmosphere(grid);
  auto density = atmosphere.rho.to_host();
  const auto mass = atmosphere.mass();

  std::vector<double> time, speed[2], drift[2];
  double largest_speed = 0, largest_drift = 0;
  for (int step = 1; step * dt <= 10 * day; ++step) {
    atmosphere.step(dt);
    const auto speed_now = fastest(atmosphere.w.to_host(), grid.columns()), now_mass = atmosphere.mass();
    const bool shown = step < 200 || step % 48 == 0;
    if (shown) time.push_back(step * dt);
    for (const std::size_t column : {0u, 1u}) {
      example::raise(largest_drift, std::abs(now_mass[column] - mass[column]) / mass[column]);
      if (!shown) continue;
      speed[column].push_back(speed_now[column]);
      drift[column].push_back(1e15 * (now_mass[column] - mass[column]) / mass[column]);
    }
    example::raise(largest_speed, speed_now[0]);
  }

  example::Outcome result;
  result.checks = {example::at_most(1e-8, "largest w in ten days [m/s]", largest_speed),
                   example::at_most(1e-10, "largest relative change of the mass", largest_drift)};
  const auto z =
      example::at_heights({grid.z_centers().begin(), grid.z_centers().end()}, [](double m) { return m / 1e3; });
  auto later = atmosphere.rho.to_host();
  density.resize(z.size());  // of column 0
  later.resize(z.size());
  result.title = "Ten days of an atmosphere at rest, in steps of 100 s";
  result.diagrams = {
      {"density",
       "density [kg/m3]",
       "z [km]",
       {{"at the start", density, z, Look::line, 4}, {"after ten days", later, z, Look::dots, 0}}},
      {"largest |w|",
       "time [s]",
       "w [m/s]",
       {{"discrete balance", time, speed[0], Look::line, 0}, {"analytic balance", time, speed[1], Look::line, 1}},
       example::Scale::logarithmic,
       example::Scale::logarithmic},
      {"mass of the column",
       "time [s]",
       "relative change [1e-15]",
       {{"discrete balance", time, drift[0], Look::line, 0}, {"analytic balance", time, drift[1], Look::line, 1}},
       example::Scale::logarithmic}};
  return result;
}
example::Outcome run_on_cuda();  // in run_cuda.cu

}  // namespace hydrostatic
