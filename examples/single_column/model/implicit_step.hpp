// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "boundary_layer.hpp"

// Apart from the rest of BoundaryLayer, because nvcc takes a minute for its kernels.
namespace single_column {

/// Mixing over a step by backward Euler, with coefficients that stay as they are.
struct ImplicitMixing {
  static constexpr const char* name = "implicit mixing";
  double dt;  ///< [s]

  template <class C, class F, class S>
  STENCIL_FUNCTION auto operator()(C u, C v, C theta, F viscosity, F diffusivity, S stress_u, S stress_v,
                                   S heat) const {
    using namespace stencil;
    // Mixing is affine: (I - dt J) (x' - x) = dt mixing(x).
    const auto matrix = [&](auto k, auto x) {
      return factorize(identity() - dt * jacobian([&](auto y) { return mixing(k, y, 0.0); }, x));
    };
    const auto of_momentum = matrix(viscosity, u);
    const auto of_heat = matrix(diffusivity, theta);
    return results(u + of_momentum.solve(dt * mixing(viscosity, u, stress_u)),
                   v + of_momentum.solve(dt * mixing(viscosity, v, stress_v)),
                   theta + of_heat.solve(dt * mixing(diffusivity, theta, -heat)));
  }
};

/// The wind turned by the Coriolis force: u over half a step, v over a step, u over the other half.
struct Turn {
  double angle;  ///< of a step

  STENCIL_FUNCTION auto operator()(auto u, auto v, auto u_geostrophic, auto v_geostrophic) const {
    const auto halfway = u + (0.5 * angle) * (v - v_geostrophic);
    const auto turned = v - angle * (halfway - u_geostrophic);
    return stencil::results(halfway + (0.5 * angle) * (turned - v_geostrophic), turned);
  }
};

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
  const State& s = start_;
  stencil::fields(first_.u, first_.v, first_.theta) =
      stencil::columnwise(ImplicitMixing{dt})(s.u, s.v, s.theta, viscosity_, diffusivity_, stress_u_, stress_v_, heat_);
}

template <class Real, class Backend, class Layout>
void BoundaryLayer<Real, Backend, Layout>::turn(double time, double dt) {
  State& s = start_;
  stencil::fields(s.u, s.v) =
      stencil::columnwise(Turn{dt * coriolis_})(s.u, s.v, u_geostrophic_.at(time), v_geostrophic_.at(time));
}

}  // namespace single_column
