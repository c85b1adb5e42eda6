// SPDX-License-Identifier: BSD-3-Clause
#include "oceananigans.hpp"

#include "breeze.hpp"
#include "reference.hpp"

namespace {

using namespace real_models;

std::vector<Row> implicit_diffusion(const Column& c) {
  const int n = c.n;
  const Real dt = oceananigans::ImplicitDiffusion{}.dt;
  const Row nu = c.faces(oceananigans::viscosity), k = c.faces(oceananigans::energy);
  const Row one(static_cast<std::size_t>(n), 1);
  Dense a(n + 1);
  Row w = c.faces(oceananigans::vertical_current);
  w[0] = w[n] = 0;
  for (int i = 0; i <= n; ++i) {
    a[i][i] = 1;
    if (i == 0 || i == n) continue;
    const Real below = dt / c.df[i] * (nu[i - 1] + nu[i]) / 2 / c.dc[i - 1];
    const Real above = dt / c.df[i] * (nu[i] + nu[i + 1]) / 2 / c.dc[i];
    a[i][i - 1] = -below, a[i][i] += below + above, a[i][i + 1] = -above;
  }
  return {diffused(c, nu, one, dt, c.centers(oceananigans::current)),
          diffused(c, nu, one, dt, c.centers(oceananigans::cross_current)), solved(a, w),
          diffused(c, k, one, dt, c.centers(oceananigans::temperature)),
          diffused(c, k, one, dt, c.centers(oceananigans::salinity))};
}

std::vector<Row> catke(const Column& c) {
  const int n = c.n;
  const oceananigans::Catke p;
  const Row u = c.centers(oceananigans::current), v = c.centers(oceananigans::cross_current);
  const Row b = c.centers(oceananigans::buoyancy);
  Row e = c.centers(oceananigans::energy);
  const Real flux = c.surface(oceananigans::surface_buoyancy_flux), depth = -c.zf[0];
  const Real least = p.least_flux;
  const Row velocity = c.each_cell([&](int k) { return std::sqrt(e[k]); });
  const Row cubed = c.each_cell([&](int k) { return velocity[k] * velocity[k] * velocity[k]; });
  const auto s2 = [&](int k) { return c.slope(u, k) * c.slope(u, k) + c.slope(v, k) * c.slope(v, k); };
  const auto diffusivity = [&](const oceananigans::CatkeCoefficients& coefficients) {
    return c.each_face([&](int k) {
      const Real n2 = c.slope(b, k), above = k == n ? 0 : c.slope(b, k + 1), w = c.mean(velocity, k);
      const Real down = -c.zf[k], wall = std::min(p.c_surface * down, p.c_bottom * (depth - down));
      const Real stable = n2 > 0 ? std::min(wall, w / std::sqrt(n2)) : wall;
      const Real ri = n2 == 0 ? 0 : n2 / s2(k);
      const Real ramp = std::clamp((ri - p.ri_0) / p.ri_width, Real(0), Real(1));
      const Real sigma =
          ri < 0 ? coefficients.unstable : coefficients.low + (Real(coefficients.high) - coefficients.low) * ramp;
      Real lifted = 0;
      if (flux > least && n2 < 0) {
        const Real plume = std::max<Real>(1 - p.c_plume * down * w * s2(k) / (flux + least), 0);
        lifted = coefficients.convective * c.mean(cubed, k) / (flux + least) * plume;
      } else if (flux > least && n2 > 0 && above < 0) {
        lifted = coefficients.entraining * flux / (w * n2 + least);
      }
      return std::min<Real>(p.most, w * std::min(depth, std::max(sigma * stable, lifted)));
    });
  };
  const Row k_u = diffusivity(p.momentum), k_c = diffusivity(p.tracers), k_e = diffusivity(p.energy);
  const Row one(static_cast<std::size_t>(n), 1);
  const Real seconds = Real(p.dt) / p.substeps;
  for (int i = 0; i < p.substeps; ++i) {
    Row right = e, decay = e;
    for (int k = 0; k < n; ++k) {
      const Real shear = (k_u[k] * s2(k) + k_u[k + 1] * s2(k + 1)) / 2;
      const Real lift = -(k_c[k] * c.slope(b, k) + k_c[k + 1] * c.slope(b, k + 1)) / 2;
      const Real positive = std::max<Real>(e[k], p.least_energy);
      decay[k] = -seconds * (std::min<Real>(lift, 0) / positive - p.dissipation * std::sqrt(positive) / depth);
      right[k] += seconds * (shear + std::max<Real>(lift, 0));
    }
    e = diffused(c, k_e, one, seconds, right, decay);
  }
  return {k_u, k_c, k_e, e};
}

/// The third-order upwind flux of Wicker and Skamarock at face k; near an end what is left of it.
Real third_order_flux(const Column& c, Real w, const Row& x, int k) {
  const int n = c.n;
  if (k > 1 && k < n - 1) {
    const Real center = 7 * (x[k] + x[k - 1]) - (x[k + 1] + x[k - 2]);
    const Real bias = 3 * (x[k] - x[k - 1]) - (x[k + 1] - x[k - 2]);
    return (w * center - std::abs(w) * bias) / 12;
  }
  if (n == 2) return w > 0 ? w * x[0] : w * x[1];
  if (k == 1) return w * (4 * x[0] + 10 * x[1] - 2 * x[2]) / 12;
  return w * (4 * x[n - 1] + 10 * x[n - 2] - 2 * x[n - 3]) / 12;
}
std::vector<Row> split_advection(const Column& c) {
  const int n = c.n;
  const oceananigans::SplitAdvection p;
  const Row w = c.faces(oceananigans::vertical_current);
  Row x = c.centers(oceananigans::temperature);
  Row flux(w.size()), rest(w.size());
  Dense a(n);
  for (int k = 1; k < n; ++k) {
    const Real courant = std::abs(w[k]) * p.dt / c.df[k];
    const Real first = w[k] * p.most / std::max<Real>(courant, p.most);
    flux[k] = third_order_flux(c, first, x, k);
    rest[k] = w[k] - first;
  }
  for (int k = 0; k < n; ++k) {
    a[k][k] = 1;
    for (const int face : {k, k + 1}) {
      if (face == 0 || face == n) continue;
      const Real sign = face == k ? -1 : 1;
      a[k][rest[face] > 0 ? face - 1 : face] += sign * p.dt * rest[face] / c.dc[k];
    }
  }
  Row right = x;
  for (int k = 0; k < n; ++k) right[k] -= p.dt * c.closed_divergence(flux, k);
  return {solved(a, right)};
}

std::vector<Row> diagnosed(const Column& c) {
  const Row d = c.centers(oceananigans::divergence), b = c.centers(oceananigans::buoyancy);
  Row w(d.size() + 1), p(d.size());
  for (int k = 0; k < c.n; ++k) w[k + 1] = w[k] - d[k] * c.dc[k];
  Real above = 0;
  for (int k = c.n - 1; k >= 0; --k) above -= c.mean(b, k + 1) * c.df[k + 1], p[k] = above;
  return {w, p};
}

std::vector<Row> acoustic_substep(const Column& c) {
  const int n = c.n;
  const breeze::AcousticSubstep p;
  const Real step = Real(p.dt) * p.off_centring, g = p.gravity;
  const Row m0 = c.faces(breeze::momentum), rho = c.centers(breeze::small_density), pi = c.centers(exner);
  const Row rho_theta = c.centers(breeze::small_rho_theta), th = c.centers(theta);
  Dense a(n + 1);
  Row right(m0.size());
  for (int k = 0; k <= n; ++k) {
    a[k][k] = 1 + p.dt * p.sponge * std::max<Real>(c.zf[k] - p.sponge_from, 0) / 1000;
    if (k == 0 || k == n) continue;
    const Real stiffness = p.gamma_r * c.mean(pi, k);
    right[k] = m0[k] - step * (stiffness * c.slope(rho_theta, k) + g * c.mean(rho, k));
    for (const int cell : {k - 1, k}) {
      const Real sign = cell == k ? 1 : -1;
      for (const int face : {cell, cell + 1}) {
        const Real out = (face == cell ? -1 : 1) / c.dc[cell];
        a[k][face] -= step * step * out * (stiffness * sign / c.df[k] * c.mean(th, face) + g / 2);
      }
    }
  }
  const Row m = solved(a, right);
  const Row heat = c.each_face([&](int k) { return c.mean(th, k) * m[k]; });
  return {m, c.each_cell([&](int k) { return rho[k] - step * c.divergence(m, k); }),
          c.each_cell([&](int k) { return rho_theta[k] - step * c.divergence(heat, k); })};
}

std::vector<Row> kessler(const Column& c) {
  const int n = c.n;
  const breeze::Kessler p;
  const Row rho = c.centers(density), pi = c.centers(exner);
  Row th = c.centers(theta), v = c.centers(total_water), cloud = c.centers(breeze::cloud), r = c.centers(breeze::rain);
  const auto speed = [&](int k) {
    return 36.34 * std::pow(Real(0.001) * rho[k] * r[k], Real(0.1364)) * std::sqrt(rho[0] / rho[k]);
  };
  Real needed = 0;
  for (int k = 0; k < n; ++k) needed = std::max(needed, speed(k) * p.dt / (Real(0.8) * c.df[k + 1]));
  const int substeps = std::clamp(static_cast<int>(std::ceil(needed)), 1, p.most_substeps);
  const Real seconds = Real(p.dt) / substeps;
  Real at_ground = 0;
  for (int i = 0; i < substeps; ++i) {
    Row flux(rho.size() + 1);
    for (int k = 0; k < n; ++k) flux[k] = rho[k] * r[k] * speed(k);
    at_ground += seconds * flux[0];
    for (int k = 0; k < n; ++k) {
      const Real pc = Real(3.8) / (std::pow(pi[k], Real(p.cp) / p.gas) * p.p0), t = pi[k] * th[k];
      const Real falls = seconds * (flux[k + 1] - flux[k]) / (rho[k] * c.df[k + 1]);
      const Real grown = seconds * std::max<Real>(Real(0.001) * (cloud[k] - Real(0.001)), 0);
      const Real forms = cloud[k] - (cloud[k] - grown) / (1 + seconds * Real(2.2) * std::pow(r[k], Real(0.875)));
      const Real c1 = std::max<Real>(cloud[k] - forms, 0), r1 = std::max<Real>(r[k] + forms + falls, 0);
      const Real vs = pc * std::exp(Real(17.27) * (t - 273) / (t - 36));
      const Real condenses = (v[k] - vs) / (1 + vs * (4093 * Real(p.latent) / p.cp) / ((t - 36) * (t - 36)));
      const Real x = Real(0.001) * rho[k] * r1;
      const Real wet = (Real(1.6) + Real(124.9) * std::pow(x, Real(0.2046))) * std::pow(x, Real(0.525));
      const Real evaporation = seconds * wet / (Real(2.55e8) * pc / (Real(3.8) * vs) + Real(5.4e5)) *
                               std::max<Real>(vs - v[k], 0) / (Real(0.001) * rho[k] * vs);
      const Real evaporates = std::min({evaporation, std::max<Real>(-condenses - c1, 0), r1});
      const Real to_cloud = std::max(condenses, -c1);
      th[k] += p.latent / (p.cp * pi[k]) * (to_cloud - evaporates);
      v[k] = std::max<Real>(v[k] - to_cloud + evaporates, 0);
      cloud[k] = c1 + to_cloud;
      r[k] = r1 - evaporates;
    }
  }
  return {th, v, cloud, r, {at_ground}, {Real(substeps)}};
}

}  // namespace

TEST_CASE("Oceananigans' implicit diffusion solves for velocities and tracers", "[real]") {
  require_agreement(
      -300, 0, 1e-12, [](const auto& on) { return oceananigans::implicit_diffusion(on); }, implicit_diffusion);
}
TEST_CASE("CATKE's diffusivities and its energy are those of loops", "[real]") {
  require_agreement(-300, 0, 1e-11, [](const auto& on) { return oceananigans::catke(on); }, catke);
}
TEST_CASE("Oceananigans' advection is implicit where the Courant number is large", "[real]") {
  require_agreement(-300, 0, 1e-12, [](const auto& on) { return oceananigans::split_advection(on); }, split_advection);
}
TEST_CASE("Oceananigans' w and hydrostatic pressure are sums along the column", "[real]") {
  require_agreement(-300, 0, 1e-13, [](const auto& on) { return oceananigans::diagnosed(on); }, diagnosed, 1e-6);
}
TEST_CASE("Breeze's acoustic substep is the dense solution of its equations", "[real]") {
  require_agreement(0, 20e3, 1e-11, [](const auto& on) { return breeze::acoustic_substep(on); }, acoustic_substep);
}
TEST_CASE("Kessler's rain takes as many substeps as each column needs", "[real]") {
  require_agreement(0, 20e3, 1e-11, [](const auto& on) { return breeze::kessler(on); }, kessler);
}
