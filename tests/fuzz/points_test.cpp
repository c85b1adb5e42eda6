// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

namespace fuzz {

TEST_CASE("fuzz: no operator at all") {
  fuzz("a copy", [](const auto& L) { return L.a * 1.0; });
  fuzz("sum", [](const auto& L) { return L.a + L.b; });
  fuzz("scalars on both sides", [](const auto& L) { return 2.0 * L.f - 0.5; });
  fuzz("quotient", [](const auto& L) { return L.b / L.a; });
  fuzz<Quick>("a field over itself", [](const auto& L) { return L.a / (1.0 + L.a * L.a); });
  fuzz<Quick>("a mean over a square", [](const auto& L) { return L.interpolate_c2f()(L.a) / (1.5 + L.f * L.f); });
  fuzz("negation", [](const auto& L) { return -L.b; });
  fuzz("scalar over field", [](const auto& L) { return 1.5 / L.g; });
  fuzz("the smaller magnitude", [](const auto& L) { return min(abs(L.f), L.g); });
  fuzz("polynomial", [](const auto& L) { return ((0.25 * L.b - 1.0) * L.b + 0.5) * L.b + L.a; });
  fuzz("root", [](const auto& L) { return sqrt(L.a * L.a + L.b * L.b); });
}

}  // namespace fuzz
