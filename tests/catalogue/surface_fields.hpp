// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace catalogue {

/// A value for each column, and the lengths of cells.
template <class Visit>
void surface_fields(const Visit& visit) {
  visit("a surface field times a center field", [](const auto& L) { return L.a * L.s + L.b; });
  visit("a surface field in a flux",
        [](const auto& L) { return L.closed_divergence()(L.s * L.f * L.gradient_c2f()(L.a)); });
  visit("a surface slope below", [](const auto& L) { return L.interpolate_c2f(L.bottom(L.set_gradient(L.s)))(L.a); });
  visit("a surface slope above", [](const auto& L) { return L.interpolate_c2f(L.top(L.set_gradient(L.s)))(L.a); });
  visit("surface values at both ends",
        [](const auto& L) { return L.gradient_c2f(L.at_bottom(L.s), L.at_top(L.s))(L.b); });
  visit("surface divergences at both ends", [](const auto& L) {
    return L.divergence_c2f(L.bottom(L.set_divergence(L.s)), L.top(L.set_divergence(L.s)))(L.a);
  });
  visit("cell mass", [](const auto& L) { return L.center_spacing() * L.a; });
  visit("mixing length", [](const auto& L) {
    return L.closed_divergence()(L.face_spacing() * L.face_spacing() * abs(L.gradient_c2f()(L.a)) * L.g);
  });
  visit("gradient times spacing",
        [](const auto& L) { return L.face_spacing() * L.gradient_c2f(L.at_bottom(L.s))(L.a * L.b) - L.f; });
}

}  // namespace catalogue
