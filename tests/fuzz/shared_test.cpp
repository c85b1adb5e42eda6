// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

namespace fuzz {

TEST_CASE("fuzz: shared nodes") {
  fuzz("a shared gradient", [](const auto& L) {
    const auto slope = shared(L.gradient_c2f()(L.a * L.b));
    return slope * slope + slope;
  });
  fuzz("shared below two operators", [](const auto& L) {
    const auto slope = shared(L.gradient_c2f(L.at_bottom(L.s))(L.a));
    return L.interpolate_f2c()(slope) + L.divergence_f2c()(L.f * slope);
  });
  fuzz("shared at two depths", [](const auto& L) {
    const auto tendency = shared(L.closed_divergence()(L.f * L.gradient_c2f()(L.a)));
    return L.closed_divergence()(L.g * L.gradient_c2f()(tendency)) - tendency;
  });
  fuzz("shared in a choice", [](const auto& L) {
    const auto mean = shared(L.interpolate_c2f()(L.b));
    return where(mean > 0.0, mean * L.f, L.g - mean);
  });
  fuzz("shared within shared", [](const auto& L) {
    const auto mean = shared(L.interpolate_c2f(L.at_top(L.s))(L.a));
    const auto flux = shared(L.f * mean);
    return L.divergence_f2c()(flux) + L.interpolate_f2c()(flux * mean);
  });
  fuzz("shared product of points", [](const auto& L) {
    const auto product = shared(L.a * L.b);
    return L.gradient_c2f()(product) + L.interpolate_c2f()(product);
  });
  fuzz("shared under conditions", [](const auto& L) {
    const auto slope = shared(L.gradient_c2f()(L.b));
    return L.closed_divergence()(slope) + L.divergence_f2c(L.bottom(L.set_divergence(L.s)))(slope);
  });
  fuzz_within_error("shared exponential", [](const auto& L) {
    const auto growth = shared(exp(L.interpolate_c2f()(L.b)));
    return L.divergence_f2c()(growth * L.gradient_c2f()(L.a)) + L.interpolate_f2c()(growth);
  });
}

}  // namespace fuzz
