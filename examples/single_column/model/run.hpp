// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include <stencil/stencil.hpp>

#include "boundary_layer.hpp"

namespace single_column {

inline constexpr double sample_period = 60.0;  ///< of model time [s]

/// Equal cells where cells of the wanted thickness reach the top; else cells that grow upward from it.
inline stencil::ColumnGrid make_grid(const Settings& settings) {
  if (settings.levels * settings.ground_spacing >= settings.top) {
    return stencil::ColumnGrid::uniform(settings.levels, 0.0, settings.top, settings.columns);
  }
  return stencil::ColumnGrid::stretched(settings.levels, 0.0, settings.top, settings.ground_spacing, settings.columns);
}

/// The scheme is stable for real rates up to 2.5 / dt, and mixing decays a two-cell wave at 4 K / dz^2. Where K falls
/// steeply with Ri the linearised rate is up to six times that, which the factor 1/6 allows for. From step to step the
/// limit may grow by half: at the start, before there is any shear, it means nothing.
inline double stable_time_step(double fastest_mixing, double previous) {
  const double limit = 2.5 / 4.0 / 6.0 / std::max(fastest_mixing, 1e-6);
  return std::min({limit, 1.5 * previous, sample_period});
}

/// Throws unless the state is finite.
template <class Model>
void require_finite(Model& model, double time, double time_step) {
  if (model.is_finite()) return;
  throw RunError("the run became unstable before " + std::to_string(time / 3600.0) + " h with a time step of " +
                 std::to_string(time_step) + " s; choose a smaller --dt or leave it out");
}

/// Runs a case and shows it to the observer. One source for all backends, precisions and layouts.
template <class Real, class Backend, class Layout>
void run(const Case& a_case, const Settings& settings, Observer& observer) {
  const stencil::ColumnGrid grid = make_grid(settings);
  BoundaryLayer<Real, Backend, Layout> model(grid, a_case, settings);
  observer.begin({{grid.z_centers().begin(), grid.z_centers().end()},
                  {grid.z_faces().begin(), grid.z_faces().end()},
                  model.sampling().columns(),
                  model.sampling().step()});
  observer.sample(model.snapshot(0.0));

  double dt = 0.1;
  for (double time = 0.0; time < settings.duration;) {
    const double period = std::min(sample_period, settings.duration - time);
    if (settings.time_step > 0.0) {
      dt = settings.time_step;
    } else {
      dt = settings.implicit ? sample_period : stable_time_step(model.fastest_mixing(), dt);
    }
    const int steps = static_cast<int>(std::ceil(period / dt - 1e-9));
    dt = period / steps;
    for (int i = 0; i < steps; ++i) {
      if (settings.implicit) {
        model.implicit_step(time + i * dt, dt);
      } else {
        model.step(time + i * dt, dt);
      }
      observer.stepped();
    }
    time += period;
    require_finite(model, time, dt);
    Snapshot snapshot = model.snapshot(time);
    snapshot.time_step = dt;
    observer.sample(snapshot);
  }
}

}  // namespace single_column
