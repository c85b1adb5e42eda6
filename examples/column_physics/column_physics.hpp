// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "common/outcome.hpp"
#include "physics.hpp"

/// Four hours of nocturnal stratocumulus, the first research flight of DYCOMS-II (Stevens et al. 2005), in columns
/// whose free atmosphere is the drier the higher their number.
namespace column_physics {

constexpr int cells = 150;
constexpr double depth = 1500, dt = 10, hours = 4;
constexpr std::size_t columns = 5;

template <class Backend>
class Model {
 public:
  using Centers = CenterField<double, Backend>;
  using Surfaces = SurfaceField<double, Backend>;

  explicit Model(const ColumnGrid& grid)
      : theta_l(grid),
        q_t(grid),
        q_c(grid),
        path(grid),
        u_(grid),
        v_(grid),
        e_(grid),
        q_r_(grid),
        t_(grid),
        exner_(grid),
        rho_(grid),
        k_(grid),
        flux_(grid),
        inversion_(grid),
        rain_(grid) {
    theta_l.fill([](double z) { return z < 840 ? 289.0 : 297.5 + std::cbrt(z - 840); });
    q_t.fill([](double z, std::size_t column) { return z < 840 ? 9e-3 : 1.5e-3 - 2e-4 * static_cast<double>(column); });
    u_.fill(7.0);
    v_.fill(-5.5);
    e_.fill([](double z) { return z < 840 ? 0.4 : 1e-4; });
    q_r_.fill(0.0);
    Surfaces ground(grid);
    ground.fill(101780.0);
    fields(exner_, rho_) = columnwise(Hydrostatics{})(theta_l, ground);
  }

  /// Cloud, then radiation and what sinks, turbulence, rain: each one pass over memory.
  void step() {
    const double sensible = 15, evaporation = 115;  // [W/m2]
    const Air air;
    const Turbulence turbulence{
        .dt = dt, .theta_flux = sensible / (1.22 * air.cp), .water_flux = evaporation / (1.22 * air.latent)};
    fields(q_c, t_) = columnwise(Condensation{})(theta_l, q_t, exner_);
    fields(theta_l, q_t, flux_, inversion_, path) =
        columnwise(RadiationAndSubsidence{.dt = dt})(rho_, exner_, theta_l, q_t, q_c);
    fields(theta_l, q_t, u_, v_, e_, k_) = columnwise(turbulence)(rho_, theta_l, q_t, u_, v_, e_, q_c, t_);
    fields(theta_l, q_t, q_r_, rain_) = columnwise(Rain{.dt = dt})(rho_, exner_, theta_l, q_t, q_c, q_r_);
  }

  Centers theta_l, q_t, q_c;
  Surfaces path;  ///< of liquid water [kg/m2]

 private:
  Centers u_, v_, e_, q_r_, t_, exner_, rho_;
  FaceField<double, Backend> k_, flux_;
  Surfaces inversion_, rain_;
};

/// The height where total water passes 8 g/kg, linear between centers.
inline double inversion_height(const std::vector<double>& q_t, const std::vector<double>& z) {
  for (std::size_t k = 1; k < z.size(); ++k) {
    if (q_t[k] < 8e-3) return z[k - 1] + (q_t[k - 1] - 8e-3) / (q_t[k - 1] - q_t[k]) * (z[k] - z[k - 1]);
  }
  return z.back();
}

template <class Backend>
example::Outcome run() {
  using Look = example::Curve::Look;
  const auto grid = ColumnGrid::uniform(cells, 0.0, depth, columns);
  const std::vector<double> z(grid.z_centers().begin(), grid.z_centers().end());
  Model<Backend> model(grid);
  const auto first_column = [](const std::vector<double>& all) {
    return std::vector<double>(all.begin(), all.begin() + cells);
  };

  std::vector<double> time;
  std::vector<std::vector<double>> paths(columns);
  double path_of_last_hour = 0, height_before = 0;
  const int steps = static_cast<int>(hours * 3600 / dt), sampled = 30;
  int of_last_hour = 0;
  for (int step = 0; step < steps; ++step) {
    model.step();
    if (step == steps / 2) height_before = inversion_height(first_column(model.q_t.to_host()), z);
    if (step % sampled != sampled - 1) continue;
    const auto path = model.path.to_host();
    time.push_back((step + 1) * dt / 3600);
    for (std::size_t column = 0; column < columns; ++column) paths[column].push_back(1e3 * path[column]);
    if (time.back() > hours - 1) path_of_last_hour += 1e3 * path[0], ++of_last_hour;
  }
  const auto theta_l = first_column(model.theta_l.to_host()), q_t = first_column(model.q_t.to_host());
  const auto q_c = first_column(model.q_c.to_host());
  const double height = inversion_height(q_t, z);
  const double entrainment = 1e3 * ((height - height_before) / (hours * 1800) + 3.75e-6 * (height + height_before) / 2);

  example::Outcome result;
  result.checks = {{"liquid water path of the fourth hour [g/m2]", path_of_last_hour / of_last_hour, 30, 70},
                   {"entrainment of the last two hours [mm/s]", entrainment, 2.8, 4.8}};
  const auto grams = [](std::vector<double> q) {
    for (double& x : q) x *= 1e3;
    return q;
  };
  std::vector<example::Curve> series;
  for (std::size_t column = 0; column < columns; ++column) {
    const double above = 1.5 - 0.2 * static_cast<double>(column);
    const bool labelled = column == 0 || column + 1 == columns;
    const auto label = labelled ? std::to_string(above).substr(0, 3) + " g/kg above" : std::string();
    series.push_back({label, time, paths[column], Look::line, column});
  }
  result.title = "Stratocumulus of DYCOMS-II, first flight, after four hours";
  result.diagrams = {{"heat", "theta_l [K]", "z [m]", {{"", theta_l, z, Look::line, 0}}},
                     {"water",
                      "water [g/kg]",
                      "z [m]",
                      {{"total", grams(q_t), z, Look::line, 0}, {"10 x cloud", grams(grams(q_c)), z, Look::line, 1}}},
                     {"liquid water path", "time [h]", "path [g/m2]", series}};
  for (double& x : result.diagrams[1].curves[1].x) x /= 100;
  return result;
}
example::Outcome run_on_cuda();  // in run_cuda.cu

}  // namespace column_physics
