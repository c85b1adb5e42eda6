// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/config.hpp>

#include "constants.hpp"
#include "similarity.hpp"

namespace single_column {

/// Point functions of the surface layer. `wind` is the speed at the lowest level [m s-1].

/// The implicit equations below are iterated from the neutral profile. Twelve rounds reach 1e-3 of zeta over all
/// roughness lengths and 1e-5 in the cases shipped; a fixed count keeps all columns in step.
inline constexpr int stability_iterations = 12;

/// Beyond this |zeta| the functions are extrapolations.
inline constexpr double largest_stability = 20.0;

template <class Real>
STENCIL_FUNCTION Real limit_stability(Real zeta) {
  const Real largest = Real(largest_stability);
  return zeta > largest ? largest : zeta < -largest ? -largest : zeta;
}

/// zeta = z / L from the excess of the potential temperature at the lowest level over the surface:
/// zeta = Ri_b momentum(zeta)^2 / heat(zeta), Ri_b = buoyancy z excess / wind^2.
template <class Real>
struct StabilityFromTemperature {
  SurfaceProfile<Real> profile;
  Real buoyancy;  ///< gravity over the reference potential temperature [m s-2 K-1]

  STENCIL_FUNCTION Real operator()(Real wind, Real excess) const {
    const Real bulk_richardson = buoyancy * profile.z * excess / (wind * wind);
    Real zeta = Real(0);
    for (int i = 0; i < stability_iterations; ++i) {
      const Real momentum = profile.momentum(zeta);
      zeta = limit_stability(bulk_richardson * momentum * momentum / profile.heat(zeta));
    }
    return zeta;
  }
};

/// zeta = z / L from the upward kinematic heat flux [K m s-1]: L = -u_*^3 / (kappa buoyancy flux).
template <class Real>
struct StabilityFromFlux {
  SurfaceProfile<Real> profile;
  Real buoyancy;

  STENCIL_FUNCTION Real operator()(Real wind, Real flux) const {
    const Real kappa = Real(constants::von_karman);
    const Real neutral = -profile.z * buoyancy * flux / (kappa * kappa * wind * wind * wind);
    // Over heated ground the rounds overshoot from side to side, and half steps settle; over cooled ground they do not.
    const Real weight = flux > Real(0) ? Real(0.5) : Real(1);
    Real zeta = Real(0);
    for (int i = 0; i < stability_iterations; ++i) {
      const Real momentum = profile.momentum(zeta);
      zeta += weight * (limit_stability(neutral * momentum * momentum * momentum) - zeta);
    }
    return zeta;
  }
};

/// Speed [m s-1] by which wind at the lowest level becomes stress: stress = exchange * u.
template <class Real>
struct MomentumExchange {
  SurfaceProfile<Real> profile;

  STENCIL_FUNCTION Real operator()(Real wind, Real zeta) const {
    const Real kappa = Real(constants::von_karman);
    const Real momentum = profile.momentum(zeta);
    return kappa * kappa * wind / (momentum * momentum);
  }
};

/// Speed [m s-1] by which a temperature excess becomes a downward heat flux.
template <class Real>
struct HeatExchange {
  SurfaceProfile<Real> profile;

  STENCIL_FUNCTION Real operator()(Real wind, Real zeta) const {
    const Real kappa = Real(constants::von_karman);
    return kappa * kappa * wind / (profile.momentum(zeta) * profile.heat(zeta));
  }
};

}  // namespace single_column
