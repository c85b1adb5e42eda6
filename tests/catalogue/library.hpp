// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include "shorthand.hpp"

namespace catalogue {

/// The library's side of the names in which expressions are written once for the oracle and once for the library.
struct LibraryLanguage {
  static auto set_value(const auto& value) { return stencil::SetValue(value); }
  static auto set_gradient(const auto& value) { return stencil::SetGradient(value); }
  static auto set_divergence(const auto& value) { return stencil::SetDivergence(value); }
  static auto extrapolate() { return stencil::Extrapolate(); }
  static auto bottom(const auto& condition) { return stencil::bottom(condition); }
  static auto top(const auto& condition) { return stencil::top(condition); }

  static auto interpolate_c2f(const auto&... ends) { return stencil::InterpolateC2F(ends...); }
  static auto gradient_c2f(const auto&... ends) { return stencil::GradientC2F(ends...); }
  static auto divergence_c2f(const auto&... ends) { return stencil::DivergenceC2F(ends...); }
  static auto left_biased_c2f(const auto&... ends) { return stencil::LeftBiasedC2F(ends...); }
  static auto right_biased_c2f(const auto&... ends) { return stencil::RightBiasedC2F(ends...); }
  static auto interpolate_f2c(const auto&... ends) { return stencil::InterpolateF2C(ends...); }
  static auto gradient_f2c(const auto&... ends) { return stencil::GradientF2C(ends...); }
  static auto divergence_f2c(const auto&... ends) { return stencil::DivergenceF2C(ends...); }
  static auto left_biased_f2c(const auto&... ends) { return stencil::LeftBiasedF2C(ends...); }
  static auto right_biased_f2c(const auto&... ends) { return stencil::RightBiasedF2C(ends...); }
  static auto set_boundary(const auto&... ends) { return stencil::SetBoundary(ends...); }
  static auto upwind_biased_product_c2f(const auto&... ends) { return stencil::UpwindBiasedProductC2F(ends...); }
  static auto linear_interpolate_c2f(const auto&... ends) { return stencil::LinearInterpolateC2F(ends...); }
  static auto weighted_interpolate_c2f(const auto&... ends) { return stencil::WeightedInterpolateC2F(ends...); }
  static auto weighted_interpolate_f2c() { return stencil::WeightedInterpolateF2C(); }
  static auto upwind_biased_gradient() { return stencil::UpwindBiasedGradient(); }
  static auto advection_c2c(const auto&... ends) { return stencil::AdvectionC2C(ends...); }
  static auto advection_f2f() { return stencil::AdvectionF2F(); }
  static auto flux_correction_c2c() { return stencil::FluxCorrectionC2C(); }
  static auto flux_correction_f2f() { return stencil::FluxCorrectionF2F(); }
  static auto upwind_3rd_order_biased_product_c2f(const auto&... ends) {
    return stencil::Upwind3rdOrderBiasedProductC2F(ends...);
  }
  static auto left_biased_3rd_order_c2f(const auto&... ends) { return stencil::LeftBiased3rdOrderC2F(ends...); }
  static auto right_biased_3rd_order_c2f(const auto&... ends) { return stencil::RightBiased3rdOrderC2F(ends...); }
  static auto left_biased_3rd_order_f2c() { return stencil::LeftBiased3rdOrderF2C(); }
  static auto right_biased_3rd_order_f2c() { return stencil::RightBiased3rdOrderF2C(); }
  static auto lin_van_leer_c2f(double dt, const auto&... ends) {
    return stencil::LinVanLeerC2F(dt, stencil::constraint::MonotoneLocalExtrema{}, ends...);
  }
  static auto tvd_limited_flux_c2f() { return stencil::TVDLimitedFluxC2F(stencil::limiter::Koren{}); }
  static auto fct_boris_book(double dt) { return stencil::FCTBorisBook(dt); }
  static auto fct_zalesak(double dt) { return stencil::FCTZalesak(dt); }
  static auto weno5_product_c2f(double epsilon, const auto&... ends) {
    return stencil::WENO5ProductC2F(epsilon, ends...);
  }
  static auto ppm_c2f(double dt, const auto&... ends) { return stencil::PPMC2F(dt, ends...); }
  static auto first_of_curl_c2f() {
    return [](const auto& u, const auto& v) { return stencil::component<0>(stencil::CurlC2F()(stencil::vec(u, v))); };
  }
  static auto second_of_curl_c2f() {
    return [](const auto& u, const auto& v) { return stencil::component<1>(stencil::CurlC2F()(stencil::vec(u, v))); };
  }
  static auto first_order_one_sided() { return stencil::FirstOrderOneSided(); }

  static auto above(const auto& x, const auto&... ends) { return stencil::above(x, ends...); }
  static auto below(const auto& x, const auto&... ends) { return stencil::below(x, ends...); }

  // Of whole columns, in column functions.
  static constexpr stencil::DirectionFromBottom from_bottom{};
  static constexpr stencil::DirectionFromTop from_top{};
  static auto column_integral(const auto& x) { return stencil::column_integral(x); }
  static auto first_value(const auto& condition, const auto& x, auto way, const auto& otherwise) {
    return stencil::first_value_where(condition, x, way, otherwise);
  }
  static auto at_first_level(const auto& condition, const auto& x, auto way, const auto& otherwise) {
    return stencil::at_level(x, stencil::first_level_where(condition, way), otherwise);
  }
  static auto running_integral(const auto& x, const auto& start, stencil::DirectionFromBottom) {
    return stencil::cumulative_integral(x, stencil::bottom(start));
  }
  static auto running_integral(const auto& x, const auto& start, stencil::DirectionFromTop) {
    return stencil::cumulative_integral(x, stencil::top(start));
  }
  static auto running_sum(const auto& x, const auto& start, auto way) {
    return stencil::column_accumulate(stencil::functions::Add{}, start, stencil::as_is, way, x);
  }
  static auto march(auto way, const auto& start, const auto& step, const auto&... x) {
    return stencil::march(way, start, step, x...);
  }
  static auto solved(const auto& lower, const auto& diagonal, const auto& upper, const auto& right) {
    return stencil::solve(stencil::band(lower, diagonal, upper), right);
  }
  static auto solved(const auto& lowest, const auto& lower, const auto& diagonal, const auto& upper,
                     const auto& highest, const auto& right) {
    return stencil::solve(stencil::band(lowest, lower, diagonal, upper, highest), right);
  }
  static auto diffused(double time_step, const auto& k, const auto& x) {
    const auto gradient =
        stencil::GradientC2F(stencil::bottom(stencil::SetGradient(0.0)), stencil::top(stencil::SetGradient(0.0)));
    const auto tendency = [&](auto y) { return stencil::DivergenceF2C()(k * gradient(y)); };
    return stencil::solve(stencil::identity() - time_step * stencil::jacobian(tendency, x), x);
  }

  static auto center_heights() { return stencil::heights(stencil::Center{}); }
  static auto center_spacing() { return stencil::spacing(stencil::Center{}); }
  static auto face_spacing() { return stencil::spacing(stencil::Face{}); }
};

/// What an expression finds when the library speaks: operators, and fields that hold the inputs.
template <class Scalar, class Backend, class Layout>
struct LibraryColumns : Shorthand<LibraryLanguage> {
  explicit LibraryColumns(const stencil::ColumnGrid& grid)
      : Shorthand<LibraryLanguage>(LibraryLanguage{}), a(grid), b(grid), f(grid), g(grid), s(grid) {}

  stencil::CenterField<Scalar, Backend, Layout> a, b;
  stencil::FaceField<Scalar, Backend, Layout> f, g;
  stencil::SurfaceField<Scalar, Backend, Layout> s;
};

}  // namespace catalogue
