// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include "shorthand.hpp"

namespace catalogue {

/// The library's side of the names in which expressions are written once for the oracle and once for the library.
struct LibraryLanguage {
  STENCIL_FUNCTION static auto set_value(const auto& value) { return stencil::SetValue(value); }
  STENCIL_FUNCTION static auto set_gradient(const auto& value) { return stencil::SetGradient(value); }
  STENCIL_FUNCTION static auto set_divergence(const auto& value) { return stencil::SetDivergence(value); }
  STENCIL_FUNCTION static auto extrapolate() { return stencil::Extrapolate(); }
  STENCIL_FUNCTION static auto bottom(const auto& condition) { return stencil::bottom(condition); }
  STENCIL_FUNCTION static auto top(const auto& condition) { return stencil::top(condition); }

  STENCIL_FUNCTION static auto interpolate_c2f(const auto&... ends) { return stencil::InterpolateC2F(ends...); }
  STENCIL_FUNCTION static auto gradient_c2f(const auto&... ends) { return stencil::GradientC2F(ends...); }
  STENCIL_FUNCTION static auto divergence_c2f(const auto&... ends) { return stencil::DivergenceC2F(ends...); }
  STENCIL_FUNCTION static auto left_biased_c2f(const auto&... ends) { return stencil::LeftBiasedC2F(ends...); }
  STENCIL_FUNCTION static auto right_biased_c2f(const auto&... ends) { return stencil::RightBiasedC2F(ends...); }
  STENCIL_FUNCTION static auto interpolate_f2c(const auto&... ends) { return stencil::InterpolateF2C(ends...); }
  STENCIL_FUNCTION static auto gradient_f2c(const auto&... ends) { return stencil::GradientF2C(ends...); }
  STENCIL_FUNCTION static auto divergence_f2c(const auto&... ends) { return stencil::DivergenceF2C(ends...); }
  STENCIL_FUNCTION static auto left_biased_f2c(const auto&... ends) { return stencil::LeftBiasedF2C(ends...); }
  STENCIL_FUNCTION static auto right_biased_f2c(const auto&... ends) { return stencil::RightBiasedF2C(ends...); }
  STENCIL_FUNCTION static auto set_boundary(const auto&... ends) { return stencil::SetBoundary(ends...); }
  STENCIL_FUNCTION static auto upwind_biased_product_c2f(const auto&... ends) {
    return stencil::UpwindBiasedProductC2F(ends...);
  }
  STENCIL_FUNCTION static auto linear_interpolate_c2f(const auto&... ends) {
    return stencil::LinearInterpolateC2F(ends...);
  }
  STENCIL_FUNCTION static auto weighted_interpolate_c2f(const auto&... ends) {
    return stencil::WeightedInterpolateC2F(ends...);
  }
  STENCIL_FUNCTION static auto weighted_interpolate_f2c() { return stencil::WeightedInterpolateF2C(); }
  STENCIL_FUNCTION static auto upwind_biased_gradient() { return stencil::UpwindBiasedGradient(); }
  STENCIL_FUNCTION static auto advection_c2c(const auto&... ends) { return stencil::AdvectionC2C(ends...); }
  STENCIL_FUNCTION static auto advection_f2f() { return stencil::AdvectionF2F(); }
  STENCIL_FUNCTION static auto flux_correction_c2c() { return stencil::FluxCorrectionC2C(); }
  STENCIL_FUNCTION static auto flux_correction_f2f() { return stencil::FluxCorrectionF2F(); }
  STENCIL_FUNCTION static auto upwind_3rd_order_biased_product_c2f(const auto&... ends) {
    return stencil::Upwind3rdOrderBiasedProductC2F(ends...);
  }
  STENCIL_FUNCTION static auto left_biased_3rd_order_c2f(const auto&... ends) {
    return stencil::LeftBiased3rdOrderC2F(ends...);
  }
  STENCIL_FUNCTION static auto right_biased_3rd_order_c2f(const auto&... ends) {
    return stencil::RightBiased3rdOrderC2F(ends...);
  }
  STENCIL_FUNCTION static auto left_biased_3rd_order_f2c() { return stencil::LeftBiased3rdOrderF2C(); }
  STENCIL_FUNCTION static auto right_biased_3rd_order_f2c() { return stencil::RightBiased3rdOrderF2C(); }
  STENCIL_FUNCTION static auto lin_van_leer_c2f(double dt, const auto&... ends) {
    return stencil::LinVanLeerC2F(dt, stencil::constraint::MonotoneLocalExtrema{}, ends...);
  }
  STENCIL_FUNCTION static auto tvd_limited_flux_c2f() { return stencil::TVDLimitedFluxC2F(stencil::limiter::Koren{}); }
  STENCIL_FUNCTION static auto fct_boris_book(double dt) { return stencil::FCTBorisBook(dt); }
  STENCIL_FUNCTION static auto fct_zalesak(double dt) { return stencil::FCTZalesak(dt); }
  STENCIL_FUNCTION static auto weno5_product_c2f(double epsilon, const auto&... ends) {
    return stencil::WENO5ProductC2F(epsilon, ends...);
  }
  STENCIL_FUNCTION static auto ppm_c2f(double dt, const auto&... ends) { return stencil::PPMC2F(dt, ends...); }
  STENCIL_FUNCTION static auto first_of_curl_c2f() {
    return [](const auto& u, const auto& v) { return stencil::component<0>(stencil::CurlC2F()(stencil::vec(u, v))); };
  }
  STENCIL_FUNCTION static auto second_of_curl_c2f() {
    return [](const auto& u, const auto& v) { return stencil::component<1>(stencil::CurlC2F()(stencil::vec(u, v))); };
  }
  STENCIL_FUNCTION static auto first_order_one_sided() { return stencil::FirstOrderOneSided(); }

  STENCIL_FUNCTION static auto above(const auto& x, const auto&... ends) { return stencil::above(x, ends...); }
  STENCIL_FUNCTION static auto below(const auto& x, const auto&... ends) { return stencil::below(x, ends...); }

  // Of whole columns, in column functions.
  static constexpr stencil::DirectionFromBottom from_bottom{};
  static constexpr stencil::DirectionFromTop from_top{};
  STENCIL_FUNCTION static auto column_integral(const auto& x) { return stencil::column_integral(x); }
  STENCIL_FUNCTION static auto first_value(const auto& condition, const auto& x, auto way, const auto& otherwise) {
    return stencil::first_value_where(condition, x, way, otherwise);
  }
  STENCIL_FUNCTION static auto at_first_level(const auto& condition, const auto& x, auto way, const auto& otherwise) {
    return stencil::at_level(x, stencil::first_level_where(condition, way), otherwise);
  }
  STENCIL_FUNCTION static auto running_integral(const auto& x, const auto& start, stencil::DirectionFromBottom) {
    return stencil::cumulative_integral(x, stencil::bottom(start));
  }
  STENCIL_FUNCTION static auto running_integral(const auto& x, const auto& start, stencil::DirectionFromTop) {
    return stencil::cumulative_integral(x, stencil::top(start));
  }
  STENCIL_FUNCTION static auto running_sum(const auto& x, const auto& start, auto way) {
    return stencil::column_accumulate(stencil::functions::Add{}, start, stencil::as_is, way, x);
  }
  STENCIL_FUNCTION static auto march(auto way, const auto& start, const auto& step, const auto&... x) {
    return stencil::march(way, start, step, x...);
  }
  STENCIL_FUNCTION static auto solved(const auto& lower, const auto& diagonal, const auto& upper, const auto& right) {
    return stencil::solve(stencil::band(lower, diagonal, upper), right);
  }
  STENCIL_FUNCTION static auto solved(const auto& lowest, const auto& lower, const auto& diagonal, const auto& upper,
                                      const auto& highest, const auto& right) {
    return stencil::solve(stencil::band(lowest, lower, diagonal, upper, highest), right);
  }
  STENCIL_FUNCTION static auto diffused(double time_step, const auto& k, const auto& x) {
    const auto gradient =
        stencil::GradientC2F(stencil::bottom(stencil::SetGradient(0.0)), stencil::top(stencil::SetGradient(0.0)));
    const auto tendency = [&](auto y) { return stencil::DivergenceF2C()(k * gradient(y)); };
    return stencil::solve(stencil::identity() - time_step * stencil::jacobian(tendency, x), x);
  }

  STENCIL_FUNCTION static auto center_heights() { return stencil::heights(stencil::Center{}); }
  STENCIL_FUNCTION static auto center_spacing() { return stencil::spacing(stencil::Center{}); }
  STENCIL_FUNCTION static auto face_spacing() { return stencil::spacing(stencil::Face{}); }
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
