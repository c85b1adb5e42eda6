// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include <stencil/config.hpp>

namespace single_column {

/// Monin-Obukhov similarity of momentum and heat: dimensionless gradients phi(zeta) with zeta = z / L, and
///
///   psi(zeta) = integral from 0 to zeta of (1 - phi(x)) / x dx.
///
/// Unstable: phi_m = (1 - 16 zeta)^(-1/4), phi_h = phi_m^2, after Businger and Dyer (Dyer 1974, Boundary-Layer
/// Meteorol. 7, 363-372). Stable: Beljaars and Holtslag (1991), J. Appl. Meteorol. 30, 327-341, which have no critical
/// Richardson number, so that very stable columns keep a little turbulence.
namespace similarity {

template <class Real>
STENCIL_FUNCTION Real unstable_x(Real zeta) {
  return std::sqrt(std::sqrt(Real(1) - Real(16) * zeta));
}

/// b (zeta - c/d) exp(-d zeta) + b c/d: the part that both stable functions share.
template <class Real>
STENCIL_FUNCTION Real stable_transition(Real zeta) {
  constexpr Real b = Real(0.667);
  constexpr Real c = Real(5);
  constexpr Real d = Real(0.35);
  return b * (zeta - c / d) * std::exp(-d * zeta) + b * c / d;
}

template <class Real>
STENCIL_FUNCTION Real psi_momentum(Real zeta) {
  if (zeta >= Real(0)) return -(zeta + stable_transition(zeta));
  const Real x = unstable_x(zeta);
  return Real(2) * std::log((Real(1) + x) / Real(2)) + std::log((Real(1) + x * x) / Real(2)) - Real(2) * std::atan(x) +
         Real(1.57079632679489662);
}

template <class Real>
STENCIL_FUNCTION Real psi_heat(Real zeta) {
  if (zeta >= Real(0)) {
    const Real root = std::sqrt(Real(1) + Real(2) / Real(3) * zeta);
    return -(root * root * root + stable_transition(zeta) - Real(1));
  }
  const Real x = unstable_x(zeta);
  return Real(2) * std::log((Real(1) + x * x) / Real(2));
}

}  // namespace similarity

/// The profile between the ground and the lowest level at height z [m]:
///
///   U = u_* / kappa * momentum(zeta),   theta - theta_surface = theta_* / kappa * heat(zeta)
///
/// with log(z / z0) - psi(zeta) + psi(zeta z0 / z), and the same with z0h for heat.
template <class Real>
struct SurfaceProfile {
  Real z;
  Real z0;
  Real z0h;

  STENCIL_FUNCTION Real momentum(Real zeta) const {
    return std::log(z / z0) - similarity::psi_momentum(zeta) + similarity::psi_momentum(zeta * z0 / z);
  }
  STENCIL_FUNCTION Real heat(Real zeta) const {
    return std::log(z / z0h) - similarity::psi_heat(zeta) + similarity::psi_heat(zeta * z0h / z);
  }
};

}  // namespace single_column
