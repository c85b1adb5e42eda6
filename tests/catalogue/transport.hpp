// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace catalogue {

inline constexpr auto to_the_ends_by_a_line = [](const auto& L) {
  return L.divergence_f2c()(L.linear_interpolate_c2f()(L.a * L.b));
};
inline constexpr auto corrected_advection = [](const auto& L) {
  const auto wind = 2.0 * L.f;
  const auto value = 2.0 * L.a;
  return L.flux_correction_c2c()(wind, value) / 2.0 - L.advection_c2c(L.at_bottom(L.s), L.at_top(1.5))(wind, value);
};
inline constexpr auto advection_at_faces = [](const auto& L) {
  const auto value = 2.0 * L.f;
  return L.advection_f2f()(value, L.interpolate_c2f()(2.0 * L.a)) + L.flux_correction_f2f()(0.5 * L.b, value);
};
inline constexpr auto gradients_from_upwind = [](const auto& L) {
  const auto value = 2.0 * L.a;
  return L.upwind_biased_gradient()(0.5 * L.b, value) + L.flux_correction_c2c()(2.0 * L.f, value) +
         L.interpolate_f2c()(L.upwind_biased_gradient()(L.g, L.f));
};
inline constexpr auto third_order_fluxes = [](const auto& L) {
  const auto ends = L.top(L.first_order_one_sided());
  return L.divergence_f2c()(L.upwind_3rd_order_biased_product_c2f(L.at_bottom(L.s), ends)(2.0 * L.f, L.a * L.b));
};

/// Interpolation by distance and by weights.
template <class Visit>
void weighted_interpolation(const Visit& visit) {
  visit("to the ends by a line", to_the_ends_by_a_line);
  visit("by distance between conditions",
        [](const auto& L) { return L.linear_interpolate_c2f(L.at_bottom(L.s), L.top(L.set_gradient(L.s)))(L.a); });
  visit("weights that are no field", [](const auto& L) {
    const auto mass = 1.5 + L.a * L.a;
    return L.weighted_interpolate_f2c()(1.5 + L.g * L.g, L.weighted_interpolate_c2f(L.at_top(0.5))(mass, L.b) * L.f);
  });
}

/// Tendencies of what a wind carries, at centers and at faces.
template <class Visit>
void advective_tendencies(const Visit& visit) {
  visit("advection", [](const auto& L) { return L.b - L.advection_c2c()(L.f, L.a * L.b); });
  visit("advection between values, corrected", corrected_advection);
  visit("advection at faces", advection_at_faces);
  visit("gradients from upwind", gradients_from_upwind);
  visit("third-order fluxes", third_order_fluxes);
  visit("third-order fluxes in a closed column", [](const auto& L) {
    const auto once = L.bottom(L.first_order_one_sided());
    return L.closed_divergence()(L.upwind_3rd_order_biased_product_c2f(once)(L.gradient_c2f()(L.b), L.a * L.b));
  });
}

}  // namespace catalogue
