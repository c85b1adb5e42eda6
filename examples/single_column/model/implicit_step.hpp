// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "boundary_layer.hpp"

// Apart from the rest of BoundaryLayer, because nvcc takes a minute for its kernels.
namespace single_column {

template <class Real, class Backend, class Layout>
void BoundaryLayer<Real, Backend, Layout>::implicit_step(double time, double dt) {
  using namespace stencil;
  turn(time, dt);
  exchange_with_ground(start_, time);
  set_diffusivities(start_);
  mix(dt);
  for (int iteration = 0; iteration < 3; ++iteration) {
    viscosity_before_ = viscosity_;
    diffusivity_before_ = diffusivity_;
    exchange_with_ground(first_, time + dt);
    set_diffusivities(first_);
    evaluate(into(viscosity_, 0.5 * (viscosity_ + viscosity_before_)),
             into(diffusivity_, 0.5 * (diffusivity_ + diffusivity_before_)));
    mix(dt);
  }
  evaluate(into(start_.u, first_.u), into(start_.v, first_.v), into(start_.theta, first_.theta));
}

template <class Real, class Backend, class Layout>
void BoundaryLayer<Real, Backend, Layout>::mix(double dt) {
  using namespace stencil;
  const State& s = start_;
  const auto u_mixing = mixing(viscosity_, s.u, stress_u_);
  const auto v_mixing = mixing(viscosity_, s.v, stress_v_);
  const auto theta_mixing = mixing(diffusivity_, s.theta, -heat_);
  // The tendencies are affine: (I - dt J) (first - start) = dt mixing(start).
  first_.u = solve(identity() - dt * jacobian(u_mixing, wrt(s.u)), dt * u_mixing);
  first_.v = solve(identity() - dt * jacobian(v_mixing, wrt(s.v)), dt * v_mixing);
  first_.theta = solve(identity() - dt * jacobian(theta_mixing, wrt(s.theta)), dt * theta_mixing);
  evaluate(into(first_.u, s.u + first_.u), into(first_.v, s.v + first_.v), into(first_.theta, s.theta + first_.theta));
}

template <class Real, class Backend, class Layout>
void BoundaryLayer<Real, Backend, Layout>::turn(double time, double dt) {
  const auto& u_g = u_geostrophic_.at(time);
  const auto& v_g = v_geostrophic_.at(time);
  State& s = start_;
  s.u = s.u + (0.5 * dt * coriolis_) * (s.v - v_g);
  s.v = s.v - (dt * coriolis_) * (s.u - u_g);
  s.u = s.u + (0.5 * dt * coriolis_) * (s.v - v_g);
}

}  // namespace single_column
