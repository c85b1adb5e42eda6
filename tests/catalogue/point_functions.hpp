// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace catalogue {

/// Functions of a point, whose last bits may differ from one compiler to another.
template <class Visit>
void point_functions(const Visit& visit) {
  visit.rounded("decay", [](const auto& L) { return exp(-L.a) * L.b; });
  visit.rounded("logarithm of a mean", [](const auto& L) { return log(L.interpolate_c2f()(L.a)); });
  visit.rounded("power of a field", [](const auto& L) { return pow(L.a, L.b); });
  visit.rounded("power of a mean", [](const auto& L) { return pow(L.interpolate_f2c()(L.g), 1.5) - L.a; });
  visit.rounded("gradient of a sine", [](const auto& L) { return L.gradient_c2f(L.at_bottom(0.0))(sin(3.0 * L.b)); });
  visit.rounded("cosine flux",
                [](const auto& L) { return L.closed_divergence()(cos(L.f) * L.gradient_c2f()(sin(L.a))); });
  visit.rounded("switch by tanh",
                [](const auto& L) { return L.divergence_f2c()(tanh(4.0 * L.f) * L.interpolate_c2f()(L.a)); });
  visit.rounded("stability function", [](const auto& L) {
    const auto stable = exp(-1.0 * max(0.0, L.interpolate_c2f()(L.b)));
    return where(L.f < 0.0, sqrt(1.0 - 16.0 * L.f), stable);
  });
  visit("root of a kinetic energy", [](const auto& L) {
    const auto u = L.interpolate_c2f()(L.a);
    const auto v = L.interpolate_c2f()(L.b);
    return sqrt(u * u + v * v + 0.25);
  });
}

}  // namespace catalogue
