// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "boundary_layer.hpp"

// Apart from the rest of BoundaryLayer, because nvcc takes a minute for its kernels.
namespace single_column {

/// Exchange with the ground, from the values of the lowest level and the temperature of the surface, counted as theta
/// is. Results, one value of each per column: the speed by which wind becomes stress [m s-1], the stress of u and of v
/// [m2 s-2], and the upward heat flux [K m s-1].
template <class Real>
struct ExchangeByTemperature {
  static constexpr const char* name = "exchange by temperature";
  SurfaceProfile<Real> profile;
  Real buoyancy;  ///< gravity over the reference potential temperature [m s-2 K-1]
  Real calm;      ///< least wind speed that the surface layer sees [m s-1]

  STENCIL_FUNCTION auto operator()(auto u, auto v, auto theta, auto surface) const {
    using namespace stencil;
    const auto wind = max(sqrt(u * u + v * v), calm);
    const auto excess = theta - surface;
    const auto zeta = pointwise(StabilityFromTemperature<Real>{profile, buoyancy})(wind, excess);
    const auto heat = -pointwise(HeatExchange<Real>{profile})(wind, zeta) * excess;
    const auto exchange = pointwise(MomentumExchange<Real>{profile})(wind, zeta);
    return results(exchange, exchange * u, exchange * v, heat);
  }
};
/// The first three of them from a heat flux that is given.
template <class Real>
struct ExchangeByFlux {
  static constexpr const char* name = "exchange by flux";
  SurfaceProfile<Real> profile;
  Real buoyancy;  ///< as above [m s-2 K-1]
  Real calm;      ///< [m s-1]

  STENCIL_FUNCTION auto operator()(auto u, auto v, auto heat) const {
    using namespace stencil;
    const auto wind = max(sqrt(u * u + v * v), calm);
    const auto zeta = pointwise(StabilityFromFlux<Real>{profile, buoyancy})(wind, heat);
    const auto exchange = pointwise(MomentumExchange<Real>{profile})(wind, zeta);
    return results(exchange, exchange * u, exchange * v);
  }
};

template <class Real, class Backend, class Layout>
void BoundaryLayer<Real, Backend, Layout>::exchange_with_ground(const State& state, double time) {
  using namespace stencil;
  const SurfaceProfile<Real> profile{static_cast<Real>(grid_.z_centers()[0] - grid_.z_faces()[0]),
                                     static_cast<Real>(case_.roughness(time)),
                                     static_cast<Real>(case_.roughness_heat(time))};
  const Real buoyancy = static_cast<Real>(constants::gravity / reference_theta_);
  const auto u = at_level(state.u, 0);
  const auto v = at_level(state.v, 0);
  if (case_.surface_heat == SurfaceHeat::temperature) {
    const auto exchange = columnwise(ExchangeByTemperature<Real>{profile, buoyancy, Real(calm)});
    fields(exchange_, stress_u_, stress_v_, heat_) =
        exchange(u, v, at_level(state.theta, 0), static_cast<Real>(case_.surface(time) - reference_theta_));
  } else {
    heat_ = case_.surface(time);
    const auto exchange = columnwise(ExchangeByFlux<Real>{profile, buoyancy, Real(calm)});
    fields(exchange_, stress_u_, stress_v_) = exchange(u, v, heat_);
  }
}

template <class Real, class Backend, class Layout>
void BoundaryLayer<Real, Backend, Layout>::set_diffusivities(const State& state) {
  using namespace stencil;
  const Diffusivities diffusivities{constants::gravity / reference_theta_};
  fields(viscosity_, diffusivity_) = columnwise(diffusivities)(state.u, state.v, state.theta, length_squared_);
}

}  // namespace single_column
