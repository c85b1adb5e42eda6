// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

/// A boundary-layer column as column functions: diffusion by the gradient Richardson number, third-order advection of
/// heat and momentum, limited advection of two tracers, surface fluxes. With 1, 2, 4 and 9 results.
namespace boundary_layer {

using namespace stencil;

/// What all results have in common: flow at faces, shear, diffusivity [m2/s times kg/m3].
struct Constants {
  double gravity = 9.81;
  double longest = 150.0;  ///< mixing length far from the ground [m]
  double karman = 0.4;
  double rotation = 1e-4;  ///< [1/s]
  double gas = 287.0;      ///< of dry air [J/kg/K]
  double heat_capacity = 1004.0;
  double surface_pressure = 1e5;
  double time_step = 1.0;  ///< of the limited advection [s]

  STENCIL_FUNCTION auto stability(const auto& richardson) const {
    const auto stable = 1.0 + 5.0 * richardson;
    return where(richardson > 0.0, 1.0 / (stable * stable), sqrt(1.0 - 16.0 * min(richardson, 0.0)));
  }
  STENCIL_FUNCTION static auto gradient(const auto& x) {
    return GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)))(x);
  }
  STENCIL_FUNCTION static auto divergence(const auto& flux) {
    return DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(flux);
  }
  STENCIL_FUNCTION static auto divergence(const auto& flux, const auto& at_bottom) {
    return DivergenceF2C(bottom(SetValue(at_bottom)), top(SetValue(0.0)))(flux);
  }
  STENCIL_FUNCTION static auto upwind(const auto& mass_flux, const auto& x) {
    return Upwind3rdOrderBiasedProductC2F(bottom(FirstOrderOneSided{}), top(FirstOrderOneSided{}))(mass_flux, x);
  }
  STENCIL_FUNCTION auto limited(const auto& mass_flux, const auto& x) const {
    return LinVanLeerC2F(time_step, constraint::MonotoneHarmonic{})(mass_flux, x);
  }
  /// Diffusivity times density at faces.
  STENCIL_FUNCTION auto mixing(const auto& rho_f, const auto& theta, const auto& du, const auto& dv,
                               const auto& dtheta) const {
    const auto shear = du * du + dv * dv + 1e-10;
    const auto richardson = gravity / InterpolateC2F()(theta) * dtheta / shear;
    const auto wall = karman * heights(Face{});
    const auto length = wall / (1.0 + wall / longest);
    return length * length * sqrt(shear) * stability(richardson) * rho_f;
  }
};

/// The diffusivity.
struct Diffusivity : Constants {
  STENCIL_FUNCTION auto operator()(auto rho, auto e, auto u, auto v) const {
    const auto theta = e / rho;
    const auto rho_f = InterpolateC2F()(rho);
    return results(mixing(rho_f, theta, gradient(u), gradient(v), gradient(theta)) / rho_f);
  }
};

/// The tendency of heat.
struct Heating : Constants {
  STENCIL_FUNCTION auto operator()(auto rho, auto e, auto u, auto v, auto w, auto heat_flux) const {
    const auto theta = e / rho;
    const auto rho_f = InterpolateC2F()(rho);
    const auto dtheta = gradient(theta);
    const auto k = mixing(rho_f, theta, gradient(u), gradient(v), dtheta);
    const auto mass_flux = rho_f * w;
    return results(divergence(k * dtheta, -heat_flux) - divergence(upwind(mass_flux, theta)));
  }
};

/// The diffusivity and the tendency of heat.
struct DiffusivityAndHeating : Constants {
  STENCIL_FUNCTION auto operator()(auto rho, auto e, auto u, auto v, auto w, auto heat_flux) const {
    const auto theta = e / rho;
    const auto rho_f = InterpolateC2F()(rho);
    const auto dtheta = gradient(theta);
    const auto k = mixing(rho_f, theta, gradient(u), gradient(v), dtheta);
    return results(k / rho_f, divergence(k * dtheta, -heat_flux) - divergence(upwind(rho_f * w, theta)));
  }
};

/// What the tendencies have in common, computed once.
template <class AtCenters, class AtFaces>
struct Flow {
  AtCenters theta, convergence;
  AtFaces rho_f, du, dv, dtheta, k, mass_flux;
};

struct Dynamics : Constants {
  STENCIL_FUNCTION auto flow(const auto& rho, const auto& e, const auto& u, const auto& v, const auto& w) const {
    const auto theta = e / rho;
    const auto rho_f = InterpolateC2F()(rho);
    const auto du = gradient(u), dv = gradient(v), dtheta = gradient(theta);
    const auto k = mixing(rho_f, theta, du, dv, dtheta);
    const auto mass_flux = rho_f * w;
    return Flow<std::remove_cvref_t<decltype(theta)>, std::remove_cvref_t<decltype(k)>>{
        theta, -divergence(mass_flux), rho_f, du, dv, dtheta, k, mass_flux};
  }
  STENCIL_FUNCTION auto heating(const auto& f, const auto& heat_flux) const {
    return divergence(f.k * f.dtheta, -heat_flux) - divergence(upwind(f.mass_flux, f.theta));
  }
  STENCIL_FUNCTION auto acceleration(const auto& f, const auto& rho, const auto& x, const auto& dx,
                                     const auto& stress) const {
    return (divergence(f.k * dx, -stress) - divergence(upwind(f.mass_flux, x)) - x * f.convergence) / rho;
  }
};

/// The tendencies of mass, heat and wind.
struct FourTendencies : Dynamics {
  STENCIL_FUNCTION auto operator()(auto rho, auto e, auto u, auto v, auto w, auto heat_flux, auto stress) const {
    const auto f = flow(rho, e, u, v, w);
    return results(f.convergence, heating(f, heat_flux), acceleration(f, rho, u, f.du, stress) + rotation * v,
                   acceleration(f, rho, v, f.dv, stress) - rotation * u);
  }
};

/// Of two tracers and the vertical wind too; pressure and diffusivity.
struct NineTendencies : Dynamics {
  // nvcc 13.0 stops with an internal error at a function of ten parameters of type auto.
  template <class C, class F, class S>
  STENCIL_FUNCTION auto operator()(C rho, C e, C u, C v, F w, S heat_flux, S stress, C q1, C q2,
                                   S moisture_flux) const {
    const auto f = flow(rho, e, u, v, w);
    const auto q1_t = divergence(f.k * gradient(q1), -moisture_flux) - divergence(limited(f.mass_flux, q1));
    const auto q2_t = divergence(f.k * gradient(q2)) - divergence(limited(f.mass_flux, q2));
    const double exponent = heat_capacity / (heat_capacity - gas);
    const auto p = surface_pressure * exp(exponent * log(gas / surface_pressure * e));
    const auto w_c = InterpolateF2C()(w);
    const auto w_t = -(gradient(p) / f.rho_f) - gravity - GradientC2F()(0.5 * (w_c * w_c));
    return results(f.convergence, heating(f, heat_flux), acceleration(f, rho, u, f.du, stress) + rotation * v,
                   acceleration(f, rho, v, f.dv, stress) - rotation * u, q1_t, q2_t, p, f.k / f.rho_f, w_t);
  }
};

/// The state of many columns and the fields for what is computed from it.
template <class T, class Backend, class Layout>
struct State {
  CenterField<T, Backend, Layout> rho, e, u, v, q1, q2;
  FaceField<T, Backend, Layout> w;
  SurfaceField<T, Backend> heat_flux, stress, moisture_flux;
  CenterField<T, Backend, Layout> rho_t, e_t, u_t, v_t, q1_t, q2_t, p;
  FaceField<T, Backend, Layout> k, w_t;

  explicit State(const ColumnGrid& grid)
      : rho(grid),
        e(grid),
        u(grid),
        v(grid),
        q1(grid),
        q2(grid),
        w(grid),
        heat_flux(grid),
        stress(grid),
        moisture_flux(grid),
        rho_t(grid),
        e_t(grid),
        u_t(grid),
        v_t(grid),
        q1_t(grid),
        q2_t(grid),
        p(grid),
        k(grid),
        w_t(grid) {
    const auto density = [](double z) { return 1.2 * std::exp(-z / 8000); };
    const auto varied = [](std::size_t column) { return 1 + 1e-3 * static_cast<double>(column % 97); };
    rho.fill([=](double z) { return static_cast<T>(density(z)); });
    e.fill([=](double z, std::size_t c) { return static_cast<T>(density(z) * (300 + 0.003 * z) * varied(c)); });
    u.fill([=](double z, std::size_t c) { return static_cast<T>(5 + z / 1000 * varied(c)); });
    v.fill([=](double z) { return static_cast<T>(1 - z / 5000); });
    q1.fill([=](double z) { return static_cast<T>(0.01 * std::exp(-z / 2000)); });
    q2.fill([=](double z) { return static_cast<T>(z > 1000 && z < 3000 ? 1e-3 : 0.0); });
    w.fill([=](double z) { return static_cast<T>(0.5 * std::sin(z / 3000)); });
    heat_flux.fill(static_cast<T>(10));
    stress.fill(static_cast<T>(0.05));
    moisture_flux.fill(static_cast<T>(1e-4));
  }

  auto diffusivity_call() const { return columnwise(Diffusivity{})(rho, e, u, v); }
  auto heating_call() const { return columnwise(Heating{})(rho, e, u, v, w, heat_flux); }
  auto two_call() const { return columnwise(DiffusivityAndHeating{})(rho, e, u, v, w, heat_flux); }
  auto four_call() const { return columnwise(FourTendencies{})(rho, e, u, v, w, heat_flux, stress); }
  auto nine_call() const {
    return columnwise(NineTendencies{})(rho, e, u, v, w, heat_flux, stress, q1, q2, moisture_flux);
  }
  auto two_results() { return fields(k, e_t); }
  auto four_results() { return fields(rho_t, e_t, u_t, v_t); }
  auto nine_results() { return fields(rho_t, e_t, u_t, v_t, q1_t, q2_t, p, k, w_t); }

  template <class P>
  void diffusivity(const P& how) {
    assign(k, diffusivity_call(), how);
  }
  template <class P>
  void heating(const P& how) {
    assign(e_t, heating_call(), how);
  }
  template <class P>
  void two(const P& how) {
    assign(two_results(), two_call(), how);
  }
  template <class P>
  void four(const P& how) {
    assign(four_results(), four_call(), how);
  }
  template <class P>
  void nine(const P& how) {
    assign(nine_results(), nine_call(), how);
  }
  // Compiled only where they are called.
  Explanation explain_diffusivity() { return explain(k, diffusivity_call()); }
  Explanation explain_heating() { return explain(e_t, heating_call()); }
  Explanation explain_two() { return explain(two_results(), two_call()); }
  Explanation explain_four() { return explain(four_results(), four_call()); }
  Explanation explain_nine() { return explain(nine_results(), nine_call()); }
};

}  // namespace boundary_layer
