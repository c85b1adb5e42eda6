// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <type_traits>
#include <utility>

namespace catalogue {

/// Center-to-face operators with one of each kind of end, numbered.
inline constexpr int to_face_count = 12;

template <int number>
auto to_faces(const auto& L) {
  if constexpr (number == 0) return L.interpolate_c2f();
  if constexpr (number == 1) return L.interpolate_c2f(L.at_bottom(0.25), L.top(L.set_gradient(L.s)));
  if constexpr (number == 2) return L.interpolate_c2f(L.bottom(L.set_gradient(-0.5)), L.top(L.extrapolate()));
  if constexpr (number == 3) return L.gradient_c2f();
  if constexpr (number == 4) return L.gradient_c2f(L.at_bottom(L.s), L.top(L.set_gradient(0.5)));
  if constexpr (number == 5) return L.gradient_c2f(L.bottom(L.set_gradient(L.s)), L.at_top(1.5));
  if constexpr (number == 6) return L.divergence_c2f(L.at_bottom(0.5), L.top(L.set_divergence(L.s)));
  if constexpr (number == 7) return L.divergence_c2f(L.bottom(L.set_divergence(-1.0)), L.top(L.extrapolate()));
  if constexpr (number == 8) return L.left_biased_c2f(L.at_bottom(L.s));
  if constexpr (number == 9) return L.right_biased_c2f(L.at_top(0.75));
  if constexpr (number == 10) return L.left_biased_c2f();
  if constexpr (number == 11) return L.right_biased_c2f();
}

/// Face-to-center operators, likewise.
inline constexpr int to_center_count = 10;

template <int number>
auto to_centers(const auto& L) {
  if constexpr (number == 0) return L.interpolate_f2c();
  if constexpr (number == 1) return L.interpolate_f2c(L.at_bottom(L.s), L.at_top(0.5));
  if constexpr (number == 2) return L.gradient_f2c();
  if constexpr (number == 3) return L.gradient_f2c(L.at_bottom(0.25), L.top(L.extrapolate()));
  if constexpr (number == 4) return L.gradient_f2c(L.bottom(L.extrapolate()), L.at_top(L.s));
  if constexpr (number == 5) return L.closed_divergence();
  if constexpr (number == 6) return L.divergence_f2c(L.bottom(L.set_divergence(L.s)), L.top(L.extrapolate()));
  if constexpr (number == 7) return L.divergence_f2c(L.bottom(L.extrapolate()), L.top(L.set_divergence(0.5)));
  if constexpr (number == 8) return L.left_biased_f2c(L.at_bottom(L.s));
  if constexpr (number == 9) return L.right_biased_f2c(L.at_top(0.25));
}

/// Calls with every second number below `count`: half of all pairs are enough.
template <int first, int count>
void every_second(auto call) {
  [&]<int... step>(std::integer_sequence<int, step...>) {
    (call(std::integral_constant<int, first + 2 * step>{}), ...);
  }(std::make_integer_sequence<int, (count - first + 1) / 2>{});
}

/// To faces and back to centers: outer operators over one inner.
template <int inner, class Visit>
void compose_to_centers(const Visit& visit) {
  every_second<inner % 2, to_center_count>([&]<int outer>(std::integral_constant<int, outer>) {
    const std::string name = "to centers " + std::to_string(outer) + " over to faces " + std::to_string(inner);
    visit(name.c_str(), [](const auto& L) { return to_centers<outer>(L)(L.f * to_faces<inner>(L)(L.a * L.b)); });
  });
}

/// To centers and back to faces.
template <int inner, class Visit>
void compose_to_faces(const Visit& visit) {
  every_second<inner % 2, to_face_count>([&]<int outer>(std::integral_constant<int, outer>) {
    const std::string name = "to faces " + std::to_string(outer) + " over to centers " + std::to_string(inner);
    visit(name.c_str(), [](const auto& L) { return to_faces<outer>(L)(L.a + to_centers<inner>(L)(L.f * L.g)); });
  });
}

}  // namespace catalogue
