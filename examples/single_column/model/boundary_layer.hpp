// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <stencil/stencil.hpp>

#include "../case/case.hpp"
#include "closure.hpp"
#include "constants.hpp"
#include "geostrophic_wind.hpp"
#include "observer.hpp"
#include "sampling.hpp"
#include "settings.hpp"
#include "share.hpp"
#include "surface_layer.hpp"

namespace single_column {

/// d/dz (K dq/dz): mixing of q, which loses `downward_flux` [m s-1 times q] to the ground and nothing through the top.
template <class Diffusivity, class Quantity, class Flux>
STENCIL_FUNCTION auto mixing(const Diffusivity& diffusivity, const Quantity& q, const Flux& downward_flux) {
  using namespace stencil;
  return DivergenceF2C(bottom(SetValue(downward_flux)), top(SetValue(0.0)))(diffusivity * GradientC2F()(q));
}

/// -K dq/dz: the upward flux of q at all faces.
template <class Diffusivity, class Quantity, class Flux>
auto upward_flux(const Diffusivity& diffusivity, const Quantity& q, const Flux& downward_flux) {
  using namespace stencil;
  return SetBoundary(bottom(SetValue(-downward_flux)), top(SetValue(0.0)))(-(diffusivity * GradientC2F()(q)));
}

/// A stage of a Runge-Kutta step: keep * start + (1 - keep) * (x + dt * tendency(x)) of both winds and of theta.
struct Stage {
  static constexpr const char* name = "stage";
  double keep;
  double dt;        ///< [s]
  double coriolis;  ///< [s-1]

  template <class C, class F, class S>
  STENCIL_FUNCTION auto operator()(C start_u, C start_v, C start_theta, C u, C v, C theta, C u_geostrophic,
                                   C v_geostrophic, F viscosity, F diffusivity, S stress_u, S stress_v, S heat) const {
    const auto u_tendency = coriolis * (v - v_geostrophic) + mixing(viscosity, u, stress_u);
    const auto v_tendency = -coriolis * (u - u_geostrophic) + mixing(viscosity, v, stress_v);
    const auto theta_tendency = mixing(diffusivity, theta, -heat);
    return stencil::results(keep * start_u + (1.0 - keep) * (u + dt * u_tendency),
                            keep * start_v + (1.0 - keep) * (v + dt * v_tendency),
                            keep * start_theta + (1.0 - keep) * (theta + dt * theta_tendency));
  }
};

/// A dry boundary layer in one column, or in an ensemble of columns with perturbed forcing:
///
///   du/dt     =  f (v - v_g) + d/dz (K_m du/dz)
///   dv/dt     = -f (u - u_g) + d/dz (K_m dv/dz)
///   dtheta/dt =                d/dz (K_h dtheta/dz)
///
/// with the closure of closure.hpp, the ground's fluxes of surface_layer.hpp, and the third-order strong-stability-
/// preserving Runge-Kutta scheme of Shu and Osher (1988), J. Comput. Phys. 77, 439-471.
template <class Real, class Backend, class Layout>
class BoundaryLayer {
 public:
  using Center = stencil::CenterField<Real, Backend, Layout>;
  using Face = stencil::FaceField<Real, Backend, Layout>;
  using Surface = stencil::SurfaceField<Real, Backend, Layout>;

  BoundaryLayer(const stencil::ColumnGrid& grid, const Case& a_case, const Settings& settings, const Share& share)
      : case_(a_case),
        share_(share),
        grid_(grid),
        coriolis_(a_case.geostrophic ? 2.0 * constants::rotation * std::sin(a_case.latitude * constants::pi / 180.0)
                                     : 0.0),
        reference_theta_(a_case.theta(0.0)),
        sampling_(grid, settings.columns, settings.sampled_columns, share),
        u_geostrophic_(grid, a_case.u_geostrophic, settings.spread, share.first()),
        v_geostrophic_(grid, a_case.v_geostrophic, settings.spread, share.first()) {
    const auto length = mixing_length(stencil::heights(stencil::Face{}), settings.mixing_length);
    length_squared_ = length * length;
    start_.u.fill([&](double z) { return a_case.u(z); });
    start_.v.fill([&](double z) { return a_case.v(z); });
    start_.theta.fill([&](double z) { return a_case.theta(z) - reference_theta_; });
  }

  /// Takes the state from `time` to `time + dt` [s].
  void step(double time, double dt) {
    stage(0.0, start_, first_, time, dt);
    stage(3.0 / 4.0, first_, second_, time + dt, dt);
    stage(1.0 / 3.0, second_, start_, time + dt / 2.0, dt);
  }

  /// The same with implicit mixing by backward Euler. Its coefficients are found by iteration, each time halfway to
  /// those of the new state: frozen at the start of a step they would swing from step to step in stable air. The wind
  /// turns by half steps, u before v and v before u, which neither damps nor feeds it. It is defined in
  /// implicit_step.hpp.
  void implicit_step(double time, double dt);

  const Sampling& sampling() const { return sampling_; }

  /// The state and its fluxes in the sampled columns of this process, on the host.
  Snapshot snapshot(double time) {
    exchange_with_ground(start_, time);
    set_diffusivities(start_);
    flux_u_ = upward_flux(viscosity_, start_.u, stress_u_);
    flux_v_ = upward_flux(viscosity_, start_.v, stress_v_);
    flux_theta_ = upward_flux(diffusivity_, start_.theta, -heat_);
    Snapshot result;
    result.time = time;
    result.u = sampling_.on_host(start_.u);
    result.v = sampling_.on_host(start_.v);
    result.theta = sampling_.on_host(start_.theta);
    for (double& value : result.theta) value += reference_theta_;
    result.flux_u = sampling_.on_host(flux_u_);
    result.flux_v = sampling_.on_host(flux_v_);
    result.flux_theta = sampling_.on_host(flux_theta_);
    return result;
  }

  /// Whether all values of all columns are numbers.
  bool is_finite() {
    using stencil::abs;
    magnitude_ = stencil::column_integral(abs(start_.u) + abs(start_.v) + abs(start_.theta));
    const auto sums = magnitude_.to_host();
    const bool finite = std::all_of(sums.begin(), sums.end(), [](Real sum) { return std::isfinite(sum); });
    return share_.largest(finite ? 0.0 : 1.0) == 0.0;
  }

  /// Largest rate [s-1] at which mixing and the ground take up what a cell holds, at the last snapshot or step.
  double fastest_mixing() {
    const auto spacing = stencil::spacing(stencil::Face{});
    fastest_ = stencil::column_max(stencil::max(viscosity_, diffusivity_) / (spacing * spacing));
    double fastest = 0.0;
    for (const Real rate : fastest_.to_host()) fastest = std::max(fastest, static_cast<double>(rate));
    const double thinnest = grid_.dz_centers()[0];
    for (const Real speed : exchange_.to_host()) fastest = std::max(fastest, static_cast<double>(speed) / thinnest);
    return share_.largest(fastest);
  }

 private:
  /// Potential temperature is held as its departure from a reference, which keeps digits in single precision.
  struct State {
    Center u;
    Center v;
    Center theta;
    explicit State(const stencil::ColumnGrid& grid) : u(grid), v(grid), theta(grid) {}
  };

  // These two are defined in exchange.hpp.
  /// Stress and heat flux at the ground, from the lowest level.
  void exchange_with_ground(const State& state, double time);
  /// K of momentum and heat at all faces, from the state.
  void set_diffusivities(const State& state);

  /// to = keep * start + (1 - keep) * (from + dt * tendency(from)).
  void stage(double keep, const State& from, State& to, double time, double dt) {
    exchange_with_ground(from, time);
    set_diffusivities(from);
    stencil::fields(to.u, to.v, to.theta) = stencil::columnwise(Stage{keep, dt, coriolis_})(
        start_.u, start_.v, start_.theta, from.u, from.v, from.theta, u_geostrophic_.at(time), v_geostrophic_.at(time),
        viscosity_, diffusivity_, stress_u_, stress_v_, heat_);
  }

  /// first = start + dt * mixing(first), with the coefficients and fluxes at hand.
  void mix(double dt);
  /// The Coriolis force over a step.
  void turn(double time, double dt);

  static constexpr double calm = 0.1;  ///< least wind speed that the surface layer sees [m s-1]

  const Case& case_;
  const Share& share_;
  stencil::ColumnGrid grid_;
  double coriolis_;
  double reference_theta_;
  Sampling sampling_;
  GeostrophicWind<Center> u_geostrophic_;
  GeostrophicWind<Center> v_geostrophic_;
  State start_{grid_}, first_{grid_}, second_{grid_};
  Face length_squared_{grid_}, viscosity_{grid_}, diffusivity_{grid_}, flux_u_{grid_}, flux_v_{grid_},
      flux_theta_{grid_}, viscosity_before_{grid_}, diffusivity_before_{grid_};
  Surface exchange_{grid_}, fastest_{grid_}, magnitude_{grid_}, stress_u_{grid_}, stress_v_{grid_}, heat_{grid_};
};

}  // namespace single_column
