// SPDX-License-Identifier: BSD-3-Clause
#include "icon.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "reference.hpp"

namespace {

using namespace real_models;

std::vector<Row> vertically_implicit_solver(const Column& c) {
  const int n = c.n;
  const icon::VerticallyImplicitSolver constants;
  const Real dt = constants.dt, v = c.surface(icon::implicit_weight), cp = icon::dry_cp, cv = icon::dry_cv,
             gas = icon::dry_gas;
  const Row w_e = c.faces(wind_w), exner_e = c.centers(icon::exner_explicit), pi = c.centers(exner);
  const Row rho_e = c.centers(icon::density_explicit), rho = c.centers(density), th = c.centers(theta);
  const Row beta = c.each_cell([&](int k) { return dt * gas * pi[k] / (cv * rho[k] * th[k]); });
  const Row gamma = c.each_face([&](int k) { return dt * cp * v * c.mean(th, k); });
  const Row mass = c.each_face([&](int k) { return k == 0 ? 0 : v * c.mean(rho, k); });
  const Row alpha = c.each_face([&](int k) { return mass[k] * c.mean(th, k); });
  Dense a(n + 1);
  Row b(w_e.size());
  a[0][0] = 1, b[0] = c.surface(icon::w_ground);
  a[n][n] = 1;
  for (int k = 1; k < n; ++k) {
    const Real above = gamma[k] / c.df[k] * beta[k] / c.dc[k], below = gamma[k] / c.df[k] * beta[k - 1] / c.dc[k - 1];
    a[k][k - 1] = -below * alpha[k - 1];
    a[k][k] = 1 + (above + below) * alpha[k];
    a[k][k + 1] = -above * alpha[k + 1];
    b[k] = w_e[k] - gamma[k] * c.slope(exner_e, k);
  }
  Row w = solved(a, b);
  for (int k = 0; k <= n; ++k) {
    const Real over = c.zf[k] - constants.damped_from;
    if (over > 0) w[k] /= 1 + dt * constants.damping * over / 1000;
  }
  const auto carried = [&](const Row& what, int k) { return (what[k + 1] * w[k + 1] - what[k] * w[k]) / c.dc[k]; };
  const Row rho_new = c.each_cell([&](int k) { return rho_e[k] - dt * carried(mass, k); });
  const Row exner_new = c.each_cell([&](int k) { return exner_e[k] - beta[k] * carried(alpha, k); });
  const Row theta_new =
      c.each_cell([&](int k) { return rho[k] * th[k] * (1 + cv / gas * (exner_new[k] / pi[k] - 1)) / rho_new[k]; });
  return {w, rho_new, exner_new, theta_new};
}

/// The polynomial through the centers of the lowest three cells, or as many as there are, at the ground.
Real at_ground(const Column& c, const Row& x) {
  const int count = std::min(c.n, 3);
  Real sum = 0;
  for (int i = 0; i < count; ++i) {
    Real weight = 1;
    for (int j = 0; j < count; ++j) {
      const Real z_i = (c.zf[i] + c.zf[i + 1]) / 2, z_j = (c.zf[j] + c.zf[j + 1]) / 2;
      if (j != i) weight *= (c.zf[0] - z_j) / (z_i - z_j);
    }
    sum += weight * x[i];
  }
  return sum;
}
std::vector<Row> cell_diagnostics(const Column& c) {
  const Row rho = c.centers(density), th = c.centers(theta), pi = c.centers(exner);
  const Row reference = c.centers(icon::reference_exner), weight = c.faces(icon::weight_above);
  const Row perturbed = c.each_cell([&](int k) { return pi[k] - reference[k]; });
  const auto at_faces = [&](const Row& x) {
    return c.each_face([&](int k) {
      if (k == 0) return at_ground(c, x);
      if (k == c.n) return x[k - 1];
      return weight[k] * x[k] + (1 - weight[k]) * x[k - 1];
    });
  };
  const Row exner_f = at_faces(perturbed);
  return {perturbed, at_faces(rho), at_faces(th), exner_f,
          c.each_cell([&](int k) { return c.divergence(exner_f, k); })};
}

std::vector<Row> advection_of_w(const Column& c) {
  const icon::AdvectionOfW constants;
  const Row w = c.faces(icon::strong_wind_w);
  Row change(w.size());
  Real courant = 0;
  for (int k = 0; k <= c.n; ++k) {
    const Real limit = Real(constants.most) * c.df[k] / Real(constants.dt);
    courant = std::max(courant, std::abs(w[k]) / limit);
    if (k == 0 || k == c.n) continue;
    const Real carrying = std::clamp(w[k], -limit, limit);
    const Real below = c.dc[k - 1], above = c.dc[k];
    const Real slope = ((w[k + 1] - w[k]) * below / above + (w[k] - w[k - 1]) * above / below) / (below + above);
    change[k] = -carrying * slope;
  }
  return {change, {courant}};
}

std::vector<Row> explicit_part(const Column& c) {
  const Real dt = icon::ExplicitPart{}.dt, v = c.surface(icon::implicit_weight);
  const Row rho = c.centers(density), th = c.centers(theta), pi = c.centers(exner), w = c.faces(wind_w);
  const Row divergence = c.centers(icon::horizontal_divergence), heating = c.centers(icon::physics_heating);
  const Row flux = c.each_face([&](int k) { return c.mean(rho, k) * w[k] * (1 - v); });
  const Row heat = c.each_face([&](int k) { return flux[k] * c.mean(th, k); });
  const Row rho_e =
      c.each_cell([&](int k) { return rho[k] - dt * (divergence[k] * rho[k] + c.closed_divergence(flux, k)); });
  const Row exner_e = c.each_cell([&](int k) {
    const Real beta = dt * Real(icon::dry_gas) / Real(icon::dry_cv) * pi[k] / (rho[k] * th[k]);
    return pi[k] - beta * (divergence[k] * rho[k] * th[k] + c.closed_divergence(heat, k)) + dt * heating[k];
  });
  return {rho_e, exner_e};
}

std::vector<Row> flux_of_many_cells(const Column& c) {
  const int n = c.n;
  const Real dt = icon::FluxOfManyCells{}.dt;
  const Row q = c.centers(icon::sharp), w = c.faces(wind_w);
  const auto at = [&](const Row& x, int k) { return x[std::clamp(k, 0, n - 1)]; };
  const Row slope = c.each_cell([&](int k) -> Real {
    const Real before = q[k] - at(q, k - 1), after = at(q, k + 1) - q[k];
    if (before * after <= 0) return 0;
    return std::copysign(std::min({std::abs(before + after) / 2, 2 * std::abs(before), 2 * std::abs(after)}), after);
  });
  const auto edge = [&](int k) {  // between cells k-1 and k
    return (at(q, k - 1) + at(q, k)) / 2 - (at(slope, k) - at(slope, k - 1)) / 6;
  };
  Row low(q.size()), high(q.size());
  for (int k = 0; k < n; ++k) {
    low[k] = k == 0 ? q[k] : edge(k);
    high[k] = k == n - 1 ? q[k] : edge(k + 1);
    const Real rise = high[k] - low[k], bend = 6 * (q[k] - (low[k] + high[k]) / 2);
    if ((high[k] - q[k]) * (q[k] - low[k]) <= 0) {
      low[k] = high[k] = q[k];
    } else if (rise * bend > rise * rise) {
      low[k] = 3 * q[k] - 2 * high[k];
    } else if (rise * bend < -rise * rise) {
      high[k] = 3 * q[k] - 2 * low[k];
    }
  }
  Row flux(w.size());
  for (int k = 0; k <= n; ++k) {
    const int direction = w[k] > 0 ? -1 : 1;  // to where it comes from
    Real left = std::abs(w[k]) * dt, amount = 0;
    int cells = 0;
    for (int i = w[k] > 0 ? k - 1 : k; i >= 0 && i < n && left > 0 && cells < 8; i += direction, ++cells) {
      const Real taken = std::min(left, c.dc[i]), x = taken / c.dc[i];
      // The integral of the parabola a + x (b - a + bend (1 - x)) from the side at the face.
      const Real a = w[k] > 0 ? high[i] : low[i], b = w[k] > 0 ? low[i] : high[i], bend = 6 * (q[i] - (a + b) / 2);
      amount += c.dc[i] * (a * x + (b - a + bend) * x * x / 2 - bend * x * x * x / 3);
      left -= taken;
    }
    flux[k] = (w[k] > 0 ? amount : -amount) / dt;
  }
  return {flux, c.each_cell([&](int k) {
            return q[k] - dt * (c.closed_divergence(flux, k) - q[k] * c.closed_divergence(w, k));
          })};
}

std::vector<Row> precipitation(const Column& c) {
  const Real dt = icon::Precipitation{}.dt, cv = icon::dry_cv;
  const Row rho = c.centers(density);
  Row t = c.centers(icon::temperature), total(t.size());
  Row q[]{c.centers(icon::rain), c.centers(icon::snow), c.centers(icon::ice), c.centers(icon::graupel)};
  const double factor[] = {14.58, 57.80, 1.25, 12.24}, exponent[] = {0.111, 0.16667, 0.160, 0.217};
  const Real heat_capacity[] = {4192.66, 2108.0, 2108.0, 2108.0};
  Row heat(t.size() + 1);  // through faces
  for (int i = 0; i < 4; ++i) {
    Real flux = 0, velocity = 0, q_above = 0;
    for (int k = c.n - 1; k >= 0; --k) {
      const auto speed = [&](Real x) { return factor[i] * std::pow(rho[k] * x + Real(1e-12), exponent[i]); };
      const Real zeta = dt / (2 * c.dc[k]), content = q[i][k] * rho[k];
      const Real all = content / zeta + 2 * flux, own = std::min(content * speed(q[i][k]), all);
      q[i][k] = zeta * (all - own) / ((1 + zeta * velocity) * rho[k]);
      flux = (q[i][k] * rho[k] * velocity + own) / 2;
      velocity = speed((q[i][k] + q_above) / 2);
      q_above = q[i][k];
      total[k] += flux;
      heat[k] += dt * flux * (heat_capacity[i] - cv) * t[k];
    }
  }
  for (int k = 0; k < c.n; ++k) t[k] += (heat[k + 1] - heat[k]) / (rho[k] * cv * c.dc[k]);
  return {q[0], q[1], q[2], q[3], t, total};
}

}  // namespace

TEST_CASE("ICON's implicit solve for w is the dense solution of its equations", "[real]") {
  require_agreement(
      0, 20e3, 1e-11, [](const auto& on) { return icon::vertically_implicit_solver(on); }, vertically_implicit_solver);
}
#if !defined(__CUDACC__) && !defined(STENCIL_TEST_KOKKOS)  // on the CPU alone
TEST_CASE("ICON's implicit solve for w takes what ICON keeps in single precision so", "[real]") {
  using layout::ColumnsContiguous;
  const auto grid = ColumnGrid::stretched(64, 0.0, 20e3, 80.0, 9);
  const auto on_cpu = on<backend::Cpu, ColumnsContiguous>(grid);
  const auto single = [&](const auto& profile) {
    CenterField<float, backend::Cpu, ColumnsContiguous> field(grid);
    field.fill(profile);
    return field;
  };
  const auto w_e = on_cpu.faces(wind_w);
  const auto ground = on_cpu.surface(icon::w_ground), v = on_cpu.surface(icon::implicit_weight);
  const auto exner_e = on_cpu.centers(icon::exner_explicit), rho_e = on_cpu.centers(icon::density_explicit);
  const auto pi = single(exner), rho = single(density), th = single(theta);
  const auto mixed = on_cpu.results<Face, Center, Center, Center>(
      columnwise(icon::VerticallyImplicitSolver{})(w_e, ground, v, exner_e, pi, rho_e, rho, th));
  const Values expected = icon::vertically_implicit_solver(on_cpu);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    double off = 0, largest = 0;
    for (std::size_t k = 0; k < expected[i].size(); ++k) {
      largest = std::max(largest, std::abs(expected[i][k]));
      off = std::max(off, std::abs(mixed[i][k] - expected[i][k]));
    }
    INFO("result " << i << ": off by " << off << " of " << largest);
    CHECK(off <= 2e-6 * largest);  // digits of float
    CHECK(off > 1e-10 * largest);
  }
}
#endif
TEST_CASE("ICON's cell diagnostics have the file's weights and a quadratic end", "[real]") {
  require_agreement(0, 20e3, 1e-11, [](const auto& on) { return icon::cell_diagnostics(on); }, cell_diagnostics);
}
TEST_CASE("ICON's advection of w is clipped where the Courant number is large", "[real]") {
  require_agreement(0, 20e3, 1e-12, [](const auto& on) { return icon::advection_of_w(on); }, advection_of_w);
}
TEST_CASE("ICON's explicit density and Exner function are those of loops", "[real]") {
  require_agreement(0, 20e3, 1e-13, [](const auto& on) { return icon::explicit_part(on); }, explicit_part);
}
TEST_CASE("ICON's flux takes whole cells and a part of the last one", "[real]") {
  require_agreement(
      0, 20e3, 1e-12, [](const auto& on) { return icon::flux_of_many_cells(on); }, flux_of_many_cells, 1e-9);
}
TEST_CASE("ICON's four species fall in one sweep as they do one by one", "[real]") {
  require_agreement(0, 20e3, 1e-12, [](const auto& on) { return icon::precipitation(on); }, precipitation);
}
