// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

namespace column_physics {

using namespace stencil;

/// All that one step hands to the next, and what is kept of the run for its checks.
template <class Backend>
struct State {
  explicit State(const ColumnGrid& on) : grid(on) {}

  ColumnGrid grid;
  int steps = 0;                                          ///< that were done
  CenterField<double, Backend> theta_l{grid, "theta_l"};  ///< liquid water potential temperature [K]
  CenterField<double, Backend> q_t{grid, "q_t"};          ///< vapour and cloud water [kg/kg]
  CenterField<double, Backend> q_r{grid, "q_r"};          ///< rain [kg/kg]
  CenterField<double, Backend> u{grid, "u"};              ///< wind [m/s]
  CenterField<double, Backend> v{grid, "v"};
  CenterField<double, Backend> e{grid, "e"};                 ///< energy of turbulence [m2/s2]
  CenterField<double, Backend> exner{grid, "exner"};         ///< of the start, as is the density
  CenterField<double, Backend> rho{grid, "rho"};             ///< [kg/m3]
  SurfaceField<double, Backend> path_sum{grid, "path_sum"};  ///< liquid water paths of the fourth hour [kg/m2]
  SurfaceField<double, Backend> inversion_at_2h{grid, "inversion_at_2h"};  ///< [m]

  /// f(field...) with all of them.
  template <class F>
  decltype(auto) apply(const F& f) {
    return f(theta_l, q_t, q_r, u, v, e, exner, rho, path_sum, inversion_at_2h);
  }
};

/// The same on another backend.
template <class To, class From>
State<To> copied(State<From>& from) {
  State<To> to(from.grid);
  to.steps = from.steps;
  from.apply(
      [&](const auto&... source) { to.apply([&](auto&... target) { (target.from_host(source.to_host()), ...); }); });
  return to;
}

}  // namespace column_physics
