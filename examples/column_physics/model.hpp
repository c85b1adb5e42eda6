// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "physics.hpp"
#include "state.hpp"

/// Nocturnal stratocumulus, the first research flight of DYCOMS-II (Stevens et al. 2005), in columns whose free
/// atmosphere is the drier the higher their number.
namespace column_physics {

constexpr int cells = 150;
constexpr double depth = 1500, dt = 10;  // [m], [s]
constexpr int steps_per_hour = static_cast<int>(3600 / dt);
constexpr int steps_between_samples = 30;

/// Cells of 2.5 m about the inversion, of 7.5 m next to these and of 15 m elsewhere.
inline ColumnGrid grid_of(std::size_t columns) {
  std::vector<double> faces;
  const auto spacing = [](double z) { return z >= 780 && z < 900 ? 2.5 : z >= 690 && z < 960 ? 7.5 : 15.0; };
  for (double z = 0; z <= depth; z += spacing(z)) faces.push_back(z);
  return ColumnGrid::from_faces(faces, columns);
}

/// How much less water [kg/kg] there is above the cloud of a column than above that of the first.
inline double dryness(std::size_t column, std::size_t columns, double spread) {
  return columns > 1 ? spread * static_cast<double>(column) / static_cast<double>(columns - 1) : 0.0;
}

/// The state at the start, of columns from `first` on of `all`: the profiles of Stevens et al. (2005).
template <class Backend>
State<Backend> initial_state(std::size_t first, std::size_t here, std::size_t all, double spread) {
  const ColumnGrid grid = grid_of(here);
  State<Backend> state(grid);
  state.theta_l.fill([](double z) { return z < 840 ? 289.0 : 297.5 + std::cbrt(z - 840); });
  state.q_t.fill(
      [&](double z, std::size_t column) { return z < 840 ? 9e-3 : 1.5e-3 - dryness(first + column, all, spread); });
  state.u.fill(7.0);
  state.v.fill(-5.5);
  state.e.fill([](double z) { return z < 840 ? 0.4 : 1e-4; });
  SurfaceField<double, Backend> ground(grid);
  ground.fill(101780.0);
  fields(state.exner, state.rho) = columnwise(Hydrostatics{})(state.theta_l, ground);
  return state;
}
template <class Backend>
State<Backend> initial_state(const Columns& columns, double spread) {
  return initial_state<Backend>(columns.first(), columns.here(), columns.all(), spread);
}

/// The parts of a step, in their order.
constexpr const char* part_names[] = {"Condensation", "Radiation", "Subsidence", "Turbulence", "Rain"};

template <class Backend>
class Model {
 public:
  explicit Model(State<Backend> begin)
      : state(std::move(begin)),
        q_c(state.grid),
        t_(state.grid),
        path(state.grid),
        flux_(state.grid),
        k_(state.grid),
        inversion_(state.grid),
        rain_(state.grid) {}

  /// One step; done() is called when each of its parts has been asked for.
  template <class Done>
  void step(const Done& done) {
    const double sensible = 15, evaporation = 115;  // [W/m2]
    const Air air;
    const Turbulence turbulence{
        .dt = dt, .theta_flux = sensible / (1.22 * air.cp), .water_flux = evaporation / (1.22 * air.latent)};
    auto& s = state;
    fields(q_c, t_) = columnwise(Condensation{})(s.theta_l, s.q_t, s.exner);
    done();
    fields(s.theta_l, flux_, inversion_, path) = columnwise(Radiation{.dt = dt})(s.rho, s.exner, s.theta_l, s.q_t, q_c);
    done();
    fields(s.theta_l, s.q_t) = columnwise(Subsidence{.dt = dt})(s.theta_l, s.q_t);
    done();
    fields(s.theta_l, s.q_t, s.u, s.v, s.e, k_) =
        columnwise(turbulence)(s.rho, s.theta_l, s.q_t, s.u, s.v, s.e, q_c, t_);
    done();
    fields(s.theta_l, s.q_t, s.q_r, rain_) = columnwise(Rain{.dt = dt})(s.rho, s.exner, s.theta_l, s.q_t, q_c, s.q_r);
    done();
    ++s.steps;
    if (s.steps == 2 * steps_per_hour) s.inversion_at_2h = crossing();
    if (samples() && s.steps > 3 * steps_per_hour) s.path_sum = s.path_sum + path;
  }
  void step() {
    step([] {});
  }

  /// Whether a sample is due after the last step.
  bool samples() const { return state.steps % steps_between_samples == 0; }
  double hours() const { return static_cast<double>(state.steps) / steps_per_hour; }
  /// The heights [m] where total water falls below 8 g/kg.
  SurfaceField<double, Backend> inversion_heights() const {
    SurfaceField<double, Backend> heights(state.grid);
    heights = crossing();
    return heights;
  }

  State<Backend> state;
  CenterField<double, Backend> q_c;  ///< cloud water of the last step [kg/kg]

 private:
  auto crossing() const { return crossing_height(-state.q_t, -8e-3, from_bottom, interpolation::Linear{}, depth); }

  CenterField<double, Backend> t_;

 public:
  SurfaceField<double, Backend> path;  ///< of liquid water, of the last step [kg/m2]

 private:
  FaceField<double, Backend> flux_, k_;
  SurfaceField<double, Backend> inversion_, rain_;
};

}  // namespace column_physics
