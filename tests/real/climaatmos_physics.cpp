// SPDX-License-Identifier: BSD-3-Clause
#include "climaatmos_physics.hpp"

#include <functional>

#include "climaland.hpp"
#include "reference.hpp"

namespace {

using namespace real_models;

std::vector<Row> dycoms_longwave(const Column& c) {
  const climaatmos::DycomsLongwave p;
  const Row rho = c.centers(density), q_t = c.centers(climaatmos::dycoms_water),
            q_l = c.centers(climaatmos::dycoms_liquid);
  int nearest = 0;
  for (int k = 1; k < c.n; ++k) {
    if (std::abs(q_t[k] - p.q_inversion) < std::abs(q_t[nearest] - p.q_inversion)) nearest = k;
  }
  Real whole = 0;
  for (int k = 0; k < c.n; ++k) whole += rho[k] * q_l[k] * c.dc[k];
  Row flux;
  Real below = 0;
  for (int k = 0; k <= c.n; ++k) {
    const Real over = c.zf[k] - c.zc[nearest];
    Real f = p.f0 * std::exp(-p.kappa * (whole - below)) + p.f1 * std::exp(-p.kappa * below);
    if (over > 0) {
      f += rho[nearest] * p.cp * p.divergence *
           (std::pow(over, Real(4) / 3) / 4 + c.zc[nearest] * std::pow(over, Real(1) / 3));
    }
    flux.push_back(f);
    if (k < c.n) below += rho[k] * q_l[k] * c.dc[k];
  }
  return {flux, c.each_cell([&](int k) { return -c.divergence(flux, k); }), {c.zc[nearest]}, {whole}};
}

std::vector<Row> gravity_waves(const Column& c) {
  using Waves = climaatmos::GravityWaves;
  const Waves p;
  const Row u = c.centers(climaatmos::jet), n = c.centers(climaatmos::brunt), rho = c.centers(density);
  const Real number = p.wave_number;
  Row drag(u.size());
  int source = 0;
  while (source < c.n && c.zc[source] < p.source_height) ++source;
  // Wave by wave: each leaves its momentum in the first level that it does not pass.
  for (int i = 0; i < Waves::speeds && source < c.n; ++i) {
    const Real speed = (i - Waves::speeds / 2) * p.spacing_of_speeds, at_source = speed - u[source];
    const Real flux = std::copysign(p.amplitude * std::exp2(-(at_source / p.width) * (at_source / p.width)), at_source);
    for (int k = source; k < c.n; ++k) {
      const Real here = speed - u[k], ratio = std::max<Real>(rho[k] / rho[std::min(k + 1, c.n - 1)], 1 + Real(1e-6));
      const Real height = c.df[k + 1] / std::log(ratio);
      if (std::abs(here) >= n[k] / std::sqrt(number * number + 1 / (4 * height * height))) break;
      const Real limit = rho[k] / rho[source] * number / n[k] / 2 * std::abs(here * here * here);
      if (at_source * here <= 0 || std::abs(flux) >= limit) {
        drag[k] += flux * p.intermittency * rho[source] / (rho[k] * c.df[k + 1]);
        break;
      }
    }
  }
  return {drag};
}

std::vector<Row> orographic_saturation(const Column& c) {
  const climaatmos::OrographicSaturation p;
  const Row rho = c.centers(density), u = c.centers(climaatmos::jet), n = c.centers(climaatmos::brunt);
  const Row pressure = c.faces(climaatmos::any_pressure);
  const Real base = c.surface(climaatmos::boundary_layer), pi = std::acos(Real(-1));
  const Row shear = c.each_face([&](int k) { return c.slope(u, k); });
  const Row bent = c.each_cell([&](int k) { return c.divergence(shear, k); });
  Real stress = c.surface(climaatmos::stress), phase = 0;
  Row up;
  for (int k = 0; k <= c.n; ++k) {
    const Real z = c.zf[k], slow = std::max<Real>(std::abs(c.mean(u, k)), 1), frequency = c.mean(n, k);
    if (z > base) {
      if (phase < pi) phase += (z - std::max(k == 0 ? 0 : c.zf[k - 1], base)) * frequency / slow;
      const Real steep = std::max<Real>(frequency * frequency / (slow * slow) - c.mean(bent, k) / slow, 1e-12);
      const Real most = p.mountain * c.mean(rho, k) * slow * slow * slow * std::sqrt(steep) / 100;
      if (phase >= pi) stress = std::min(stress, most);
    }
    up.push_back(stress);
  }
  const Row spread =
      c.each_face([&](int k) { return up[k] - up[c.n] * (pressure[0] - pressure[k]) / (pressure[0] - pressure[c.n]); });
  return {spread, c.each_cell([&](int k) { return -c.divergence(spread, k) / rho[k]; })};
}

std::vector<Row> maximum_random_overlap(const Column& c) {
  constexpr int count = climaatmos::MaximumRandomOverlap::subcolumns;
  const Row cloud = c.centers(climaatmos::clouds);
  auto seed = static_cast<unsigned>(c.surface(climaatmos::seed));
  Row threshold(count), fraction(cloud.size());
  std::vector<bool> seen(count);
  Real clear_above = 1;
  for (int k = c.n - 1; k >= 0; --k) {
    for (int i = 0; i < count; ++i) {
      seed = seed * 1664525U + 1013904223U;
      if (threshold[i] <= clear_above) threshold[i] = seed / Real(4294967296.0) * clear_above;
      if (threshold[i] > 1 - cloud[k]) fraction[k] += Real(1) / count, seen[static_cast<std::size_t>(i)] = true;
    }
    clear_above = 1 - cloud[k];
  }
  return {fraction, {Real(std::count(seen.begin(), seen.end(), true)) / count}};
}

std::vector<Row> subsidence(const Column& c) {
  const int n = c.n;
  const Row rho = c.centers(density), x = c.centers(total_water), w = c.faces(climaatmos::sinking);
  Row first(w.size()), third(w.size());
  for (int k = 0; k <= n; ++k) {  // it sinks: what is above comes down
    first[k] = w[k] * x[std::min(k, n - 1)];
    third[k] = first[k];
    if (k > 1 && k < n - 1) third[k] = w[k] * (2 * x[k - 1] + 5 * x[k] - x[k + 1]) / 6;
    if (k == 1 && n > 2) third[k] = w[k] * (4 * x[0] + 10 * x[1] - 2 * x[2]) / 12;
    if (k == n - 1 && k > 1) third[k] = w[k] * (4 * x[n - 1] + 10 * x[n - 2] - 2 * x[n - 3]) / 12;
  }
  const auto change = [&](const Row& flux) {
    return c.each_cell([&](int k) { return -rho[k] * (c.divergence(flux, k) - x[k] * c.divergence(w, k)); });
  };
  return {change(first), change(third)};
}

std::vector<Row> hydrostatic_pressure(const Column& c) {
  const climaatmos::HydrostaticPressure m;
  const Row th = c.faces(climaatmos::potential);
  Row p{c.surface(climaatmos::ground_pressure)};
  const auto density_of = [&](Real pressure, int k) {
    return pressure / (m.gas * th[k] * std::pow(pressure / Real(m.p0), Real(m.kappa)));
  };
  for (int k = 1; k <= c.n; ++k) {
    Real low = 0, high = p[k - 1];  // by halving
    for (int i = 0; i < 80; ++i) {
      const Real middle = (low + high) / 2;
      const Real off =
          middle - p[k - 1] + m.gravity * c.dc[k - 1] / 2 * (density_of(p[k - 1], k - 1) + density_of(middle, k));
      (off > 0 ? high : low) = middle;
    }
    p.push_back(low);
  }
  return {p};
}

/// The root of residual(x) by Newton steps, slopes taken as differences.
Row root_of(const std::function<Row(const Row&)>& residual, Row x) {
  for (int step = 0; step < 12; ++step) {
    const Row f = residual(x);
    Dense a(x.rows());
    for (int j = 0; j < x.rows(); ++j) {
      Row moved = x;
      const Real by = std::abs(x[j]) * 1e-9L + 1e-30L;
      moved[j] += by;
      const Row other = residual(moved);
      for (int i = 0; i < x.rows(); ++i) a[i][j] = (other[i] - f[i]) / by;
    }
    const Row change = solved(a, f);
    for (int i = 0; i < x.rows(); ++i) x[i] -= change[i];
  }
  return x;
}
std::vector<Row> energy_hydrology(const Column& c) {
  const climaland::EnergyHydrology m;
  const Real power = 1 - 1 / Real(m.soil.n), residual = m.soil.residual, range = Real(m.soil.porosity) - residual;
  const Row theta = c.centers(climaland::water), energy = c.centers(climaland::heat);
  const auto conducts = [&](Real x) {
    const Real s = (x - residual) / range, part = 1 - std::pow(1 - std::pow(s, 1 / power), power);
    return m.soil.conductivity * std::sqrt(s) * part * part;
  };
  const auto head = [&](Real x) {
    return -std::pow(std::pow((x - residual) / range, -1 / power) - 1, 1 / Real(m.soil.n)) / m.soil.alpha;
  };
  const auto flux_of = [&](const Row& x) {
    return c.each_face([&](int k) -> Real {
      if (k == c.n) return -c.surface(climaland::rain);
      if (k == 0) return -conducts(x[0]);
      return -(conducts(x[k - 1]) + conducts(x[k])) / 2 * ((head(x[k]) - head(x[k - 1])) / c.df[k] + 1);
    });
  };
  const Row x = root_of(
      [&](const Row& y) {
        const Row flux = flux_of(y);
        return c.each_cell([&](int k) { return y[k] - theta[k] + m.dt * c.divergence(flux, k); });
      },
      theta);
  const Row flux = flux_of(x);
  const Row capacity = c.each_cell([&](int k) { return m.heat_capacity + m.of_water * x[k]; });
  const Row heated = root_of(
      [&](const Row& e) {
        const Row t = c.each_cell([&](int k) { return e[k] / capacity[k]; });
        const Row heat = c.each_face([&](int k) -> Real {
          if (k == c.n) return -c.surface(climaland::heat_flux);
          if (k == 0) return 0;
          return m.of_water * c.mean(t, k) * flux[k] - m.conducts_heat * c.slope(t, k);
        });
        return c.each_cell([&](int k) { return e[k] - energy[k] + m.dt * c.divergence(heat, k); });
      },
      energy);
  return {x, heated};
}

std::vector<Row> soil_gas(const Column& c) {
  const climaland::SoilGas m;
  const Row gas = c.centers(climaland::carbon_dioxide), theta = c.centers(climaland::water);
  const Row source = c.centers(climaland::respiration);
  const Real air = c.surface(climaland::air);
  const Row pores = c.each_cell([&](int k) { return m.porosity - theta[k]; });
  const Row k_c = c.each_cell([&](int k) { return m.molecular * std::pow(pores[k], Real(1.5)); });
  Dense a(c.n);
  Row right = gas;
  for (int k = 0; k < c.n; ++k) {
    const Real factor = m.dt / (pores[k] * c.dc[k]);
    const Real below = k == 0 ? 0 : factor * c.mean(k_c, k) / c.df[k];
    const Real above = factor * c.mean(k_c, k + 1) / c.df[k + 1] * (k + 1 == c.n ? 2 : 1);  // half as far to the air
    a[k][k] = 1 + below + above;
    if (k > 0) a[k][k - 1] = -below;
    if (k + 1 < c.n) a[k][k + 1] = -above;
    right[k] += m.dt * source[k] + (k + 1 == c.n ? above * air : 0);
  }
  return {solved(a, right)};
}

}  // namespace

TEST_CASE("DYCOMS' longwave flux finds the inversion and integrates both ways", "[real]") {
  require_agreement(0, 1500, 1e-11, [](const auto& on) { return climaatmos::dycoms_longwave(on); }, dycoms_longwave);
}
TEST_CASE("Gravity waves leave their momentum level by level as they do wave by wave", "[real]") {
  require_agreement(0, 30e3, 1e-12, [](const auto& on) { return climaatmos::gravity_waves(on); }, gravity_waves, 1e-9);
}
TEST_CASE("A mountain wave's stress is cut upward and spread by pressure", "[real]") {
  require_agreement(
      0, 30e3, 1e-11, [](const auto& on) { return climaatmos::orographic_saturation(on); }, orographic_saturation,
      1e-6);
}
TEST_CASE("Clouds overlap in subcolumns from the top", "[real]") {
  require_agreement(
      0, 15e3, 1e-14, [](const auto& on) { return climaatmos::maximum_random_overlap(on); }, maximum_random_overlap, 1);
}
TEST_CASE("Subsidence carries what is above", "[real]") {
  require_agreement(0, 3e3, 1e-12, [](const auto& on) { return climaatmos::subsidence(on); }, subsidence, 1e-8);
}
TEST_CASE("Hydrostatic pressure satisfies a trapezoid in every cell", "[real]") {
  require_agreement(
      0, 6e3, 1e-12, [](const auto& on) { return climaatmos::hydrostatic_pressure(on); }, hydrostatic_pressure);
}
TEST_CASE("Water and heat in the soil take an implicit step", "[real]") {
  require_agreement(-2, 0, 1e-10, [](const auto& on) { return climaland::energy_hydrology(on); }, energy_hydrology);
}
TEST_CASE("A gas in the soil diffuses to the air", "[real]") {
  require_agreement(-2, 0, 1e-12, [](const auto& on) { return climaland::soil_gas(on); }, soil_gas);
}
