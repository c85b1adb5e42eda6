// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

namespace fuzz {

TEST_CASE("fuzz: surface fields and spacings") {
  fuzz("a surface field times a center field", [](const auto& L) { return L.a * L.s + L.b; });
  fuzz("a surface field in a flux",
       [](const auto& L) { return L.closed_divergence()(L.s * L.f * L.gradient_c2f()(L.a)); });
  fuzz("a surface slope below", [](const auto& L) { return L.interpolate_c2f(L.bottom(L.set_gradient(L.s)))(L.a); });
  fuzz("a surface slope above", [](const auto& L) { return L.interpolate_c2f(L.top(L.set_gradient(L.s)))(L.a); });
  fuzz("surface values at both ends",
       [](const auto& L) { return L.gradient_c2f(L.at_bottom(L.s), L.at_top(L.s))(L.b); });
  fuzz("surface divergences at both ends", [](const auto& L) {
    return L.divergence_c2f(L.bottom(L.set_divergence(L.s)), L.top(L.set_divergence(L.s)))(L.a);
  });
  fuzz("cell mass", [](const auto& L) { return L.center_spacing() * L.a; });
  fuzz("mixing length", [](const auto& L) {
    return L.closed_divergence()(L.face_spacing() * L.face_spacing() * abs(L.gradient_c2f()(L.a)) * L.g);
  });
  fuzz("gradient times spacing",
       [](const auto& L) { return L.face_spacing() * L.gradient_c2f(L.at_bottom(L.s))(L.a * L.b) - L.f; });
}

}  // namespace fuzz
