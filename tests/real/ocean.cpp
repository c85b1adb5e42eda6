// SPDX-License-Identifier: BSD-3-Clause
#include "cvmix.hpp"
#include "dwarfs.hpp"
#include "gotm.hpp"
#include "reference.hpp"

namespace {

using namespace real_models;

std::vector<Row> kpp(const Column& c) {
  const int n = c.n;
  const cvmix::Kpp p;
  const Row b = c.centers(cvmix::buoyancy), u = c.centers(cvmix::current), v = c.centers(cvmix::cross_current);
  const Row n2 = c.centers(cvmix::stratification), k_inside = c.faces(cvmix::inside);
  const Real u_s = c.surface(cvmix::u_star), flux = c.surface(cvmix::buoyancy_flux),
             length = u_s * u_s * u_s / (p.karman * flux);
  const auto speed = [&](Real zeta) {
    if (zeta >= 0) return p.karman * u_s / (1 + 5 * zeta);
    if (zeta > -1) return p.karman * u_s * std::sqrt(1 - 16 * zeta);
    return p.karman * u_s * std::cbrt(p.a_s - p.c_s * zeta);
  };
  const auto part = [&](Real d) { return flux < 0 ? p.extent * d : d; };
  const Row ri = c.each_cell([&](int k) {
    const Real d = -c.zc[k], du = u[n - 1] - u[k], dv = v[n - 1] - v[k];
    const Real factor =
        p.c_v * std::sqrt(Real(0.2L)) / std::sqrt(Real(p.c_s) * p.extent) / (Real(p.karman) * p.karman * p.critical);
    const Real turbulent = factor * d * std::sqrt(std::max<Real>(n2[k], 0)) * speed(part(d) / length);
    return d * (b[n - 1] - b[k]) / (du * du + dv * dv + turbulent + p.smallest);
  });
  int beyond = n - 1;
  while (beyond >= 0 && ri[beyond] <= p.critical) --beyond;
  Real h = c.surface(cvmix::depth);
  if (beyond == n - 1) h = -c.zc[beyond];
  if (beyond >= 0 && beyond < n - 1) {
    const Real step = c.zc[beyond + 1] - c.zc[beyond];
    const Real slope = beyond + 2 < n ? (ri[beyond + 1] - ri[beyond + 2]) / (c.zc[beyond + 2] - c.zc[beyond + 1]) : 0;
    const Real bend = (ri[beyond] - ri[beyond + 1] - slope * step) / (step * step);
    Real low = 0, high = step;  // where the parabola meets the critical number, by halving
    for (int i = 0; i < 90; ++i) {
      const Real x = (low + high) / 2;
      (ri[beyond + 1] + slope * x + bend * x * x > p.critical ? high : low) = x;
    }
    h = low - c.zc[beyond + 1];
  }
  if (flux > 0) h = std::min({h, p.ekman * u_s / c.surface(cvmix::coriolis), std::max<Real>(length, p.smallest)});
  h = std::max<Real>(h, 1);
  int face = n;
  while (face >= 0 && -c.zf[face] < h) --face;
  Real value = 0, gradient = 0;
  if (face >= 0) {
    const Real k_slope = (k_inside[face] - k_inside[face + 1]) / (c.zf[face + 1] - c.zf[face]);
    value = (k_inside[face + 1] + k_slope * (h + c.zf[face + 1])) / (h * speed(part(h) / length));
    gradient = k_slope / speed(part(h) / length);
  }
  const Row k = c.each_face([&](int i) -> Real {
    const Real s = -c.zf[i] / h;
    if (s > 1) return k_inside[i];
    const Real shape = s + (-2 + 3 * value - gradient) * s * s + (1 - 2 * value + gradient) * s * s * s;
    return h * speed((flux < 0 ? std::min<Real>(s, p.extent) : s) * h / length) * shape;
  });
  return {ri, {h}, k};
}

std::vector<Row> diffusion_at_centers(const Column& c) {
  const gotm::DiffusionAtCenters p;
  const Row x = c.centers(gotm::temperature), l = c.centers(gotm::linear), q = c.centers(gotm::source);
  const Row r = c.centers(gotm::rate), o = c.centers(gotm::observed), nu = c.faces(gotm::nu);
  const Real low = c.surface(gotm::below), high = c.surface(gotm::above_it);
  std::vector<Row> all;
  for (const bool value_above : {false, true}) {
    Dense a(c.n);
    Row right = x;
    for (int k = 0; k < c.n; ++k) {
      if (value_above && k == c.n - 1) {
        a[k][k] = 1, right[k] = high;
        continue;
      }
      const Real below = k == 0 ? 0 : p.dt * nu[k] / c.df[k] / c.dc[k];
      const Real above = k == c.n - 1 ? 0 : p.dt * nu[k + 1] / c.df[k + 1] / c.dc[k];
      a[k][k] = 1 + p.implicit * (below + above) - p.dt * l[k] + p.dt * r[k];
      right[k] += p.dt * (q[k] + r[k] * o[k]);
      if (k == 0) right[k] -= p.dt * low / c.dc[k];
      if (k == c.n - 1) right[k] += p.dt * high / c.dc[k];
      if (k > 0) a[k][k - 1] = -p.implicit * below, right[k] += (1 - Real(p.implicit)) * below * (x[k - 1] - x[k]);
      if (k < c.n - 1)
        a[k][k + 1] = -p.implicit * above, right[k] += (1 - Real(p.implicit)) * above * (x[k + 1] - x[k]);
    }
    all.push_back(solved(a, right));
  }
  return all;
}

std::vector<Row> advection(const Column& c) {
  const int n = c.n;
  const gotm::Advection p;
  const Row w = c.faces(gotm::current);
  const Real seconds = Real(p.dt) / p.substeps;
  Row x = c.centers(gotm::temperature);
  for (int i = 0; i < p.substeps; ++i) {
    Row flux(w.size());
    for (int k = 1; k < n; ++k) {
      flux[k] = w[k] * (w[k] > 0 ? x[k - 1] : x[k]);
      if (k == 1 || k == n - 1) continue;
      const Real across = x[k] - x[k - 1], upstream = w[k] < 0 ? x[k + 1] - x[k] : x[k - 1] - x[k - 2];
      const Real ratio = upstream / across;
      const Real part = std::max({Real(0), std::min<Real>(2 * ratio, 1), std::min<Real>(ratio, 2)});
      flux[k] += part * std::abs(w[k]) / 2 * (1 - std::abs(w[k]) * seconds / c.df[k]) * across;
    }
    Row next = x;
    for (int k = 0; k < n; ++k) next[k] -= seconds * (c.closed_divergence(flux, k) - x[k] * c.closed_divergence(w, k));
    x = next;
  }
  return {x};
}

/// By elimination as the dwarf does it, levels counted upward.
std::vector<Row> vertical_advection(const Column& c) {
  const int n = c.n;
  const Real rate = dwarfs::VerticalAdvection{}.rate;
  const Row u = c.centers(dwarfs::wind), before = c.centers(dwarfs::wind_before), a = c.centers(dwarfs::push);
  const Row b = c.centers(dwarfs::more_push), w = c.faces(dwarfs::levels_per_second);
  const Row next = c.faces(dwarfs::next_levels_per_second);
  Row upper(u.size()), right(u.size()), x(u.size());
  for (int k = 0; k < n; ++k) {
    const Real at_below = k == 0 ? 0 : -(w[k] + next[k]) / 8, at_above = k == n - 1 ? 0 : (w[k + 1] + next[k + 1]) / 8;
    Real d = rate * before[k] + a[k] + b[k];
    if (k > 0) d -= at_below * (u[k - 1] - u[k]);
    if (k < n - 1) d -= at_above * (u[k + 1] - u[k]);
    const Real pivot = rate - at_below - at_above - (k == 0 ? 0 : at_below * upper[k - 1]);
    upper[k] = at_above / pivot;
    right[k] = (d - (k == 0 ? 0 : at_below * right[k - 1])) / pivot;
  }
  Row change(u.size());
  for (int k = n - 1; k >= 0; --k) {
    x[k] = right[k] - (k == n - 1 ? 0 : upper[k] * x[k + 1]);
    change[k] = rate * (x[k] - before[k]);
  }
  return {change};
}

std::vector<Row> cloud_sweep(const Column& c) {
  const Real dt = dwarfs::CloudSweep{}.dt;
  const Row rho = c.centers(density), t = c.centers(dwarfs::temperature);
  std::vector<Row> q{c.centers(dwarfs::liquid), c.centers(dwarfs::ice), c.centers(dwarfs::rain),
                     c.centers(dwarfs::snow), c.centers(total_water)};
  Row rain_flux(t.size()), snow_flux(t.size()), above(5);
  const Real speed[] = {0, 0.15L, 4, 1, 0};
  for (int k = c.n - 1; k >= 0; --k) {
    Dense a(5);
    Row right(5);
    const auto turns = [&](int from, int into, Real rate) { a[from][from] += dt * rate, a[into][from] -= dt * rate; };
    for (int i = 0; i < 5; ++i) {
      a[i][i] = 1 + dt * speed[i] / c.dc[k];
      right[i] = q[static_cast<std::size_t>(i)][k] + dt * above[i] / (rho[k] * c.dc[k]);
    }
    turns(0, 2, 1e-3L), turns(1, 3, 5e-4L), turns(2, 4, 1e-4L), turns(3, 4, 5e-5L);
    if (t[k] > 273.16L) turns(3, 2, 1e-3L * (t[k] - 273.16L));
    if (t[k] < 250) turns(0, 1, 2e-4L);
    const Row x = solved(a, right);
    for (int i = 0; i < 5; ++i) q[static_cast<std::size_t>(i)][k] = x[i], above[i] = rho[k] * speed[i] * x[i];
    rain_flux[k] = above[2], snow_flux[k] = above[3];
  }
  return {q[0], q[1], q[2], q[3], q[4], rain_flux, snow_flux};
}

}  // namespace

TEST_CASE("KPP finds the boundary layer's depth between levels", "[real]") {
  require_agreement(-300, 0, 1e-11, [](const auto& on) { return cvmix::kpp(on); }, kpp);
}
TEST_CASE("GOTM's diffusion takes fluxes or a value, sources and relaxation", "[real]") {
  require_agreement(
      -100, 0, 1e-12, [](const auto& on) { return gotm::diffusion_at_centers(on); }, diffusion_at_centers);
}
TEST_CASE("GOTM's advection is limited, in substeps", "[real]") {
  require_agreement(-100, 0, 1e-12, [](const auto& on) { return gotm::advection(on); }, advection);
}
TEST_CASE("The vertical advection dwarf is its elimination", "[real]") {
  require_agreement(
      0, 20e3, 1e-12, [](const auto& on) { return dwarfs::vertical_advection(on); }, vertical_advection, 1e-2);
}
TEST_CASE("CLOUDSC's sweep solves a system of five species in each level", "[real]") {
  require_agreement(0, 20e3, 1e-12, [](const auto& on) { return dwarfs::cloud_sweep(on); }, cloud_sweep);
}
