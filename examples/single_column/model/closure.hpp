// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include "constants.hpp"

namespace single_column {

/// First-order closure at a face: K = l^2 S f(Ri), with
///
///   1 / l = 1 / (kappa z) + 1 / lambda                     (Blackadar 1962, J. Geophys. Res. 67, 3095-3102)
///   Ri = N^2 / S^2
///   stable:   f = (1 - 5 Ri)^2 below Ri = 0.1, (20 Ri)^-2 above, for momentum and heat: the "sharp" tail
///             (King, Connolley and Derbyshire 2001, Q. J. R. Meteorol. Soc. 127, 779-794)
///   unstable: f = (1 - 16 Ri)^(1/2) for momentum and (1 - 16 Ri)^(3/4) for heat: 1 / phi_m^2 and 1 / (phi_m phi_h)
///             of the surface layer with zeta = Ri (Businger and Dyer)
///
/// Both halves are 1 at Ri = 0. The functions below take numbers as well as expressions.

/// Mixing length [m] at height z; `longest` is lambda.
template <class Height>
auto mixing_length(const Height& z, double longest) {
  return (constants::von_karman * longest) * z / (constants::von_karman * z + longest);
}

/// Ri from the squares of buoyancy frequency and shear [s-2], finite where there is no shear.
template <class Frequency, class Shear>
STENCIL_FUNCTION auto richardson_number(const Frequency& frequency_squared, const Shear& shear_squared) {
  return frequency_squared / (shear_squared + 1e-10);
}

/// f of the stable side; 1 on the unstable one.
template <class Richardson>
STENCIL_FUNCTION auto stable_part(const Richardson& richardson) {
  using stencil::max;
  using stencil::where;
  // Both sides of a where are evaluated; the tail is kept finite where it is not used.
  const auto root = where(richardson < 0.1, 1.0 - 5.0 * max(richardson, 0.0), 0.05 / max(richardson, 0.1));
  return root * root;
}

/// (1 - 16 Ri)^(1/2) on the unstable side; 1 on the stable one.
template <class Richardson>
STENCIL_FUNCTION auto unstable_part(const Richardson& richardson) {
  using stencil::min;
  using stencil::sqrt;
  return sqrt(1.0 - 16.0 * min(richardson, 0.0));
}

/// f for momentum, from the parts above.
template <class Stable, class Unstable>
STENCIL_FUNCTION auto momentum_stability(const Stable& stable, const Unstable& unstable) {
  return stable * unstable;
}

/// f for heat, from the parts above.
template <class Stable, class Unstable>
STENCIL_FUNCTION auto heat_stability(const Stable& stable, const Unstable& unstable) {
  using stencil::sqrt;
  return stable * unstable * sqrt(unstable);
}

/// K of momentum and of heat [m2/s] at faces, from wind, potential temperature and the squared mixing length.
struct Diffusivities {
  static constexpr const char* name = "diffusivities";
  double buoyancy;  ///< gravity over the reference temperature [m/s2/K]

  STENCIL_FUNCTION auto operator()(const auto& u, const auto& v, const auto& theta, const auto& length_squared) const {
    using namespace stencil;
    const auto gradient = GradientC2F(bottom(Extrapolate{}), top(Extrapolate{}));
    const auto u_z = gradient(u), v_z = gradient(v);
    const auto shear_squared = u_z * u_z + v_z * v_z;
    const auto richardson = richardson_number(buoyancy * gradient(theta), shear_squared);
    const auto stable = length_squared * sqrt(shear_squared + 1e-10) * stable_part(richardson);
    const auto unstable = unstable_part(richardson);
    return results(momentum_stability(stable, unstable), heat_stability(stable, unstable));
  }
};

}  // namespace single_column
