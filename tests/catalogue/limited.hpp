// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace catalogue {

/// Values from three cells of which two are upwind.
template <class Visit>
void third_order_values(const Visit& visit) {
  visit("upwind by choice, of third order", [](const auto& L) {
    const auto value = where(L.f > 0.0, L.left_biased_3rd_order_c2f(L.at_bottom(L.s), L.at_top(0.5))(L.a),
                             L.right_biased_3rd_order_c2f()(L.a));
    return L.divergence_f2c()(L.f * value);
  });
  visit("there and back", [](const auto& L) {
    return L.left_biased_3rd_order_f2c()(L.f * L.right_biased_3rd_order_c2f(L.at_top(L.s))(L.a * L.b)) +
           L.right_biased_3rd_order_f2c()(L.g);
  });
}

/// Fluxes that are limited or corrected.
template <class Visit>
void limited_fluxes(const Visit& visit) {
  visit("lines in the upwind cells",
        [](const auto& L) { return L.divergence_f2c()(L.lin_van_leer_c2f(0.25, L.at_bottom(L.s))(L.f, L.a * L.b)); });
  visit("excess fluxes, limited", [](const auto& L) {
    const auto excess = L.f * L.interpolate_c2f()(L.a) - L.upwind_biased_product_c2f()(L.f, L.a);
    return L.tvd_limited_flux_c2f()(excess, L.a, L.f);
  });
  visit("excess fluxes, corrected",
        [](const auto& L) { return L.closed_divergence()(L.fct_boris_book(0.25)(L.gradient_c2f()(L.b), L.a)); });
}

}  // namespace catalogue
