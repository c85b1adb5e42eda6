// SPDX-License-Identifier: BSD-3-Clause
#include "e3sm.hpp"

#include "reference.hpp"

namespace {

using namespace real_models;

std::vector<Row> shoc_scalars(const Column& c) {
  const Real dt = e3sm::ShocScalars{}.dt;
  const Row rho = c.centers(density), k = c.faces(e3sm::diffusivity);
  const Row k_rho = c.each_face([&](int i) { return c.mean(rho, i) * k[i]; });
  const auto step = [&](const auto& profile, Real flux) {
    Row x = c.centers(profile);
    x[0] += dt * flux / (rho[0] * c.dc[0]);
    return diffused(c, k_rho, rho, dt, x);
  };
  return {step(theta, c.surface(e3sm::heat_flux)), step(total_water, c.surface(e3sm::water_flux)), step(e3sm::tke, 0),
          step(e3sm::tracer, 0)};
}

std::vector<Row> shoc_momentum(const Column& c) {
  const Real dt = e3sm::ShocMomentum{}.dt;
  const Row rho = c.centers(density), k = c.faces(e3sm::diffusivity);
  const Row k_rho = c.each_face([&](int i) { return c.mean(rho, i) * k[i]; });
  Row decay(rho.size());
  decay[0] = dt * c.surface(e3sm::drag) / (rho[0] * c.dc[0]);
  return {diffused(c, k_rho, rho, dt, c.centers(wind_u), decay), diffused(c, k_rho, rho, dt, c.centers(wind_v), decay)};
}

std::vector<Row> shoc_third_moment(const Column& c) {
  const Real c3 = 7, g = 9.80616;
  const Row w2 = c.centers(e3sm::w_variance), e = c.centers(e3sm::tke), iso = c.centers(e3sm::isotropy);
  const Row n2 = c.centers(e3sm::brunt), th = c.centers(theta), thl2 = c.faces(e3sm::thl_variance);
  const Row wthl = c.faces(e3sm::heat_transport);
  const Real a0 = Real(0.52L) / (c3 * c3) / (c3 - 2), a1 = Real(0.87L) / (c3 * c3), a2 = Real(0.5) / c3;
  const Real a3 = Real(0.6L) / (c3 * (c3 - 2)), a4 = Real(2.4L) / (3 * c3 + 5), a5 = Real(0.6L) / (c3 * (3 + 5 * c3));
  Row w3(wthl.size());
  for (int k = 1; k < c.n; ++k) {
    const Real dz = 1 / c.df[k], dz2 = 1 / (c.dc[k] + c.dc[k - 1]), s = c.mean(iso, k), s2 = s * s;
    const Real buoyancy = s2 * c.mean(n2, k), beta = g / c.mean(th, k), w = c.mean(w2, k);
    const Real d_thl = thl2[k + 1] - thl2[k - 1], d_wthl = wthl[k + 1] - wthl[k - 1];
    const Real d_w = w2[k] - w2[k - 1], d_e = e[k] - e[k - 1];
    const Real f0 = dz2 * beta * beta * beta * s2 * s2 * wthl[k] * d_thl;
    const Real f1 = dz2 * beta * beta * s2 * s * (wthl[k] * d_wthl + w * d_thl / 2);
    const Real f2 = dz * beta * s2 * wthl[k] * d_w + 2 * dz2 * beta * s2 * w * d_wthl;
    const Real f3 = dz2 * beta * s2 * w * d_wthl + dz * beta * s2 * wthl[k] * d_e;
    const Real f4 = dz * s * w * (d_w + d_e), f5 = dz * s * w * d_w;
    const Real o0 = a4 / (1 - a5 * buoyancy), o1 = o0 / (2 * c3), o2 = o1 * f3 + o0 * f4 * 5 / 4;
    const Real less = 1 - a3 * buoyancy, divisor = 1 - (a1 + a3) * buoyancy;
    const Real x0 = a2 * buoyancy * less / divisor, y0 = 2 * a2 * buoyancy * x0 / less;
    const Real x1 = (a0 * f0 + a1 * f1 + a2 * less * f2) / divisor;
    const Real y1 = 2 * a2 * (buoyancy * x1 + a0 / a1 * f0 + f1) / less;
    w3[k] = (o0 * x1 + o1 * y1 + o2 - Real(1.2L) * x1 - Real(1.5) * f5) / (c3 - Real(1.2L) * x0 + o0 * x0 + o1 * y0);
    const Real most = Real(1.2L) * std::sqrt(2 * w * w * w);
    w3[k] = std::clamp(w3[k], -most, most);
  }
  return {w3};
}

std::vector<Row> homme_vertical_solve(const Column& c) {
  const int n = c.n;
  const e3sm::HommeVerticalSolve constants;
  const Real dt = constants.dt, g = constants.gravity, p_top = constants.p_top, p0 = constants.p0;
  const Real gas = constants.gas, gamma = 1 / (1 - Real(constants.kappa));
  const Row w0 = c.faces(wind_w), phi0 = c.faces(e3sm::geopotential);
  const Row rho = c.centers(e3sm::calm_density), th = c.centers(e3sm::calm_theta);
  const Row mass = c.each_cell([&](int k) { return g * rho[k] * c.dc[k]; });
  Row w = w0;
  for (int step = 0; step < 40; ++step) {
    const auto thickness = [&](const Row& at, int k) { return phi0[k + 1] - phi0[k] + g * dt * (at[k + 1] - at[k]); };
    const Row p =
        c.each_cell([&](int k) { return p0 * std::pow(gas * mass[k] * th[k] / (p0 * thickness(w, k)), gamma); });
    const Row slope = c.each_cell([&](int k) { return gamma * p[k] * g * dt / thickness(w, k); });  // -dp/dw above
    Dense a(n + 1);
    Row f(w.size());
    for (int k = 0; k <= n; ++k) {
      a[k][k] = 1;
      f[k] = w[k] - w0[k];
      if (k == 0) continue;
      const Real between = k == n ? mass[k - 1] / 2 : (mass[k - 1] + mass[k]) / 2;
      const Real factor = g * dt / between;
      f[k] -= factor * (p[k - 1] - (k == n ? p_top : p[k])) - g * dt;
      a[k][k] += factor * slope[k - 1];
      a[k][k - 1] -= factor * slope[k - 1];
      if (k < n) a[k][k] += factor * slope[k], a[k][k + 1] -= factor * slope[k];
    }
    const Row change = solved(a, f);
    Real part = 1;
    const auto turned_over = [&] {
      for (int k = 0; k < n; ++k) {
        if (thickness(w, k) - part * g * dt * (change[k + 1] - change[k]) <= 0) return true;
      }
      return false;
    };
    while (turned_over()) part /= 2;
    for (int k = 0; k <= n; ++k) w[k] -= part * change[k];
  }
  return {w, c.each_face([&](int k) { return phi0[k] + g * dt * w[k]; }), {0}};
}

}  // namespace

TEST_CASE("SHOC's four scalars diffuse with one matrix", "[real]") {
  require_agreement(0, 20e3, 1e-12, [](const auto& on) { return e3sm::shoc_scalars(on); }, shoc_scalars);
}
TEST_CASE("SHOC's momentum feels the ground implicitly", "[real]") {
  require_agreement(0, 20e3, 1e-12, [](const auto& on) { return e3sm::shoc_momentum(on); }, shoc_momentum);
}
TEST_CASE("SHOC's third moment is that of loops", "[real]") {
  require_agreement(0, 3e3, 1e-11, [](const auto& on) { return e3sm::shoc_third_moment(on); }, shoc_third_moment);
}
TEST_CASE("HOMME's w and phi solve their equations in every column", "[real]") {
  require_agreement(
      0, 20e3, 1e-9, [](const auto& on) { return e3sm::homme_vertical_solve(on); }, homme_vertical_solve, 1);
}
