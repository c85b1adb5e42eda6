// SPDX-License-Identifier: BSD-3-Clause
#include "climaatmos_advection.hpp"

#include "reference.hpp"

namespace {

using namespace real_models;

Row density_at_faces(const Column& c, const Row& rho) {
  return c.each_face([&](int k) {
    const int below = std::max(k - 1, 0), above = std::min(k, c.n - 1);
    return (rho[below] * c.dc[below] + rho[above] * c.dc[above]) / 2 / c.df[k];
  });
}

/// The difference over cell k of a line in it, within the extremes of its neighbours; flat where there is none.
Real limited_difference(const Row& x, int n, int k) {
  if (k == 0 || k == n - 1) return 0;
  const Real mean = (x[k + 1] - x[k - 1]) / 2;
  const Real lowest = std::min({x[k - 1], x[k], x[k + 1]}), highest = std::max({x[k - 1], x[k], x[k + 1]});
  const Real size = std::min({std::abs(mean), 2 * (x[k] - lowest), 2 * (highest - x[k])});
  return mean < 0 ? -size : size;
}
std::vector<Row> vertical_transport(const Column& c) {
  const int n = c.n;
  const Real dt = climaatmos::VerticalTransport{}.dt;
  const Row rho = density_at_faces(c, c.centers(density)), w = c.faces(wind_w), x = c.centers(climaatmos::enthalpy);
  Row central(w.size()), first(w.size()), third(w.size()), limited(w.size()), plain(w.size());
  for (int k = 1; k < n; ++k) {
    plain[k] = w[k] * c.mean(x, k);
    central[k] = rho[k] * plain[k];
    first[k] = rho[k] * w[k] * (w[k] > 0 ? x[k - 1] : x[k]);
    if (k > 1 && k < n - 1) {
      const Real center = 7 * (x[k] + x[k - 1]) - (x[k + 1] + x[k - 2]);
      const Real bias = 3 * (x[k] - x[k - 1]) - (x[k + 1] - x[k - 2]);
      third[k] = rho[k] * (w[k] * center - std::abs(w[k]) * bias) / 12;
    } else if (n == 2) {
      third[k] = first[k];
    } else if (k == 1) {
      third[k] = rho[k] * w[k] * (4 * x[0] + 10 * x[1] - 2 * x[2]) / 12;
    } else {
      third[k] = rho[k] * w[k] * (4 * x[n - 1] + 10 * x[n - 2] - 2 * x[n - 3]) / 12;
    }
    const Real rest = (1 - std::abs(w[k]) * dt / c.df[k]) / 2;
    const Real inside =
        w[k] > 0 ? x[k - 1] + limited_difference(x, n, k - 1) * rest : x[k] - limited_difference(x, n, k) * rest;
    limited[k] = rho[k] * w[k] * inside;
  }
  std::vector<Row> all(5, Row(x.size()));
  for (int k = 0; k < n; ++k) {
    const Real of_central = c.closed_divergence(central, k);
    all[0][k] = -of_central;
    all[1][k] = of_central - c.closed_divergence(first, k);
    all[2][k] = of_central - c.closed_divergence(third, k);
    all[3][k] = of_central - c.closed_divergence(limited, k);
    all[4][k] = -(c.closed_divergence(plain, k) - x[k] * c.closed_divergence(w, k));
  }
  return all;
}

std::vector<Row> vertical_momentum(const Column& c) {
  const climaatmos::VerticalMomentum m;
  const Row p = c.centers(climaatmos::pressure), th = c.centers(theta), w = c.faces(wind_w);
  const Real cp = m.cp, cold = m.coldest, warm = Real(m.at_surface) - m.coldest;
  const Row pi = c.each_cell([&](int k) { return std::pow(p[k] / m.p0, Real(m.gas) / cp); });
  const Row deviation = c.each_cell([&](int k) { return th[k] - (cold + warm * std::pow(pi[k], 7)) / pi[k]; });
  const Row phi = c.each_cell(
      [&](int k) { return m.gravity * c.zc[k] + cp * (cold * std::log(pi[k]) + warm / 7 * (std::pow(pi[k], 7) - 1)); });
  return {c.each_face([&](int k) {
    const Real over = std::clamp<Real>((c.zf[k] - m.sponge_from) / 6000, 0, 1);
    const Real wave = std::sin(over * std::acos(Real(0)));
    return -c.slope(phi, k) - cp * c.mean(deviation, k) * c.slope(pi, k) - m.sponge * wave * wave * w[k];
  })};
}

/// -D(rho w q) with what falls out of the cell above a face.
Row fallen(const Column& c, const Row& rho_f, const Row& w, const Row& q) {
  return c.each_cell([&](int k) {
    const Real out = rho_f[k] * w[k] * q[k], in = k + 1 == c.n ? 0 : rho_f[k + 1] * w[k + 1] * q[k + 1];
    return (in - out) / c.dc[k];
  });
}
std::vector<Row> sedimentation(const Column& c) {
  using namespace climaatmos;
  const Sedimentation p;
  const Row rho = density_at_faces(c, c.centers(density)), t = c.centers(climaatmos::temperature);
  const Row slow = c.centers(falls_slowly), icy = c.centers(falls_as_ice), fast = c.centers(falls_as_rain);
  const Row masses[] = {c.centers(liquid), c.centers(ice), c.centers(rain), c.centers(snow)};
  const Row* speeds[] = {&slow, &icy, &fast, &icy};
  const double capacities[] = {p.c_liquid, p.c_ice, p.c_liquid, p.c_ice};
  std::vector<Row> all;
  Row total(t.size()), energy(t.size());
  for (int i = 0; i < 4; ++i) {
    all.push_back(fallen(c, rho, *speeds[i], masses[i]));
    const Row heat = fallen(c, rho, *speeds[i], c.each_cell([&](int k) {
      return masses[i][k] * (capacities[i] * (t[k] - Real(273.16)) + p.gravity * c.zc[k]);
    }));
    for (int k = 0; k < c.n; ++k) total[k] += all.back()[k], energy[k] += heat[k];
  }
  all.push_back(fallen(c, rho, slow, c.centers(number)));
  all.push_back(fallen(c, rho, fast, c.centers(number_of_rain)));
  all.push_back(fallen(c, rho, icy, c.centers(rime)));
  all.push_back(fallen(c, rho, icy, c.centers(rime_volume)));
  all.push_back(total), all.push_back(energy);
  return all;
}

std::vector<Row> vector_invariant(const Column& c) {
  const Row rho = c.centers(density), u = c.centers(wind_u), v = c.centers(wind_v);
  const Row zeta = c.centers(climaatmos::vorticity), w = c.faces(wind_w);
  const auto flux = [&](int k, const Row& x) {  // rho w dx/dz at face k, times a depth
    const int below = std::max(k - 1, 0), above = std::min(k, c.n - 1);
    return (rho[below] * c.dc[below] + rho[above] * c.dc[above]) / 2 * w[k] * c.slope(x, k);
  };
  const auto carried = [&](int k, const Row& x) { return (flux(k, x) + flux(k + 1, x)) / 2 / (rho[k] * c.dc[k]); };
  const Row kinetic = c.each_cell([&](int k) {
    const Real mean = (w[k] + w[k + 1]) / 2;
    return (u[k] * u[k] + v[k] * v[k] + mean * mean) / 2;
  });
  const Row u_t = c.each_cell([&](int k) { return -carried(k, u) + zeta[k] * v[k]; });
  const Row v_t = c.each_cell([&](int k) { return -carried(k, v) - zeta[k] * u[k]; });
  const Row w_t = c.each_face(
      [&](int k) { return c.slope(u, k) * c.mean(u, k) + c.slope(v, k) * c.mean(v, k) - c.slope(kinetic, k); });
  return {u_t, v_t, w_t, u_t, v_t};
}

std::vector<Row> updraft_sedimentation(const Column& c) {
  using namespace climaatmos;
  const Row rho_c = c.centers(density), rho = density_at_faces(c, rho_c), a = c.centers(area);
  const Row chi = c.centers(rain), w = c.centers(falls_as_rain), w_0 = c.centers(falls_as_ice),
            chi_0 = c.centers(liquid);
  const Row in_area = fallen(c, rho, w, c.each_cell([&](int k) { return a[k] * chi[k]; })),
            alone = fallen(c, rho, w, chi);
  return {c.each_cell([&](int k) {
    const Real da = (c.mean(a, k + 1) - c.mean(a, k)) / c.dc[k];
    return da < 0 ? in_area[k] + UpdraftSedimentation{}.alpha * da * rho_c[k] * w_0[k] * chi_0[k] : a[k] * alone[k];
  })};
}

}  // namespace

TEST_CASE("ClimaAtmos transports by four reconstructions", "[real]") {
  require_agreement(
      0, 20e3, 1e-11, [](const auto& on) { return climaatmos::vertical_transport(on); }, vertical_transport, 1e-2);
}
TEST_CASE("ClimaAtmos' momentum in Exner form is that of loops", "[real]") {
  require_agreement(
      0, 20e3, 1e-11, [](const auto& on) { return climaatmos::vertical_momentum(on); }, vertical_momentum, 1);
}
TEST_CASE("ClimaAtmos' eight species fall, and take density and energy along", "[real]") {
  require_agreement(0, 20e3, 1e-12, [](const auto& on) { return climaatmos::sedimentation(on); }, sedimentation);
}
TEST_CASE("ClimaAtmos' vector-invariant momentum is one, by components and by Vec", "[real]") {
  require_agreement(
      0, 20e3, 1e-12, [](const auto& on) { return climaatmos::vector_invariant(on); }, vector_invariant, 1e-2);
}
TEST_CASE("ClimaAtmos' updrafts sediment by the slope of their area", "[real]") {
  require_agreement(
      0, 20e3, 1e-12, [](const auto& on) { return climaatmos::updraft_sedimentation(on); }, updraft_sedimentation,
      1e-9);
}
