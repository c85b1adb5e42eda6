// SPDX-License-Identifier: BSD-3-Clause
#include "e3sm_clouds.hpp"

#include "reference.hpp"

namespace {

using namespace real_models;

Real on_lines(const std::vector<double>& x, const std::vector<double>& y, Real at) {
  if (at <= x.front()) return y.front();
  for (std::size_t i = 1; i < x.size(); ++i)
    if (at <= x[i]) return y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / (x[i] - x[i - 1]);
  return y.back();
}

std::vector<Row> rain_sedimentation(const Column& c) {
  const Row rho = c.centers(density);
  Row q = c.centers(e3sm::rain), n = c.centers(e3sm::drops);
  Real left = 300, fallen = 0;
  int substeps = 0;
  while (left > 0) {
    Row v(q.size()), v_n(q.size());
    Real courant = 0;
    for (int k = 0; k < c.n; ++k) {
      if (!(q[k] > 1e-14L)) continue;
      const Real size = std::cbrt(6 * q[k] / (3.141592653589793L * 1000 * std::max<Real>(n[k], 1e-3L)));
      const Real slowed = std::pow(Real(1.2L) / rho[k], Real(0.54L));
      v[k] = slowed * on_lines(e3sm::sizes, e3sm::speeds_of_mass, size);
      v_n[k] = slowed * on_lines(e3sm::sizes, e3sm::speeds_of_number, size);
      courant = std::max(courant, v[k] * left / c.dc[k]);
    }
    const Real dt = left / (std::floor(courant) + 1);
    fallen += dt * rho[0] * v[0] * q[0];
    for (int k = 0; k < c.n; ++k) {  // upward: what a cell gets is of the time before
      const bool top = k + 1 == c.n;
      const Real more = (top ? 0 : rho[k + 1] * v[k + 1] * q[k + 1]) - rho[k] * v[k] * q[k];
      const Real more_n = (top ? 0 : rho[k + 1] * v_n[k + 1] * n[k + 1]) - rho[k] * v_n[k] * n[k];
      q[k] += dt * more / (rho[k] * c.dc[k]);
      n[k] += dt * more_n / (rho[k] * c.dc[k]);
    }
    left -= dt;
    ++substeps;
  }
  return {q, n, {fallen}, {static_cast<Real>(substeps)}};
}

std::vector<Row> parcel_length(const Column& c) {
  const Row th = c.centers(e3sm::parcel_theta), q = c.centers(e3sm::parcel_water), pi = c.centers(e3sm::parcel_exner);
  const Row tke = c.centers(e3sm::parcel_energy);
  const Real mu = e3sm::ParcelLength{}.entrainment;
  const auto virtual_theta = [](Real theta_l, Real water, Real exner) {
    const Real t = theta_l * exner, es = Real(610.78L) * std::exp(Real(17.27L) * (t - 273.16L) / (t - 35.86L));
    const Real p = 1e5L * std::pow(exner, 1005 / Real(287)), qs = Real(0.622L) * es / (p - es);
    const Real rate = 1 + 2.5e6L * 2.5e6L * qs / (1005 * 461 * t * t);
    const Real cloud = water > qs ? (water - qs) / rate : 0;
    return theta_l * (1 + Real(0.61L) * water) + (2.5e6L / (1005 * exner) - Real(1.61L) * theta_l) * cloud;
  };
  Row alone(th.size()), reached(th.size());
  Real highest = 0;
  for (int k = 0; k < c.n; ++k) {
    Real parcel = th[k], wet = q[k], energy = tke[k], force = 0;
    for (int j = k + 1; j < c.n; ++j) {
      const Real dz = c.zc[j] - c.zc[j - 1], kept = std::exp(-mu * dz), mixed = (1 - kept) / (mu * dz);
      parcel = th[j] + kept * (parcel - th[j - 1]) - mixed * (th[j] - th[j - 1]);
      wet = q[j] + kept * (wet - q[j - 1]) - mixed * (q[j] - q[j - 1]);
      const Real next = Real(9.81L) / th[0] * (virtual_theta(parcel, wet, pi[j]) - virtual_theta(th[j], q[j], pi[j]));
      const Real after = energy + (force + next) / 2 * dz;
      if (after > 0) {
        alone[k] += dz, energy = after, force = next;
        continue;
      }
      const Real a = (next - force) / dz;
      alone[k] += -2 * energy / (force - std::sqrt(force * force - 2 * a * energy));
      break;
    }
    highest = std::max(highest, c.zc[k] + alone[k]);
    reached[k] = highest - c.zc[k];
  }
  return {alone, reached};
}

std::vector<Row> second_and_third_moment(const Column& c) {
  const e3sm::SecondAndThirdMoment constants;
  const Real dt = constants.dt, a = constants.spread, c2 = constants.decay_2, c3 = constants.decay_3;
  const int n = c.n;
  const Row w3 = c.centers(e3sm::w_cubed), k2 = c.centers(e3sm::mixing_at_centers);
  const Row w2 = c.faces(e3sm::w_squared), tau = c.faces(e3sm::dissipation_time);
  const Row k3 = c.faces(e3sm::mixing_at_faces), s2 = c.faces(e3sm::gain);
  Dense m(2 * n + 1);  // faces at even rows, centers at odd ones
  Row b(static_cast<std::size_t>(2 * n + 1));
  for (int k = 0; k <= n; ++k) {
    const int row = 2 * k;
    m[row][row] = 1;
    b[row] = k == 0 ? c.surface(e3sm::ground_w_squared) : Real(0.01L);
    if (k == 0 || k == n) continue;
    b[row] = w2[k] + dt * s2[k];
    m[row][row] += dt * c2 / tau[k] + dt / c.df[k] * (k2[k] / c.dc[k] + k2[k - 1] / c.dc[k - 1]);
    m[row][row + 2] -= dt / c.df[k] * k2[k] / c.dc[k];
    m[row][row - 2] -= dt / c.df[k] * k2[k - 1] / c.dc[k - 1];
    m[row][row + 1] += dt / c.df[k];
    m[row][row - 1] -= dt / c.df[k];
  }
  for (int k = 0; k < n; ++k) {
    const int row = 2 * k + 1;
    m[row][row] = 1 + dt * c3 * 2 / (tau[k] + tau[k + 1]);
    b[row] = w3[k] + dt * w3[k];
    const Real production = 3 * (w2[k] + w2[k + 1]) / 2;
    m[row][row + 1] += dt / c.dc[k] * (a * w2[k + 1] - production);
    m[row][row - 1] -= dt / c.dc[k] * (a * w2[k] - production);
    for (const int face : {k, k + 1}) {
      if (face == 0 || face == n) continue;
      const Real through = dt * k3[face] / (c.df[face] * c.dc[k]);
      m[row][row] += through;
      m[row][face == k ? row - 2 : row + 2] -= through;
    }
  }
  const Row x = solved(m, b);
  return {c.each_cell([&](int k) { return x[2 * k + 1]; }), c.each_face([&](int k) { return x[2 * k]; })};
}

std::vector<Row> ppm_remap(const Column& c) {
  const int n = c.n;
  const Row stretched = c.centers(e3sm::stretching);
  Real all = 0;
  for (int k = 0; k < n; ++k) all += stretched[k] * c.dc[k];
  Row z{0}, dz;
  for (int k = 0; k < n; ++k) {
    dz.push_back(stretched[k] * c.dc[k] * c.zf[n] / all);
    z.push_back(z[k] + dz[k]);
  }
  const auto remapped = [&](const Row& x) {
    // Two images beyond each end; in a column of one cell they are that cell.
    const auto image = [&](int k) { return std::clamp(k < 0 ? -1 - k : k >= n ? 2 * n - 1 - k : k, 0, n - 1); };
    const auto a = [&](int k) { return x[image(k)]; };
    const auto d = [&](int k) { return dz[image(k)]; };
    const auto slope = [&](int k) -> Real {  // Colella and Woodward (1984), 1.7 and 1.8
      const Real up = a(k + 1) - a(k), down = a(k) - a(k - 1);
      if (up * down <= 0) return 0;
      const Real mean =
          d(k) / (d(k - 1) + d(k) + d(k + 1)) *
          ((2 * d(k - 1) + d(k)) / (d(k + 1) + d(k)) * up + (d(k) + 2 * d(k + 1)) / (d(k - 1) + d(k)) * down);
      return std::copysign(std::min({std::abs(mean), 2 * std::abs(up), 2 * std::abs(down)}), mean);
    };
    const auto edge = [&](int k) {  // between cells k and k + 1: 1.6
      const Real here = d(k), next = d(k + 1), four = d(k - 1) + here + next + d(k + 2);
      const Real low = (d(k - 1) + here) / (2 * here + next), high = (d(k + 2) + next) / (2 * next + here);
      return a(k) + here / (here + next) * (a(k + 1) - a(k)) +
             (2 * next * here / (here + next) * (low - high) * (a(k + 1) - a(k)) - here * low * slope(k + 1) +
              next * high * slope(k)) /
                 four;
    };
    // The mass below a height; a cell's parabola is integrated from its lower face.
    const auto below = [&](Real height) {
      Real mass = 0;
      for (int k = 0; k < n && z[k] < height; ++k) {
        const Real part = std::min<Real>(1, (height - z[k]) / dz[k]);
        Real left = edge(k - 1), right = edge(k);
        if ((right - a(k)) * (a(k) - left) <= 0) {
          left = right = a(k);
        } else if ((right - left) * (a(k) - (left + right) / 2) > (right - left) * (right - left) / 6) {
          left = 3 * a(k) - 2 * right;
        } else if ((right - left) * (a(k) - (left + right) / 2) < -(right - left) * (right - left) / 6) {
          right = 3 * a(k) - 2 * left;
        }
        const Real bend = 6 * (a(k) - (left + right) / 2);
        mass += dz[k] * (left * part + (right - left + bend) * part * part / 2 - bend * part * part * part / 3);
      }
      return mass;
    };
    return c.each_cell([&](int k) { return (below(c.zf[k + 1]) - below(c.zf[k])) / c.dc[k]; });
  };
  return {remapped(c.centers(e3sm::parcel_theta)), remapped(c.centers(e3sm::rain))};
}

}  // namespace

TEST_CASE("P3's rain falls in as many substeps as each column needs, by speeds from tables", "[real]") {
  require_agreement(0, 12e3, 1e-11, [](const auto& on) { return e3sm::rain_sedimentation(on); }, rain_sedimentation);
}
TEST_CASE("CLUBB's parcels rise from every level until their energy is used up", "[real]") {
  require_agreement(0, 4e3, 1e-10, [](const auto& on) { return e3sm::parcel_length(on); }, parcel_length, 1);
}
TEST_CASE("CLUBB's second and third moments of w are one system", "[real]") {
  require_agreement(
      0, 3e3, 1e-11, [](const auto& on) { return e3sm::second_and_third_moment(on); }, second_and_third_moment);
}
TEST_CASE("HOMME's tracers are remapped between mirrored columns", "[real]") {
  require_agreement(0, 9e3, 1e-10, [](const auto& on) { return e3sm::ppm_remap(on); }, ppm_remap);
}
