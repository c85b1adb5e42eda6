// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace catalogue {

/// Fluxes of what a wind carries, and their divergence.
template <class Visit>
void advective_fluxes(const Visit& visit) {
  visit("upwind product", [](const auto& L) { return L.upwind_biased_product_c2f()(L.f, L.b); });
  visit("upwind flux divergence",
        [](const auto& L) { return L.closed_divergence()(L.upwind_biased_product_c2f()(L.f, L.a)); });
  visit("inflow from both ends", [](const auto& L) {
    return L.divergence_f2c()(L.upwind_biased_product_c2f(L.at_bottom(L.s), L.at_top(1.5))(L.f, L.a));
  });
  visit("extrapolated inflow", [](const auto& L) {
    return L.divergence_f2c()(L.upwind_biased_product_c2f(L.bottom(L.extrapolate()), L.at_top(L.s))(L.f, L.a * L.b));
  });
  visit("wind from a gradient",
        [](const auto& L) { return L.divergence_f2c()(L.upwind_biased_product_c2f()(L.gradient_c2f()(L.a), L.b)); });
  visit("centered flux", [](const auto& L) {
    return L.divergence_f2c(L.at_bottom(L.s), L.at_top(L.s))(L.f * L.interpolate_c2f()(L.a));
  });
  visit("upwind by choice", [](const auto& L) {
    const auto upwind = where(L.f > 0.0, L.left_biased_c2f(L.at_bottom(0.5))(L.a), L.right_biased_c2f()(L.a));
    return L.divergence_f2c()(L.f * upwind);
  });
  visit("advection less divergence", [](const auto& L) {
    return L.a * L.divergence_f2c()(L.f) - L.divergence_f2c()(L.upwind_biased_product_c2f()(L.f, L.a));
  });
  visit("antidiffusive difference", [](const auto& L) {
    const auto low = L.upwind_biased_product_c2f()(L.f, L.b);
    return L.closed_divergence()(L.f * L.interpolate_c2f()(L.b) - low);
  });
}

}  // namespace catalogue
