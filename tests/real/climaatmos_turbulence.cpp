// SPDX-License-Identifier: BSD-3-Clause
#include "climaatmos_turbulence.hpp"

#include "reference.hpp"

namespace {

using namespace real_models;
using namespace real_models::climaatmos;

std::vector<Row> face_diffusivities_by_loops(const Column& c) {
  const FaceDiffusivities p;
  const Row th = c.centers(theta), q = c.centers(total_water), u = c.centers(wind_u), v = c.centers(wind_v);
  const Row tke_c = c.centers(climaatmos::tke), cloud = c.centers(cloud_fraction), d_t = c.centers(dry_of_theta);
  const Row d_q = c.centers(dry_of_q), m_t = c.centers(moist_of_theta), m_q = c.centers(moist_of_q);
  const Real u_s = c.surface(u_star), l = c.surface(obukhov);
  std::vector<Row> all(4, Row(th.size() + 1));
  for (int i = 0; i <= c.n; ++i) {
    const Real dz = c.df[i], f = c.mean(cloud, i), t_z = c.slope(th, i), q_z = c.slope(q, i);
    const Real n2 =
        f * (c.mean(m_t, i) * t_z + c.mean(m_q, i) * q_z) + (1 - f) * (c.mean(d_t, i) * t_z + c.mean(d_q, i) * q_z);
    const Real k = std::max<Real>(c.mean(tke_c, i), 1e-8), root = std::sqrt(k);
    const Real jump = std::max<Real>(n2 * dz, 0), n2_e = n2 + jump * jump / (p.c_b * k);
    const Real s2 = c.slope(u, i) * c.slope(u, i) + c.slope(v, i) * c.slope(v, i) + Real(1e-10);
    const Real ri = n2_e / s2, x = p.pr_n + p.omega * ri;
    const Real pr = std::clamp<Real>((x + std::sqrt(std::max<Real>(x * x - 4 * p.pr_n * ri, 0))) / 2, 0.1, 10);
    const Real z = c.zf[i], surface = std::sqrt(tke_c[0]) / u_s;
    Real wall = p.karman * z / (surface * p.c_m);
    if (l < 0) wall *= std::min<Real>(std::pow(1 - 100 * z / l, Real(0.2)), 1 / Real(p.karman));
    const Real produced = p.c_m * (2 * s2 - n2 / pr) * root;
    Real balanced = p.most_length, buoyant = p.most_length;
    if (produced > 1e-10) balanced = std::min(balanced, std::sqrt(p.c_d * k * root / produced));
    if (n2_e > 1e-10) buoyant = std::min(buoyant, std::sqrt(p.c_b * k / n2_e));
    const Real lengths[] = {wall, balanced, buoyant}, smallest = std::min({wall, balanced, buoyant});
    const Real width = std::max<Real>(smallest * Real(0.1) / Real(0.2784645427610738L), 1);
    Real sum = 0, weights = 0;
    for (const Real length : lengths) {
      const Real weight = std::exp(-(length - smallest) / width);
      sum += length * weight, weights += weight;
    }
    all[0][i] = n2;
    all[1][i] = p.c_m * (sum / weights) * root;
    all[2][i] = all[1][i] / pr;
    const Real bulk = std::max<Real>(n2, 0) * dz * dz / (p.c_b * k);
    all[3][i] = Real(p.entrainment) / 2 * root / std::max<Real>(bulk, 1) * dz;
  }
  return all;
}

Row density_at_faces(const Column& c) {
  const Row rho = c.centers(density);
  const Row mass = c.each_cell([&](int k) { return rho[k] * c.dc[k]; });
  return c.each_face([&](int k) { return c.mean(mass, k) / c.df[k]; });
}

std::vector<Row> single_gradient_diffusion_by_loops(const Column& c) {
  const SingleGradientDiffusion p;
  const Row rho = density_at_faces(c), s = c.centers(static_energy), q = c.centers(total_water),
            h = c.centers(of_vapour);
  const Row tracer = c.centers(passive), u = c.centers(wind_u), k = c.centers(k_at_centers);
  const Row k_h = c.faces(k_heat), k_u = c.faces(k_wind);
  const Row carried = c.each_cell([&](int i) { return h[i] + p.gravity * c.zc[i]; });
  const Row inverse = c.each_cell([&](int i) { return 1 / std::max<Real>(k[i], 1e-6); });
  const auto change = [&](const auto& flux) {
    const Row at_faces = c.each_face(flux);
    return c.each_cell([&](int i) { return -c.closed_divergence(at_faces, i); });
  };
  const Row water = change([&](int i) { return -rho[i] * k_h[i] * c.slope(q, i); });
  return {change([&](int i) { return -rho[i] * k_h[i] * (c.slope(s, i) + c.mean(carried, i) * c.slope(q, i)); }),
          water,
          c.each_cell([&](int i) { return q[i] * water[i]; }),
          change([&](int i) { return -p.tracer_factor * rho[i] * k_h[i] * c.slope(tracer, i); }),
          change([&](int i) { return -2 * rho[i] * k_u[i] * c.slope(u, i); }),
          change([&](int i) { return -rho[i] / c.mean(inverse, i) * c.slope(u, i); })};
}

std::vector<Row> energy_budget_by_loops(const Column& c) {
  const EnergyBudget p;
  const Row rho = c.centers(density), rho_f = density_at_faces(c), k = c.centers(signed_tke), s2 = c.centers(shear2);
  const Row length = c.centers(mixing_length), n2 = c.faces(stability), k_u = c.faces(k_wind), k_h = c.faces(k_heat);
  const Row k_e = c.faces(k_mixed);
  Row flux = c.each_face([&](int i) { return rho_f[i] * k_u[i] * c.slope(k, i); });
  flux[0] = -c.surface(tke_flux), flux[c.n] = 0;
  return {c.each_cell([&](int i) {
    const Real by_shear = rho[i] * (k_u[i] + k_e[i] + k_u[i + 1] + k_e[i + 1]) * s2[i];
    const Real by_lift = rho[i] * ((k_h[i] + k_e[i]) * n2[i] + (k_h[i + 1] + k_e[i + 1]) * n2[i + 1]) / 2;
    const Real lost = k[i] >= 0 ? p.c_d * rho[i] * k[i] * std::sqrt(k[i]) / length[i] : rho[i] * k[i] / p.dt;
    return by_shear - by_lift - lost + c.divergence(flux, i);
  })};
}

Real slope_within(const Row& x, int n, int k) {
  if (k == 0 || k == n - 1) return 0;
  const Real mean = (x[k + 1] - x[k - 1]) / 2;
  const Real lowest = std::min({x[k - 1], x[k], x[k + 1]}), highest = std::max({x[k - 1], x[k], x[k + 1]});
  return std::copysign(std::min({std::abs(mean), 2 * (x[k] - lowest), 2 * (highest - x[k])}), mean);
}
std::vector<Row> mass_fluxes_by_loops(const Column& c) {
  const Row rho = density_at_faces(c), w = c.faces(wind_w),
            areas[] = {c.centers(updraft_area), c.centers(climaatmos::tke)};
  const Row speeds[] = {c.faces(updraft_w), c.faces(other_w)};
  const Row h = c.centers(static_energy), q = c.centers(total_water), tracer = c.centers(passive);
  const Row in_h[] = {c.centers(updraft_h), h}, in_q = c.centers(updraft_q), in_c = c.centers(updraft_c);
  Row flux[3] = {w, w, w};
  for (int i = 0; i <= c.n; ++i) {
    for (Row& f : flux) f[i] = 0;
    if (i == 0 || i == c.n) continue;
    for (int j = 0; j < 2; ++j) {
      const Real by = speeds[j][i] - w[i];
      const auto carried = [&](const Row& draft, const Row& mean, int k) { return (draft[k] - mean[k]) * areas[j][k]; };
      const int from = by > 0 ? i - 1 : i;
      flux[0][i] += rho[i] * by * carried(in_h[j], h, from);
      flux[1][i] += rho[i] * by * carried(in_q, q, from);
      const Row x = c.each_cell([&](int k) { return carried(in_c, tracer, k); });
      const Real rest = (1 - std::abs(by) * MassFluxes{}.dt / c.df[i]) / 2;
      flux[2][i] += rho[i] * by * (x[from] + (by > 0 ? 1 : -1) * slope_within(x, c.n, from) * rest);
    }
  }
  const auto change = [&](int which) {
    return c.each_cell([&](int k) { return -c.closed_divergence(flux[which], k); });
  };
  const Row water = change(1);
  return {change(0), water, c.each_cell([&](int k) { return q[k] * water[k]; }), change(2)};
}

std::vector<Row> updraft_velocity_by_loops(const Column& c) {
  const UpdraftVelocity p;
  const Row buoyancy = c.centers(updraft_buoyancy), e = c.centers(entrainment), rho = c.centers(density);
  const Row d = c.centers(drag), a = c.centers(updraft_area);
  const Row resistance = c.each_cell([&](int k) { return d[k] / std::sqrt(std::max<Real>(a[k], p.least_area)); });
  Row w(rho.size() + 1), mass(rho.size());
  Real below = c.surface(w_start);
  for (int k = 0; k <= c.n; ++k) {
    const Real quadratic = Real(0.5) / c.df[k] + c.mean(resistance, k), linear = c.mean(e, k) + p.sponge;
    const Real constant = std::min<Real>(0, -c.mean(buoyancy, k) - below * below / (2 * c.df[k]));
    w[k] = below = (-linear + std::sqrt(linear * linear - 4 * quadratic * constant)) / (2 * quadratic);
  }
  below = 0;
  for (int k = 0; k < c.n; ++k) {
    const Real gain = e[k] * rho[k] * p.least_area + (c.zc[k] < c.dc[k] ? Real(0.01) * rho[k] : 0);
    const Real in = w[k] / c.df[k], out = w[k + 1] / c.df[k + 1] + e[k];
    mass[k] = below = std::clamp<Real>((gain + in * below) / out, 0, p.most_area * rho[k]);
  }
  return {w, mass};
}

}  // namespace

TEST_CASE("ClimaAtmos' diffusivities at faces are those of loops", "[real]") {
  require_agreement(
      0, 20e3, 1e-11, [](const auto& on) { return climaatmos::face_diffusivities(on); }, face_diffusivities_by_loops);
}
TEST_CASE("ClimaAtmos' diffusion carries the enthalpy of water along", "[real]") {
  require_agreement(
      0, 20e3, 1e-11, [](const auto& on) { return climaatmos::single_gradient_diffusion(on); },
      single_gradient_diffusion_by_loops, 1e-9);
}
TEST_CASE("ClimaAtmos' budget of turbulent energy is that of loops", "[real]") {
  require_agreement(
      0, 20e3, 1e-12, [](const auto& on) { return climaatmos::energy_budget(on); }, energy_budget_by_loops);
}
TEST_CASE("ClimaAtmos' updrafts carry energy, water and tracers", "[real]") {
  require_agreement(
      0, 20e3, 1e-10, [](const auto& on) { return climaatmos::mass_fluxes(on); }, mass_fluxes_by_loops, 1e-12);
}
TEST_CASE("ClimaAtmos' updraft velocity is a chain of quadratics", "[real]") {
  require_agreement(
      0, 20e3, 1e-11, [](const auto& on) { return climaatmos::updraft_velocity(on); }, updraft_velocity_by_loops);
}
