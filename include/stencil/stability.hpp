// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/column/global.hpp>
#include <stencil/expression/math.hpp>
#include <stencil/parameters.hpp>
#include <stencil/view.hpp>

/// How far explicit time steps are from their limits.
namespace stencil {

/// The largest Courant number of all columns, |w| dt / dz with the spacing where w lives: w [m/s] at centers or faces,
/// dt [s]. Explicit advection takes up to 1, or what its scheme says (Courant, Friedrichs & Lewy 1928). A NaN where one
/// is. Error unless dt is finite and not below zero.
template <IsOperand W>
double courant(const W& w, double dt) {
  using Where = typename node_of<W>::location;
  static_assert(std::is_same_v<Where, Center> || std::is_same_v<Where, Face>,
                "stencil: courant takes a wind at centers or faces");
  if constexpr (std::is_same_v<Where, Center> || std::is_same_v<Where, Face>)
    return detail::checks::time_step("courant", dt) * static_cast<double>(global_max(abs(w) / spacing(Where{})));
  return 0;
}

/// The largest diffusion number of all columns, k dt / dz^2: k [m2/s] at centers or faces, dt [s]. The explicit Euler
/// step takes up to 1/2. A NaN where one is. Error unless dt is finite and not below zero.
template <IsOperand K>
double diffusion_number(const K& k, double dt) {
  using Where = typename node_of<K>::location;
  static_assert(std::is_same_v<Where, Center> || std::is_same_v<Where, Face>,
                "stencil: diffusion_number takes a diffusivity at centers or faces");
  if constexpr (std::is_same_v<Where, Center> || std::is_same_v<Where, Face>)
    return detail::checks::time_step("diffusion_number", dt) *
           static_cast<double>(global_max(k / (spacing(Where{}) * spacing(Where{}))));
  return 0;
}

/// @{
/// Compile-time errors for a length of time that is missing.
template <IsOperand W>
double courant(const W&) {
  static_assert(!std::is_same_v<W, W>,
                "stencil: courant and diffusion_number take the length of the time step after the expression: "
                "courant(w, dt), diffusion_number(k, dt)");
  return 0;
}
template <IsOperand K>
double diffusion_number(const K& k) {
  return courant(k);
}
/// @}
/// @{
/// Compile-time errors for numbers in place of fields.
template <IsLiteral W>
double courant(const W&, double) {
  static_assert(!std::is_same_v<W, W>,
                "stencil: courant and diffusion_number take a field or an expression at centers or faces, whose grid "
                "has the spacing; of a number write courant(5.0 + 0.0 * w, dt)");
  return 0;
}
template <IsLiteral K>
double diffusion_number(const K& k, double dt) {
  return courant(k, dt);
}
/// @}

}  // namespace stencil
