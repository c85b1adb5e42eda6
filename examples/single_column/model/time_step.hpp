// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>

#include "observer.hpp"
#include "settings.hpp"

// How long the next step of a run may be.
namespace single_column {

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

}  // namespace single_column
