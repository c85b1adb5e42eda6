// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include <stencil/stencil.hpp>

#include "boundary_layer.hpp"

namespace single_column {

/// Equal cells where cells of the wanted thickness reach the top; else cells that grow upward from it.
inline stencil::ColumnGrid make_grid(const Settings& settings, std::size_t columns) {
  if (settings.levels * settings.ground_spacing >= settings.top) {
    return stencil::ColumnGrid::uniform(settings.levels, 0.0, settings.top, columns);
  }
  return stencil::ColumnGrid::stretched(settings.levels, 0.0, settings.top, settings.ground_spacing, columns);
}

/// The scheme is stable for real rates up to 2.5 / dt, and mixing decays a two-cell wave at 4 K / dz^2. Where K falls
/// steeply with Ri the linearised rate is up to six times that, which the factor 1/6 allows for. From one look to the
/// next the limit may grow by half: at the start, before there is any shear, it means nothing.
inline double stable_time_step(double fastest_mixing, double previous) {
  const double limit = 2.5 / 4.0 / 6.0 / std::max(fastest_mixing, 1e-6);
  return std::min({limit, 1.5 * previous, sample_period});
}
/// K grows within steps where the mesh is fine, so that the limit is looked at anew after so many.
inline constexpr int steps_between_looks = 10;
/// A run of shorter steps would not end.
inline constexpr double shortest_time_step = 1e-5;

/// Throws unless the state is finite.
template <class Model>
void require_finite(Model& model, double time, double time_step, const Settings& settings) {
  if (model.is_finite()) return;
  throw RunError("the run became unstable before " + std::to_string(time / 3600.0) + " h with a time step of " +
                 std::to_string(time_step) + " s; " +
                 (settings.time_step > 0.0 ? "choose a smaller --dt or leave it out"
                  : settings.implicit      ? "choose a --dt"
                                           : "choose a smaller --dt than this, or --implicit"));
}

/// The time step [s] at which to go on.
template <class Model>
double next_time_step(Model& model, const Settings& settings, double time, double previous) {
  if (settings.time_step > 0.0) return settings.time_step;
  if (settings.implicit) return sample_period;
  const double step = stable_time_step(model.fastest_mixing(), previous);
  if (step >= shortest_time_step) return step;
  require_finite(model, time, previous, settings);
  throw RunError("the mesh is too fine for explicit steps: the stability limit is " + std::to_string(1e6 * step) +
                 " microseconds; choose fewer --levels or --implicit");
}

/// Runs a case and shows it to the observer. One source for all backends, precisions and layouts.
template <class Real, class Backend, class Layout>
void run(const Case& a_case, const Settings& settings, Observer& observer) {
  const Share all(settings.columns);
  const Share& share = settings.share != nullptr ? *settings.share : all;
  const stencil::ColumnGrid grid = make_grid(settings, share.count());
  BoundaryLayer<Real, Backend, Layout> model(grid, a_case, settings, share);
  observer.begin({{grid.z_centers().begin(), grid.z_centers().end()},
                  {grid.z_faces().begin(), grid.z_faces().end()},
                  model.sampling().columns(),
                  model.sampling().step()});
  observer.sample(model.snapshot(0.0));

  double dt = 0.1;
  for (double time = 0.0; time < settings.duration;) {
    const double period = std::min(sample_period, settings.duration - time);
    for (double left = period; left > 0.0;) {
      dt = std::min(next_time_step(model, settings, time, dt), left);
      // Steps of one length to the end of the minute, of which a few are taken before the next look.
      const double steps = std::max(std::ceil(left / dt - 1e-9), 1.0);
      dt = left / steps;
      const bool looks = settings.time_step <= 0.0 && !settings.implicit;
      const int now = static_cast<int>(looks ? std::min<double>(steps, steps_between_looks) : steps);
      for (int i = 0; i < now; ++i) {
        const double at = time + (period - left) + i * dt;
        if (settings.implicit) {
          model.implicit_step(at, dt);
        } else {
          model.step(at, dt);
        }
        observer.stepped(at + dt);
      }
      left = steps > now ? left - now * dt : 0.0;
    }
    time += period;
    require_finite(model, time, dt, settings);
    Snapshot snapshot = model.snapshot(time);
    snapshot.time_step = dt;
    observer.sample(snapshot);
  }
}

}  // namespace single_column
