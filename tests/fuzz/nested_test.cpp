// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

namespace fuzz {

TEST_CASE("fuzz: deep nests") {
  fuzz("second derivative", [](const auto& L) { return L.divergence_f2c()(L.gradient_c2f()(L.a)); });
  fuzz("second derivative at faces", [](const auto& L) { return L.gradient_c2f()(L.divergence_f2c()(L.f)); });
  fuzz("three derivatives",
       [](const auto& L) { return L.gradient_c2f()(L.closed_divergence()(L.gradient_c2f()(L.b))); });
  fuzz("four derivatives", [](const auto& L) {
    return L.closed_divergence()(L.g * L.gradient_c2f()(L.closed_divergence()(L.g * L.gradient_c2f()(L.a))));
  });
  fuzz("smoothing", [](const auto& L) {
    return L.interpolate_f2c()(L.interpolate_c2f()(L.interpolate_f2c()(L.interpolate_c2f()(L.b))));
  });
  fuzz("five operators to faces", [](const auto& L) {
    const auto inner = L.interpolate_c2f(L.at_bottom(L.s))(L.interpolate_f2c()(L.f * L.g));
    return L.divergence_c2f(L.at_top(0.0))(L.a * L.gradient_f2c(L.at_bottom(0.25))(L.left_biased_c2f()(L.a) * inner));
  });
  fuzz("five operators to centers", [](const auto& L) {
    const auto inner = L.right_biased_c2f()(L.a) * L.gradient_c2f()(L.interpolate_f2c()(L.f));
    const auto middle = L.interpolate_f2c(L.at_top(L.s))(inner);
    return L.gradient_f2c(L.bottom(L.extrapolate()))(L.upwind_biased_product_c2f()(L.f, middle));
  });
  fuzz("branches of unequal depth", [](const auto& L) {
    const auto deep = L.closed_divergence()(L.f * L.gradient_c2f()(L.a * L.b));
    return L.interpolate_c2f()(deep) * L.gradient_c2f()(L.b) + L.g;
  });
  fuzz("a deep product", [](const auto& L) {
    const auto left = L.interpolate_f2c()(L.gradient_c2f()(L.a));
    const auto right = L.gradient_f2c()(L.interpolate_c2f()(L.b));
    return L.interpolate_c2f(L.bottom(L.set_gradient(0.5)))(left * right - left / (1.0 + right * right));
  });
}

}  // namespace fuzz
