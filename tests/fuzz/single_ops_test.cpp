// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

namespace fuzz {

TEST_CASE("fuzz: single operators") {
  fuzz("InterpolateC2F", [](const auto& L) { return L.interpolate_c2f()(L.a); });
  fuzz("InterpolateF2C between values",
       [](const auto& L) { return L.interpolate_f2c(L.at_bottom(L.s), L.at_top(0.5))(L.f); });
  fuzz("GradientC2F", [](const auto& L) { return L.gradient_c2f()(L.a); });
  fuzz("GradientF2C extrapolated at both ends",
       [](const auto& L) { return L.gradient_f2c(L.bottom(L.extrapolate()), L.top(L.extrapolate()))(L.f); });
  fuzz("DivergenceF2C extrapolated at both ends",
       [](const auto& L) { return L.divergence_f2c(L.bottom(L.extrapolate()), L.top(L.extrapolate()))(L.g); });
  fuzz("DivergenceF2C between divergences", [](const auto& L) {
    return L.divergence_f2c(L.bottom(L.set_divergence(L.s)), L.top(L.set_divergence(L.s)))(L.f);
  });
  fuzz("DivergenceF2C, value below and divergence above",
       [](const auto& L) { return L.divergence_f2c(L.at_bottom(L.s), L.top(L.set_divergence(0.5)))(L.f); });
  fuzz("DivergenceC2F", [](const auto& L) { return L.divergence_c2f()(L.b); });
  fuzz("LeftBiasedC2F", [](const auto& L) { return L.left_biased_c2f()(L.a); });
  fuzz("RightBiasedC2F", [](const auto& L) { return L.right_biased_c2f(L.at_top(L.s))(L.a); });
  fuzz("SetBoundary", [](const auto& L) { return L.set_boundary(L.at_bottom(L.s), L.at_top(0.5))(L.f); });
  fuzz("SetBoundary by closure", [](const auto& L) { return L.set_boundary()(L.g); });
}

}  // namespace fuzz
