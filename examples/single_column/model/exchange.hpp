// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "boundary_layer.hpp"

// Apart from the rest of BoundaryLayer, because nvcc takes a minute for its kernels.
namespace single_column {

template <class Real, class Backend, class Layout>
void BoundaryLayer<Real, Backend, Layout>::exchange_with_ground(const State& state, double time) {
  using namespace stencil;
  const SurfaceProfile<Real> profile{static_cast<Real>(grid_.z_centers()[0] - grid_.z_faces()[0]),
                                     static_cast<Real>(case_.roughness(time)),
                                     static_cast<Real>(case_.roughness_heat(time))};
  const Real buoyancy = static_cast<Real>(constants::gravity / reference_theta_);
  const auto u = at_level(state.u, 0);
  const auto v = at_level(state.v, 0);
  wind_ = max(sqrt(u * u + v * v), calm);
  if (case_.surface_heat == SurfaceHeat::temperature) {
    excess_ = at_level(state.theta, 0) - (case_.surface(time) - reference_theta_);
    zeta_ = pointwise(StabilityFromTemperature<Real>{profile, buoyancy})(wind_, excess_);
    heat_ = -pointwise(HeatExchange<Real>{profile})(wind_, zeta_) * excess_;
  } else {
    heat_ = case_.surface(time);
    zeta_ = pointwise(StabilityFromFlux<Real>{profile, buoyancy})(wind_, heat_);
  }
  exchange_ = pointwise(MomentumExchange<Real>{profile})(wind_, zeta_);
  stress_u_ = exchange_ * u;
  stress_v_ = exchange_ * v;
}

template <class Real, class Backend, class Layout>
void BoundaryLayer<Real, Backend, Layout>::set_diffusivities(const State& state) {
  using namespace stencil;
  const Diffusivities diffusivities{constants::gravity / reference_theta_};
  fields(viscosity_, diffusivity_) = columnwise(diffusivities)(state.u, state.v, state.theta, length_squared_);
}

}  // namespace single_column
