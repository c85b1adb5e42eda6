// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace catalogue {

/// Four stored arguments above each other.
inline constexpr auto flux_of_a_flux = [](const auto& L) {
  const auto inner = L.closed_divergence()(sqrt(L.interpolate_c2f()(L.a)) * L.gradient_c2f()(L.a * L.b));
  return L.divergence_f2c()(L.f * (L.g * L.gradient_c2f()(inner)));
};

/// Operators over operators, up to five.
template <class Visit>
void deep_nests(const Visit& visit) {
  visit("second derivative", [](const auto& L) { return L.divergence_f2c()(L.gradient_c2f()(L.a)); });
  visit("second derivative at faces", [](const auto& L) { return L.gradient_c2f()(L.divergence_f2c()(L.f)); });
  visit("three derivatives",
        [](const auto& L) { return L.gradient_c2f()(L.closed_divergence()(L.gradient_c2f()(L.b))); });
  visit("the flux of a flux", flux_of_a_flux);
  visit("smoothing", [](const auto& L) {
    return L.interpolate_f2c()(L.interpolate_c2f()(L.interpolate_f2c()(L.interpolate_c2f()(L.b))));
  });
  visit("five operators to faces", [](const auto& L) {
    const auto inner = L.interpolate_c2f(L.at_bottom(L.s))(L.interpolate_f2c()(L.f * L.g));
    return L.divergence_c2f(L.at_top(0.0))(L.a * L.gradient_f2c(L.at_bottom(0.25))(L.left_biased_c2f()(L.a) * inner));
  });
  visit("five operators to centers", [](const auto& L) {
    const auto inner = L.right_biased_c2f()(L.a) * L.gradient_c2f()(L.interpolate_f2c()(L.f));
    const auto middle = L.interpolate_f2c(L.at_top(L.s))(inner);
    return L.gradient_f2c(L.bottom(L.extrapolate()))(L.upwind_biased_product_c2f()(L.f, middle));
  });
  visit("branches of unequal depth", [](const auto& L) {
    const auto deep = L.closed_divergence()(L.f * L.gradient_c2f()(L.a * L.b));
    return L.interpolate_c2f()(deep) * L.gradient_c2f()(L.b) + L.g;
  });
  visit("a deep product", [](const auto& L) {
    const auto left = L.interpolate_f2c()(L.gradient_c2f()(L.a));
    const auto right = L.gradient_f2c()(L.interpolate_c2f()(L.b));
    return L.interpolate_c2f(L.bottom(L.set_gradient(0.5)))(left * right - left / (1.0 + right * right));
  });
}

}  // namespace catalogue
