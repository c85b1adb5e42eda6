// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

namespace fuzz {

TEST_CASE("fuzz: diffusive fluxes") {
  fuzz("flagship, closed", [](const auto& L) { return L.closed_divergence()(L.f * L.gradient_c2f()(L.a * L.b)); });
  fuzz("flagship, by closures", [](const auto& L) { return L.divergence_f2c()(L.f * L.gradient_c2f()(L.a * L.b)); });
  fuzz("surface value below, slope above", [](const auto& L) {
    return L.closed_divergence()(L.g * L.gradient_c2f(L.at_bottom(L.s), L.top(L.set_gradient(0.25)))(L.a));
  });
  fuzz("surface flux",
       [](const auto& L) { return L.divergence_f2c(L.at_bottom(L.s), L.at_top(0.0))(L.g * L.gradient_c2f()(L.b)); });
  fuzz("extrapolated below", [](const auto& L) {
    return L.divergence_f2c(L.bottom(L.extrapolate()), L.at_top(0.5))(L.f * L.gradient_c2f()(L.a));
  });
  fuzz("prescribed divergence at both ends", [](const auto& L) {
    const auto flux = L.g * L.gradient_c2f(L.bottom(L.extrapolate()))(L.a - L.b);
    return L.divergence_f2c(L.bottom(L.set_divergence(L.s)), L.top(L.extrapolate()))(flux);
  });
  fuzz("diffusivity from centers",
       [](const auto& L) { return L.closed_divergence()(L.interpolate_c2f()(L.a * L.a) * L.gradient_c2f()(L.b)); });
  fuzz("bounded diffusivity", [](const auto& L) {
    const auto shear = L.gradient_c2f()(L.b);
    const auto richardson = L.gradient_c2f()(L.a) / (0.5 + shear * shear);
    return L.closed_divergence()(max(0.0, min(1.0, 1.0 - 5.0 * richardson)) * shear);
  });
  fuzz_within_error("exponential diffusivity", [](const auto& L) {
    const auto tendency = L.closed_divergence()(exp(L.interpolate_c2f()(L.b)) * L.gradient_c2f()(L.a * L.b));
    return L.closed_divergence()(L.g * L.gradient_c2f()(tendency));
  });
}

}  // namespace fuzz
