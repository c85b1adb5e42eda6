// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace catalogue {

inline constexpr auto surface_flux = [](const auto& L) {
  const auto flux = sqrt(L.g * L.interpolate_c2f()(L.a)) * L.gradient_c2f()(L.a * L.b);
  return L.divergence_f2c(L.at_bottom(L.s), L.at_top(0.0))(flux);
};

/// Fluxes down a gradient, and their divergence.
template <class Visit>
void diffusive_fluxes(const Visit& visit) {
  visit("flagship, closed", [](const auto& L) { return L.closed_divergence()(L.f * L.gradient_c2f()(L.a * L.b)); });
  visit("flagship, by closures", [](const auto& L) { return L.divergence_f2c()(L.f * L.gradient_c2f()(L.a * L.b)); });
  visit("surface value below, slope above", [](const auto& L) {
    return L.closed_divergence()(L.g * L.gradient_c2f(L.at_bottom(L.s), L.top(L.set_gradient(0.25)))(L.a));
  });
  visit("surface flux", surface_flux);
  visit("extrapolated below", [](const auto& L) {
    return L.divergence_f2c(L.bottom(L.extrapolate()), L.at_top(0.5))(L.f * L.gradient_c2f()(L.a));
  });
  visit("prescribed divergence at both ends", [](const auto& L) {
    const auto flux = L.g * L.gradient_c2f(L.bottom(L.extrapolate()))(L.a - L.b);
    return L.divergence_f2c(L.bottom(L.set_divergence(L.s)), L.top(L.extrapolate()))(flux);
  });
  visit("diffusivity from centers",
        [](const auto& L) { return L.closed_divergence()(L.interpolate_c2f()(L.a * L.a) * L.gradient_c2f()(L.b)); });
  visit("bounded diffusivity", [](const auto& L) {
    const auto shear = L.gradient_c2f()(L.b);
    const auto richardson = L.gradient_c2f()(L.a) / (0.5 + shear * shear);
    return L.closed_divergence()(max(0.0, min(1.0, 1.0 - 5.0 * richardson)) * shear);
  });
  visit.rounded("exponential diffusivity", [](const auto& L) {
    const auto tendency = L.closed_divergence()(exp(L.interpolate_c2f()(L.b)) * L.gradient_c2f()(L.a * L.b));
    return L.closed_divergence()(L.g * L.gradient_c2f()(tendency));
  });
}

}  // namespace catalogue
