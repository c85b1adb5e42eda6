// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <stencil/stencil.hpp>

#include "common/outcome.hpp"

/// The wind between a rough ground, where it is 0, and the free atmosphere, where pressure drives it eastward at u_g:
///
///   du/dt =  f v         + nu d2u/dz2
///   dv/dt = -f (u - u_g) + nu d2v/dz2
///
/// It starts as u_g at all heights, oscillates with the period 2 pi / f, and approaches a spiral (Ekman 1905):
///
///   u = u_g (1 - exp(-z/d) cos(z/d)),   v = u_g exp(-z/d) sin(z/d),   d = sqrt(2 nu / f)
namespace ekman {

using stencil::bottom, stencil::top, stencil::SetValue;

constexpr double f = 5e-5;   // [1/s]
constexpr double nu = 0.01;  // [m2/s]
constexpr double u_g = 1;    // [m/s]
constexpr double depth = 200;
constexpr int cells = 60;
constexpr int periods = 12;
constexpr int steps_per_period = 500;

struct Wind {
  double u;
  double v;
};
inline Wind spiral(double z) {
  const double s = z / std::sqrt(2 * nu / f);
  return {u_g * (1 - std::exp(-s) * std::cos(s)), u_g * std::exp(-s) * std::sin(s)};
}

/// Both tendencies: the Coriolis force, the pressure gradient, which drives the wind at u_g aloft, and friction.
struct Tendencies {
  double coriolis = f, viscosity = nu, aloft = u_g;  // [1/s], [m2/s], [m/s]

  STENCIL_FUNCTION auto operator()(auto u, auto v) const {
    using namespace stencil;
    const auto friction = [&](auto wind, double above) {
      const auto slope = GradientC2F(bottom(SetValue(0.0)), top(SetValue(above)));
      return DivergenceF2C()(viscosity * slope(wind));
    };
    return results(coriolis * v + friction(u, aloft), -coriolis * (u - aloft) + friction(v, 0.0));
  }
};

template <class Backend>
class Model {
 public:
  using Centers = stencil::CenterField<double, Backend>;

  explicit Model(const stencil::ColumnGrid& grid) : u(grid), v(grid), step_(u, v) {
    u.fill(u_g);
    v.fill(0.0);
  }

  void step(double dt) { step_(0.0, dt, stencil::columnwise(Tendencies{})(u, v)); }

  Centers u, v;

 private:
  stencil::SSPRK33<Centers&, Centers&> step_;
};

template <class Backend>
example::Outcome run() {
  using Look = example::Curve::Look;
  const double pi = std::acos(-1.0);
  const auto grid = stencil::ColumnGrid::uniform(cells, 0.0, depth);
  const std::vector<double> z(grid.z_centers().begin(), grid.z_centers().end());
  Model<Backend> model(grid);

  std::vector<double> time, lowest_u, lowest_v;
  for (int step = 0; step < periods * steps_per_period; ++step) {
    model.step(2 * pi / f / steps_per_period);
    if (step % 10 != 9) continue;
    time.push_back((step + 1.0) / steps_per_period);
    lowest_u.push_back(model.u.to_host()[5]);
    lowest_v.push_back(model.v.to_host()[5]);
  }
  const auto u = model.u.to_host(), v = model.v.to_host();

  // The stress on the ground is the flux that the boundary condition gives: 2 nu / dz times the wind of the lowest
  // cell.
  const double angle = std::atan2(v[0], u[0]) * 180 / pi;

  example::Outcome result;
  const auto spiral_u = [](double at) { return spiral(at).u; };
  const auto spiral_v = [](double at) { return spiral(at).v; };
  result.checks = {example::at_most(0.01, "largest error of u [m/s]", example::largest_error(u, z, spiral_u)),
                   example::at_most(0.01, "largest error of v [m/s]", example::largest_error(v, z, spiral_v)),
                   {"angle of the stress at the ground [degrees]", angle, 44, 46}};

  const auto fine = example::even(0, depth, 401);
  const auto fine_u = example::at_heights(fine, spiral_u), fine_v = example::at_heights(fine, spiral_v);
  result.title = "Ekman's spiral after 12 inertial periods: computed with 60 cells (dots), analytic (lines)";
  result.diagrams = {
      {"wind",
       "wind [m/s]",
       "z [m]",
       {{"", fine_u, fine, Look::line, 0},
        {"", fine_v, fine, Look::line, 1},
        {"u", u, z, Look::dots, 0},
        {"v", v, z, Look::dots, 1}}},
      {"hodograph", "u [m/s]", "v [m/s]", {{"", fine_u, fine_v, Look::line, 0}, {"", u, v, Look::dots, 0}}},
      {"on the way there, at 18 m",
       "time [inertial periods]",
       "wind [m/s]",
       {{"u", time, lowest_u, Look::line, 0}, {"v", time, lowest_v, Look::line, 1}}}};
  return result;
}
example::Outcome run_on_cuda();  // in run_cuda.cu

}  // namespace ekman
