// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include <stencil/stencil.hpp>

#include "boundary_layer.hpp"
#include "time_step.hpp"

namespace single_column {

/// Equal cells where cells of the wanted thickness reach the top; else cells that grow upward from it.
inline stencil::ColumnGrid make_grid(const Settings& settings, std::size_t columns) {
  if (settings.levels * settings.ground_spacing >= settings.top) {
    return stencil::ColumnGrid::uniform(settings.levels, 0.0, settings.top, columns);
  }
  return stencil::ColumnGrid::stretched(settings.levels, 0.0, settings.top, settings.ground_spacing, columns);
}

/// Runs a case and shows it to the observer. One source for all backends, precisions and layouts.
template <class Real, class Backend, class Layout>
void run(const Case& a_case, const Settings& settings, Observer& observer) {
  const Share all(settings.columns);
  const Share& share = settings.share != nullptr ? *settings.share : all;
  const stencil::ColumnGrid grid = make_grid(settings, share.count());
  BoundaryLayer<Real, Backend, Layout> model(grid, a_case, settings, share);
  const SampledColumns& sampled = model.sampling().columns();
  Geometry geometry{{grid.z_centers().begin(), grid.z_centers().end()},
                    {grid.z_faces().begin(), grid.z_faces().end()},
                    sampled.total,
                    sampled.step};
  observer.begin(geometry);
  geometry.columns = sampled.count;
  geometry.first = sampled.first;
  observer.begin_share(geometry);
  const auto show = [&](double time, double time_step) {
    Snapshot snapshot = model.snapshot(time);
    snapshot.time_step = time_step;
    observer.sample_share(snapshot);
    for (const auto values :
         {&Snapshot::u, &Snapshot::v, &Snapshot::theta, &Snapshot::flux_u, &Snapshot::flux_v, &Snapshot::flux_theta}) {
      snapshot.*values = share.together(std::move(snapshot.*values));
    }
    observer.sample(snapshot);
  };
  show(0.0, 0.0);

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
    show(time, dt);
  }
}

}  // namespace single_column
