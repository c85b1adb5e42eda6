// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace catalogue {

/// Arithmetic on fields, without an operator.
template <class Visit>
void points(const Visit& visit) {
  visit("a copy", [](const auto& L) { return L.a * 1.0; });
  visit("sum", [](const auto& L) { return L.a + L.b; });
  visit("scalars on both sides", [](const auto& L) { return 2.0 * L.f - 0.5; });
  visit("quotient", [](const auto& L) { return L.b / L.a; });
  visit("negation", [](const auto& L) { return -L.b; });
  visit("scalar over field", [](const auto& L) { return 1.5 / L.g; });
  visit("the smaller magnitude", [](const auto& L) { return min(abs(L.f), L.g); });
  visit("polynomial", [](const auto& L) { return ((0.25 * L.b - 1.0) * L.b + 0.5) * L.b + L.a; });
  visit("root", [](const auto& L) { return sqrt(L.a * L.a + L.b * L.b); });
}

/// A field that is read twice by one quotient.
template <class Visit>
void fields_read_twice(const Visit& visit) {
  visit("a field over itself", [](const auto& L) { return L.a / (1.0 + L.a * L.a); });
  visit("a mean over a square", [](const auto& L) { return L.interpolate_c2f()(L.a) / (1.5 + L.f * L.f); });
}

}  // namespace catalogue
