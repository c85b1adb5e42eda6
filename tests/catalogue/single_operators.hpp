// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace catalogue {

/// Operators one by one.
template <class Visit>
void single_operators(const Visit& visit) {
  visit("InterpolateC2F", [](const auto& L) { return L.interpolate_c2f()(L.a); });
  visit("InterpolateF2C between values",
        [](const auto& L) { return L.interpolate_f2c(L.at_bottom(L.s), L.at_top(0.5))(L.f); });
  visit("GradientC2F", [](const auto& L) { return L.gradient_c2f()(L.a); });
  visit("GradientF2C extrapolated at both ends",
        [](const auto& L) { return L.gradient_f2c(L.bottom(L.extrapolate()), L.top(L.extrapolate()))(L.f); });
  visit("DivergenceF2C extrapolated at both ends",
        [](const auto& L) { return L.divergence_f2c(L.bottom(L.extrapolate()), L.top(L.extrapolate()))(L.g); });
  visit("DivergenceF2C between divergences", [](const auto& L) {
    return L.divergence_f2c(L.bottom(L.set_divergence(L.s)), L.top(L.set_divergence(L.s)))(L.f);
  });
  visit("DivergenceF2C, value below and divergence above",
        [](const auto& L) { return L.divergence_f2c(L.at_bottom(L.s), L.top(L.set_divergence(0.5)))(L.f); });
  visit("DivergenceC2F", [](const auto& L) { return L.divergence_c2f()(L.b); });
  visit("LeftBiasedC2F", [](const auto& L) { return L.left_biased_c2f()(L.a); });
  visit("RightBiasedC2F", [](const auto& L) { return L.right_biased_c2f(L.at_top(L.s))(L.a); });
  visit("SetBoundary", [](const auto& L) { return L.set_boundary(L.at_bottom(L.s), L.at_top(0.5))(L.f); });
  visit("SetBoundary by closure", [](const auto& L) { return L.set_boundary()(L.g); });
}

}  // namespace catalogue
