// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

namespace fuzz {

TEST_CASE("fuzz: interpolation by distance and by weights") {
  fuzz("to the ends by a line",
       [](const auto& L) { return L.divergence_f2c()(L.linear_interpolate_c2f()(L.a * L.b)); });
  fuzz("by distance between conditions",
       [](const auto& L) { return L.linear_interpolate_c2f(L.at_bottom(L.s), L.top(L.set_gradient(L.s)))(L.a); });
  fuzz("weights that are no field", [](const auto& L) {
    const auto mass = 1.5 + L.a * L.a;
    return L.weighted_interpolate_f2c()(1.5 + L.g * L.g, L.weighted_interpolate_c2f(L.at_top(0.5))(mass, L.b) * L.f);
  });
}

TEST_CASE("fuzz: advective tendencies") {
  fuzz("advection between values",
       [](const auto& L) { return L.b - L.advection_c2c(L.at_bottom(L.s), L.at_top(1.5))(L.f, L.a * L.b); });
  fuzz("advection and its correction",
       [](const auto& L) { return L.advection_c2c()(L.f, L.a) - L.flux_correction_c2c()(L.f, L.a) / 2.0; });
  fuzz("advection at faces", [](const auto& L) {
    return L.advection_f2f()(L.f, L.g) + L.flux_correction_f2f()(L.b, L.interpolate_c2f()(L.a));
  });
  fuzz("gradients from upwind", [](const auto& L) {
    return L.upwind_biased_gradient()(L.a, L.b) + L.interpolate_f2c()(L.upwind_biased_gradient()(L.g, L.f));
  });
  fuzz("third-order fluxes", [](const auto& L) {
    return L.divergence_f2c()(L.upwind_3rd_order_biased_product_c2f(L.at_bottom(L.s))(L.f, L.a));
  });
  fuzz("third-order fluxes in a closed column", [](const auto& L) {
    const auto once = L.bottom(L.first_order_one_sided());
    return L.closed_divergence()(L.upwind_3rd_order_biased_product_c2f(once)(L.gradient_c2f()(L.b), L.a * L.b));
  });
}

}  // namespace fuzz
