// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "limited.hpp"
#include "reconstructed.hpp"
#include "to_centers.hpp"
#include "to_faces.hpp"
#include "transport.hpp"
#include "whole_columns.hpp"

namespace oracle {

/// A linear operator waiting for its argument.
template <Location from, Location to>
struct Linear {
  Affine matrix;
  Profile<to> operator()(const Profile<from>& x) const { return matrix.times<to>(x); }
};

/// The names in which expressions are written once for the library and once for the oracle.
class Language {
  static Conditions all(auto... ends) {
    Conditions given;
    (given.add(ends), ...);
    return given;
  }
  /// An operator of several arguments: `formula(around, x...)`, made with conditions.
  auto around(auto... ends) const {
    return [this, given = all(ends...)](auto formula) {
      return [this, given, formula](const auto&... x) { return formula(Around(mesh_, given), x...); };
    };
  }

 public:
  explicit Language(Mesh mesh) : mesh_(std::move(mesh)) {}

  static Condition set_value(Number value) { return {Kind::set_value, value}; }
  static Condition set_gradient(Number value) { return {Kind::set_gradient, value}; }
  static Condition set_divergence(Number value) { return {Kind::set_divergence, value}; }
  static Condition extrapolate() { return {Kind::extrapolate, {}}; }
  static Condition first_order_one_sided() { return {Kind::first_order_one_sided, {}}; }
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

  auto linear_interpolate_c2f(auto... ends) const {
    return around(ends...)([](const auto&... x) { return oracle::linear_interpolate_c2f(x...); });
  }
  auto weighted_interpolate_c2f(auto... ends) const {
    return around(ends...)([](const auto&... x) { return oracle::weighted_interpolate_c2f(x...); });
  }
  auto weighted_interpolate_f2c() const {
    return around()([](const auto&... x) { return oracle::weighted_interpolate_f2c(x...); });
  }
  auto upwind_biased_gradient() const {
    return around()([](const auto&... x) { return oracle::upwind_biased_gradient(x...); });
  }
  auto advection_c2c(auto... ends) const {
    return around(ends...)([](const auto&... x) { return oracle::advection_c2c(x...); });
  }
  auto advection_f2f() const {
    return around()([](const auto&... x) { return oracle::advection_f2f(x...); });
  }
  auto flux_correction_c2c() const {
    return around()([](const auto&... x) { return oracle::flux_correction(x...); });
  }
  auto flux_correction_f2f() const { return flux_correction_c2c(); }
  auto upwind_3rd_order_biased_product_c2f(auto... ends) const {
    return around(ends...)([](const auto&... x) { return oracle::upwind_3rd_order_biased_product_c2f(x...); });
  }

  auto biased_3rd_order_c2f(int side, auto... ends) const {
    return around(ends...)([=](const auto&... x) { return oracle::biased_3rd_order_c2f(x..., side); });
  }
  auto biased_3rd_order_f2c(int side) const {
    return around()([=](const auto&... x) { return oracle::biased_3rd_order_f2c(x..., side); });
  }
  auto left_biased_3rd_order_c2f(auto... ends) const { return biased_3rd_order_c2f(-1, ends...); }
  auto right_biased_3rd_order_c2f(auto... ends) const { return biased_3rd_order_c2f(+1, ends...); }
  auto left_biased_3rd_order_f2c() const { return biased_3rd_order_f2c(-1); }
  auto right_biased_3rd_order_f2c() const { return biased_3rd_order_f2c(+1); }
  auto lin_van_leer_c2f(double dt, auto... ends) const {
    return around(ends...)([=](const Around& at, const auto&... x) { return oracle::lin_van_leer_c2f(at, dt, x...); });
  }
  auto tvd_limited_flux_c2f() const {
    return around()([](const auto&... x) { return oracle::tvd_limited_flux_c2f(x...); });
  }
  auto fct_boris_book(double dt) const {
    return around()([=](const Around& at, const auto&... x) { return oracle::fct_boris_book(at, dt, x...); });
  }
  auto fct_zalesak(double dt) const {
    return around()([=](const Around& at, const auto&... x) { return oracle::fct_zalesak(at, dt, x...); });
  }
  auto weno5_product_c2f(double epsilon, auto... ends) const {
    return around(ends...)(
        [=](const Around& at, const auto&... x) { return oracle::weno5_product_c2f(at, epsilon, x...); });
  }
  auto ppm_c2f(double dt, auto... ends) const {
    return around(ends...)([=](const Around& at, const auto&... x) { return oracle::ppm_c2f(at, dt, x...); });
  }
  /// The components of the curl of the wind (u, v), as a function of u and v.
  auto first_of_curl_c2f() const {
    return [this](const Centers&, const Centers& v) { return -1.0 * gradient_c2f()(v); };
  }
  auto second_of_curl_c2f() const {
    return [this](const Centers& u, const Centers&) { return gradient_c2f()(u); };
  }

  /// The next value in the column; beyond the end what a condition says, else the end's own.
  template <Location where>
  Profile<where> above(const Profile<where>& x, auto... ends) const {
    return neighbour(x, true, all(ends...).top);
  }
  template <Location where>
  Profile<where> below(const Profile<where>& x, auto... ends) const {
    return neighbour(x, false, all(ends...).bottom);
  }

  // Of whole columns.
  static constexpr Direction from_bottom = oracle::from_bottom, from_top = oracle::from_top;
  Number column_integral(const Centers& x) const { return integral(mesh_, x); }
  /// x where a condition holds first, by one search and by the level that another one finds.
  template <Location where>
  Number first_value(const Profile<where, Decision>& condition, const Profile<where>& x, Direction way,
                     Number otherwise) const {
    return value_at(mesh_, x, first_level(mesh_, condition, way), otherwise);
  }
  template <Location where>
  Number at_first_level(const Profile<where, Decision>& condition, const Profile<where>& x, Direction way,
                        Number otherwise) const {
    return first_value(condition, x, way, otherwise);
  }
  Faces running_integral(const Centers& x, Number start, Direction way) const {
    return oracle::running_integral(mesh_, x, start, way);
  }
  template <Location where>
  Profile<where> running_sum(const Profile<where>& x, Number start, Direction way) const {
    return march(way, start, [](Number& sum, Number value) { return sum = sum + value; }, x);
  }
  static auto march(Direction way, Number start, const auto& step, const auto&... x) {
    return oracle::march(way, start, step, x...);
  }
  /// The solution of a system of three or five diagonals, the right side last.
  template <Location where, class... More>
  Profile<where> solved(const Profile<where>& lowest, const More&... more) const {
    return [&]<std::size_t... I>(const auto& all, std::index_sequence<I...>) {
      const Profile<where> diagonals[] = {all[I]...};
      return oracle::solved(mesh_, diagonals, all[sizeof...(I)]);
    }(std::array{lowest, more...}, std::make_index_sequence<sizeof...(More)>{});
  }
  Centers diffused(Number time_step, const Faces& k, const Centers& x) const {
    return oracle::diffused(mesh_, time_step, k, x);
  }

  Centers center_heights() const {
    Centers z;
    for (std::size_t i = 0; i < mesh_.levels(); ++i) z.values.push_back(mesh_.zc(i));
    return z;
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
  template <Location where>
  Profile<where> neighbour(const Profile<where>& x, bool up, const Condition& beyond) const {
    const std::size_t n = mesh_.levels(), rows = x.values.size();
    Profile<where> result;
    for (std::size_t i = 0; i < rows; ++i) {
      if (mesh_.periodic())
        result.values.push_back(x.values[(up ? i + 1 : i + n - 1) % n]);
      else if (i != (up ? rows - 1 : 0))
        result.values.push_back(x.values[up ? i + 1 : i - 1]);
      else
        result.values.push_back(beyond.kind == Kind::set_value ? beyond.value : x.values[i]);
    }
    return result;
  }
  static Linear<Location::center, Location::face> to_faces(Affine matrix) { return {std::move(matrix)}; }
  static Linear<Location::face, Location::center> to_centers(Affine matrix) { return {std::move(matrix)}; }

  Mesh mesh_;
};

}  // namespace oracle
