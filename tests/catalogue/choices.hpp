// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace catalogue {

/// Choices, bounds and comparisons, with operators on either side.
template <class Visit>
void choices(const Visit& visit) {
  visit("the larger", [](const auto& L) { return max(L.a, L.b); });
  visit("a choice at centers", [](const auto& L) { return where(L.b < 0.25, L.a * L.b, L.a - L.b); });
  visit("a choice of scalars", [](const auto& L) { return where(L.f >= 0.0, 1.0, -1.0) * L.g; });
  visit("root where it exists", [](const auto& L) { return where(L.b > 0.0, sqrt(L.b), 0.0); });
  visit("clipped gradient", [](const auto& L) { return min(1.0, max(-1.0, L.gradient_c2f()(L.a * L.b))); });
  visit("choice of derivatives", [](const auto& L) {
    const auto slope = L.gradient_f2c()(L.f);
    return where(slope <= 0.0, slope * slope, abs(slope));
  });
  visit("choice over an operator",
        [](const auto& L) { return L.divergence_f2c(L.at_top(0.0))(where(L.f < L.g, L.gradient_c2f()(L.a), L.f)); });
  visit("nested choices",
        [](const auto& L) { return L.interpolate_c2f()(where(L.b < 0.0, where(L.a > 1.0, L.a, 2.0), min(L.a, L.b))); });
  visit("minmod slope", [](const auto& L) {
    const auto below = L.left_biased_f2c()(L.gradient_c2f()(L.b));
    const auto above = L.right_biased_f2c()(L.gradient_c2f()(L.b));
    return where(below * above > 0.0, where(abs(below) < abs(above), below, above), 0.0);
  });
}

}  // namespace catalogue
