// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "shorthand.hpp"

namespace catalogue {

/// Conditions of an inner operator that an outer one makes meaningless: were they read, the result would be a NaN.
template <class Visit>
void outer_conditions(const Visit& visit) {
  visit("divergence over gradient", [](const auto& L) {
    const auto inner = L.gradient_c2f(L.at_bottom(not_a_number), L.top(L.set_gradient(not_a_number)));
    return L.closed_divergence()(inner(L.a));
  });
  visit("divergence over a product", [](const auto& L) {
    const auto inner = L.interpolate_c2f(L.bottom(L.set_gradient(not_a_number)), L.at_top(not_a_number));
    return L.closed_divergence()(L.g * inner(L.a * L.b));
  });
  visit("prescribed divergence over gradient", [](const auto& L) {
    const auto inner = L.gradient_c2f(L.at_bottom(not_a_number))(L.b);
    return L.divergence_f2c(L.bottom(L.set_divergence(L.s)))(inner);
  });
  visit("interpolation over upwind", [](const auto& L) {
    const auto flux = L.upwind_biased_product_c2f(L.at_bottom(not_a_number), L.at_top(not_a_number))(L.f, L.a);
    return L.interpolate_f2c(L.at_bottom(0.5), L.at_top(L.s))(flux);
  });
  visit("a biased value reads one end only", [](const auto& L) {
    const auto inner = L.gradient_c2f(L.at_bottom(not_a_number), L.at_top(not_a_number))(L.a);
    return L.left_biased_f2c(L.at_bottom(L.s))(inner);
  });
  visit("the other biased value", [](const auto& L) {
    const auto inner = L.divergence_c2f(L.at_bottom(not_a_number), L.top(L.set_divergence(not_a_number)))(L.a);
    return L.right_biased_f2c(L.at_top(0.75))(inner);
  });
  visit("SetBoundary over interpolation", [](const auto& L) {
    const auto inner = L.interpolate_c2f(L.at_bottom(not_a_number), L.at_top(not_a_number))(L.a);
    return L.set_boundary(L.at_bottom(L.s), L.at_top(0.25))(inner + 1.0);
  });
  visit("SetBoundary in the middle", [](const auto& L) {
    const auto inner = L.interpolate_c2f(L.at_bottom(not_a_number))(L.a);
    return L.divergence_f2c()(L.g * L.set_boundary(L.at_bottom(L.s))(inner));
  });
  visit("two levels down", [](const auto& L) {
    const auto flux = L.closed_divergence()(L.g * L.gradient_c2f(L.at_bottom(not_a_number))(L.a));
    const auto outer = L.gradient_c2f(L.bottom(L.set_gradient(0.0)), L.at_top(L.s))(flux);
    return L.gradient_f2c(L.at_bottom(0.5), L.at_top(0.5))(outer);
  });
}

}  // namespace catalogue
