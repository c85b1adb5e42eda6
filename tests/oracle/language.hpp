// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "to_centers.hpp"
#include "to_faces.hpp"

namespace oracle {

/// A linear operator waiting for its argument.
template <Location from, Location to>
struct Linear {
  Affine matrix;
  Profile<to> operator()(const Profile<from>& x) const { return matrix.times<to>(x); }
};

/// The names in which expressions are written once for the library and once for the oracle.
class Language {
 public:
  explicit Language(Mesh mesh) : mesh_(std::move(mesh)) {}

  static Condition set_value(Number value) { return {Kind::set_value, value}; }
  static Condition set_gradient(Number value) { return {Kind::set_gradient, value}; }
  static Condition set_divergence(Number value) { return {Kind::set_divergence, value}; }
  static Condition extrapolate() { return {Kind::extrapolate, {}}; }
  static Bottom bottom(Condition condition) { return {condition}; }
  static Top top(Condition condition) { return {condition}; }

  auto interpolate_c2f(auto... ends) const { return to_faces(oracle::interpolate_c2f(mesh_, all(ends...))); }
  auto gradient_c2f(auto... ends) const { return to_faces(derivative_c2f(mesh_, all(ends...), Kind::set_gradient)); }
  auto divergence_c2f(auto... ends) const {
    return to_faces(derivative_c2f(mesh_, all(ends...), Kind::set_divergence));
  }
  auto left_biased_c2f(auto... ends) const { return to_faces(biased_c2f(mesh_, all(ends...), -1)); }
  auto right_biased_c2f(auto... ends) const { return to_faces(biased_c2f(mesh_, all(ends...), +1)); }

  auto interpolate_f2c(auto... ends) const { return to_centers(oracle::interpolate_f2c(mesh_, all(ends...))); }
  auto gradient_f2c(auto... ends) const { return to_centers(derivative_f2c(mesh_, all(ends...))); }
  auto divergence_f2c(auto... ends) const { return to_centers(derivative_f2c(mesh_, all(ends...))); }
  auto left_biased_f2c(auto... ends) const { return to_centers(biased_f2c(mesh_, all(ends...), -1)); }
  auto right_biased_f2c(auto... ends) const { return to_centers(biased_f2c(mesh_, all(ends...), +1)); }

  auto set_boundary(auto... ends) const {
    return Linear<Location::face, Location::face>{oracle::set_boundary(mesh_, all(ends...))};
  }
  auto upwind_biased_product_c2f(auto... ends) const {
    return [this, given = all(ends...)](const Faces& w, const Centers& x) {
      return oracle::upwind_biased_product_c2f(mesh_, given, w, x);
    };
  }

  Centers center_spacing() const {
    Centers dz;
    for (std::size_t i = 0; i < mesh_.levels(); ++i) dz.values.push_back(mesh_.dc(i));
    return dz;
  }
  Faces face_spacing() const {
    Faces dz;
    for (std::size_t j = 0; j <= mesh_.levels(); ++j) dz.values.push_back(mesh_.df(j));
    return dz;
  }

 private:
  static Conditions all(auto... ends) {
    Conditions given;
    (given.add(ends), ...);
    return given;
  }
  static Linear<Location::center, Location::face> to_faces(Affine matrix) { return {std::move(matrix)}; }
  static Linear<Location::face, Location::center> to_centers(Affine matrix) { return {std::move(matrix)}; }

  Mesh mesh_;
};

}  // namespace oracle
