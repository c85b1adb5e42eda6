// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdio>
#include <vector>

#include <stencil/stencil.hpp>

#include "common/outcome.hpp"

/// A pulse of pressure between two walls 1 m apart, with pressure at centers and velocity at faces:
///
///   dp/dt = -du/dz,   du/dt = -dp/dz,   u = 0 at the walls
///
/// It splits into two waves; the walls reflect them, and after 2 s they form the initial pulse again.
namespace wave {

constexpr int cells = 100;
constexpr int steps_per_period = 400;  // Courant number 1/2
constexpr int periods = 2;

inline double pulse(double z) { return std::exp(-std::pow((z - 0.3) / 0.1, 2)); }

template <class Backend>
class Model {
 public:
  Model(const stencil::ColumnGrid& grid, double dt) : p(grid), u_(grid), energy_(grid), dt_(dt) {
    p.fill(pulse);
    u_.fill(0.0);
    push(dt / 2);
  }

  /// Forward in u, backward in p: u lives half a step ahead of p.
  void step() {
    p = p - dt_ * stencil::DivergenceF2C()(u_);
    push(dt_);
  }

  /// The energy that this scheme conserves: with u half a step before and after. Its changes cancel because divergence
  /// and gradient are adjoint.
  double energy() {
    using namespace stencil;
    energy_ = column_integral(0.5 * p * p + 0.5 * InterpolateF2C()(u_ * (u_ + dt_ * slope())));
    return energy_.to_host()[0];
  }

  stencil::CenterField<double, Backend> p;

 private:
  auto slope() const {
    using namespace stencil;
    return GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)))(p);
  }
  void push(double dt) { u_ = u_ - dt * slope(); }

  stencil::FaceField<double, Backend> u_;
  stencil::SurfaceField<double, Backend> energy_;
  double dt_;
};

template <class Backend>
example::Outcome run() {
  using Look = example::Curve::Look;
  const auto grid = stencil::ColumnGrid::uniform(cells, 0.0, 1.0);
  const std::vector<double> z(grid.z_centers().begin(), grid.z_centers().end());
  const double dt = 2.0 / steps_per_period;
  Model<Backend> model(grid, dt);

  example::Outcome result;
  result.title = "A pulse between two walls: computed with 100 cells, and exact (dashed)";
  example::Diagram passing{"on its way", "z [m]", "p [Pa]", {}};
  std::vector<double> time, energy, of_pressure, of_motion;
  const auto record = [&](double at) {
    time.push_back(at);
    energy.push_back(model.energy());
    double squares = 0;
    for (const double p : model.p.to_host()) squares += p * p;
    of_pressure.push_back(0.5 * squares / cells);
    of_motion.push_back(energy.back() - of_pressure.back());
  };
  record(0);
  for (int step = 1; step <= periods * steps_per_period; ++step) {
    if (step == 1 || step == 41 || step == 141 || step == 201) {
      const double at = (step - 1) * dt;
      char label[16];
      std::snprintf(label, sizeof label, "%.1f s", at);
      passing.curves.push_back({label, z, model.p.to_host(), Look::line, passing.curves.size()});
    }
    model.step();
    record(step * dt);
  }
  const auto end = model.p.to_host();

  double drift = 0;
  for (const double value : energy) example::raise(drift, std::abs(value - energy[0]) / energy[0]);
  result.checks = {
      example::at_most(1e-5, "largest relative change of the energy", drift),
      example::at_most(2e-2, "largest difference from the start [Pa]", example::largest_error(end, z, pulse))};
  result.diagrams = {
      passing,
      {"after two periods",
       "z [m]",
       "p [Pa]",
       {{"computed", z, end, Look::line, 0}, {"at the start", z, example::at_heights(z, pulse), Look::dashed, 4}}},
      {"energy",
       "time [s]",
       "energy [J/m2]",
       {{"of pressure", time, of_pressure, Look::line, 0},
        {"of motion", time, of_motion, Look::line, 1},
        {"together", time, energy, Look::dashed, 4}}}};
  return result;
}
example::Outcome run_on_cuda();  // in run_cuda.cu

}  // namespace wave
