// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include "limited.hpp"
#include "transport.hpp"

/// Every operator of the library, for backends to be compared. What the oracle cannot say names the library's
/// operators.
namespace catalogue {

/// The operators that read more than their neighbours, or have parameters. Arguments are computed, for tiles hold
/// those: of a field every row is there.
template <class Visit>
void wide(const Visit& visit) {
  using namespace stencil;
  visit("to the ends by a line", to_the_ends_by_a_line);
  visit("advection between values, corrected", corrected_advection);
  visit("advection at faces", advection_at_faces);
  visit("gradients from upwind", gradients_from_upwind);
  visit("third-order fluxes", third_order_fluxes);
  visit("extrapolation and mixed fluxes",
        [](const auto& L) { return InterpolateC2F(bottom(Extrapolation<3>{}), top(SetFlux(2, -0.5, L.s)))(2 * L.a); });
  visit("there and back between values",
        [](const auto& L) { return RightBiased3rdOrderF2C(top(SetValue(L.s)))(LeftBiased3rdOrderC2F()(2 * L.a)); });
  visit("lines in the upwind cells, extrapolated", [](const auto& L) {
    const auto ends = top(Extrapolation<2>{});
    return LinVanLeerC2F(0.001, constraint::MonotoneLocalExtrema{}, bottom(SetValue(L.s)), ends)(2 * L.f, 2 * L.a);
  });
  visit("excess fluxes, limited by van Leer", [](const auto& L) {
    const auto f = 2 * L.f;
    return TVDLimitedFluxC2F(limiter::VanLeer{}, top(Extrapolation<3>{}))(f, L.a * L.b, f);
  });
  visit("excess fluxes, corrected by their neighbours",
        [](const auto& L) { return FCTBorisBook(0.01, bottom(Extrapolation<2>{}))(2 * L.f, 2 * L.a); });
  visit("excess fluxes, corrected between bounds",
        [](const auto& L) { return FCTZalesak(0.01, bottom(Extrapolation<3>{}))(2 * L.f, 2 * L.a, 0.5 * L.b); });
  visit("fifth-order fluxes", [](const auto& L) {
    return WENO5ProductC2F(1e-4, bottom(Extrapolation<2>{}), top(SetValue(L.s)))(2 * L.f, 2 * L.a);
  });
  visit("parabolas in the upwind cells",
        [](const auto& L) { return PPMC2F(0.001, bottom(SetValue(L.s)), top(Extrapolation<3>{}))(2 * L.f, 2 * L.a); });
}

/// All others, a few to an expression.
template <class Visit>
void narrow(const Visit& visit) {
  using namespace stencil;
  visit("sums of operators to centers", [](const auto& L) {
    return L.interpolate_f2c(L.at_bottom(L.s))(L.f) +
           L.left_biased_f2c()(L.f) * L.right_biased_f2c(L.at_top(1.0))(L.f) +
           L.gradient_f2c(L.top(L.extrapolate()))(L.f) + L.weighted_interpolate_f2c()(L.f * L.f + 1.0, L.f) +
           LeftBiased3rdOrderF2C(bottom(SetValue(L.s)))(L.f);
  });
  visit("sums of operators to faces", [](const auto& L) {
    return L.left_biased_c2f(L.at_bottom(L.s))(L.a) * L.right_biased_c2f()(L.b) +
           L.divergence_c2f(L.top(L.set_divergence(L.s)))(L.a) + L.upwind_biased_product_c2f(L.at_top(L.s))(L.f, L.a) +
           L.weighted_interpolate_c2f(L.at_top(L.s))(L.a + 1.0, L.b) +
           FaceWeightedInterpolateC2F(bottom(Extrapolation<2>{}))(L.f, L.a);
  });
  visit("a boundary value over a sum", [](const auto& L) {
    const auto slope = L.gradient_c2f(L.top(L.set_gradient(L.s)))(L.b);
    return L.set_boundary(L.at_bottom(L.s))(L.right_biased_3rd_order_c2f()(L.a) + slope);
  });
  visit("the constraints on lines", [](const auto& L) {
    return LinVanLeerC2F(0.001, constraint::AlgebraicMean{})(L.f, L.a) +
           LinVanLeerC2F(0.001, constraint::PositiveDefinite{})(L.f, L.a) +
           LinVanLeerC2F(0.001, constraint::MonotoneHarmonic{})(L.f, L.a);
  });
  visit("the limiters of fluxes", [](const auto& L) {
    return TVDLimitedFluxC2F(limiter::MinMod{})(L.f, L.a, L.f) + L.tvd_limited_flux_c2f()(L.f, L.a, L.f) +
           TVDLimitedFluxC2F(limiter::Superbee{})(L.f, L.a, L.f) +
           TVDLimitedFluxC2F(limiter::MonotonizedCentral{})(L.f, L.a, L.f);
  });
  visit("the curl of a wind", [](const auto& L) {
    using Wind = typename decltype(L.wind)::value_type;
    return CurlC2F(top(SetCurl(Wind{{1, 2}})))(L.wind);
  });
}

}  // namespace catalogue
