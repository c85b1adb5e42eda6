// SPDX-License-Identifier: BSD-3-Clause
#include "models.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "support/elimination.hpp"

namespace {
using namespace columnwise_test;
using support::solved;
using Real = long double;
using Row = std::vector<Real>;
using Dense = std::vector<Row>;

/// A column by loops.
struct Loops {
  std::size_t n;
  bool ring;
  Row q, r, f, zc, zf, dz, df;
  Real flux;

  Loops(const Case& c, std::size_t column) : n(static_cast<std::size_t>(c.levels)), ring(c.kind == Kind::ring) {
    const State<double, backend::Cpu, layout::LevelsContiguous> s(c);
    CenterField<double> depth(s.grid);
    FaceField<double> between(s.grid);
    depth = spacing(Center{}), between = spacing(Face{});
    for (const double z : s.grid.z_faces(column)) zf.push_back(z);
    for (const double z : s.grid.z_centers(column)) zc.push_back(z);
    for (int k = 0; k <= c.levels; ++k) {
      df.push_back(between(k, column)), f.push_back(s.f(k, column));
      if (k == c.levels) break;
      q.push_back(s.a(k, column)), r.push_back(s.b(k, column)), dz.push_back(depth(k, column));
    }
    flux = s.flux(column);
  }
  template <class F>
  Row each(std::size_t count, const F& formula) const {
    Row row;
    for (std::size_t k = 0; k < count; ++k) row.push_back(formula(k));
    return row;
  }
  /// The matrix of D(k G(x)), nothing through the ends, k at the face below a cell.
  template <class K>
  Dense diffusion(const K& k_below) const {
    Dense a(n, Row(n));
    for (std::size_t k = 0; k < n; ++k) {
      for (const bool up : {false, true}) {
        if (!ring && k == (up ? n - 1 : 0)) continue;
        const std::size_t face = (k + (up ? 1 : 0)) % (ring ? n : n + 1);
        const std::size_t other = up ? (k + 1) % n : (k + n - 1) % n;
        const Real rate = k_below(face) / dz[k] / df[face];
        a[k][k] -= rate, a[k][other] += rate;
      }
    }
    return a;
  }
  Real at_height(const Row& x, const Row& z, Real height, Real otherwise) const {
    if (height < z.front() || height > z.back()) return otherwise;
    for (std::size_t k = 1; k < z.size(); ++k)
      if (height <= z[k]) return x[k - 1] + (x[k] - x[k - 1]) * (height - z[k - 1]) / (z[k] - z[k - 1]);
    return x[0];
  }
  /// dx/dt of Steps and its derivatives.
  Row change(const Row& x) const {
    const Dense a = diffusion([](std::size_t) { return 0.1L; });
    return each(n, [&](std::size_t k) {
      Real sum = flux - r[k] * x[k] * x[k] * x[k] + (!ring && k == 0 ? flux / dz[0] : 0);
      for (std::size_t i = 0; i < n; ++i) sum += a[k][i] * x[i];
      return sum;
    });
  }
  Dense system(Real step) const {
    Dense a = diffusion([](std::size_t) { return 0.1L; });
    for (std::size_t k = 0; k < n; ++k) {
      a[k][k] -= 3 * r[k] * q[k] * q[k];
      for (std::size_t i = 0; i < n; ++i) a[k][i] = (i == k ? 1 : 0) - step * a[k][i];
    }
    return a;
  }
  Row sum(const Row& x, const Row& y, Real factor) const {
    return each(n, [&](std::size_t k) { return x[k] + factor * y[k]; });
  }

  std::vector<Row> all() const {
    const auto lowest = [&](std::size_t k) { return !ring && k == 0; };
    const auto highest = [&](std::size_t k, std::size_t rows) { return !ring && k == rows - 1; };
    std::vector<Row> out;
    out.push_back(each(n, [&](std::size_t k) { return highest(k, n) ? 2 * q[k] : lowest(k) ? flux : r[k]; }));
    out.push_back(each(n + 1, [&](std::size_t k) { return lowest(k) || highest(k, n + 1) ? 0 : f[ring ? k % n : k]; }));
    Dense matrix = diffusion([&](std::size_t k) { return 0.1L + f[k] * f[k]; });
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < n; ++i) matrix[k][i] = (i == k ? 1 : 0) - (highest(k, n) ? 0 : 0.01L * matrix[k][i]);
    out.push_back(solved(matrix, each(n, [&](std::size_t k) { return highest(k, n) ? flux : q[k]; })));
    out.push_back(
        each(n, [&](std::size_t k) { return q[k] * ((highest(k, n) ? 2 : 0) - (lowest(k) ? flux : 0)) / dz[k]; }));
    const Real dt = 0.05L, other_dt = dt * (1 + flux), gamma = 1 - std::sqrt(0.5L);
    out.push_back(sum(q, solved(system(dt), sum(Row(n), change(q), dt)), 1));
    const Row k1 = solved(system(gamma * other_dt), sum(Row(n), change(q), other_dt));
    const Row k2 = solved(system(gamma * other_dt), sum(sum(Row(n), change(sum(q, k1, 1)), other_dt), k1, -2));
    out.push_back(sum(sum(q, k1, 1.5L), k2, 0.5L));
    // Backward Euler by Newton steps in long double, many of them.
    Row x = q;
    for (int i = 0; i < 30; ++i) {
      Loops there = *this;
      there.q = x;
      x = sum(x, solved(there.system(dt), sum(sum(x, q, -1), change(x), -dt)), -1);
    }
    out.push_back(x), out.push_back({1});
    const Row exponential = each(n, [&](std::size_t k) { return std::exp(q[k]); });
    out.insert(out.end(), {exponential, exponential, {std::exp(flux)}, Row(n, 20), {1}});
    const auto own = [](std::size_t k) { return static_cast<Real>(k); };
    const auto on_face = [&](std::size_t k) { return ring ? k % n : k; };
    out.push_back(each(n, [&](std::size_t k) { return own(k) * q[k]; }));
    out.push_back(each(n + 1, [&](std::size_t k) { return on_face(k) < 2 ? f[on_face(k)] : own(on_face(k)) / 2; }));
    out.push_back(each(n, [&](std::size_t k) {
      const std::size_t above = k + 1 < n ? k + 1 : ring ? 0 : k;
      return own(above) / 2 + q[above];
    }));
    out.push_back(
        each(n, [&](std::size_t k) { return (own(on_face(k + 1)) * f[on_face(k + 1)] - own(k) * f[k]) / dz[k]; }));
    out.push_back(each(n, [&](std::size_t k) { return out.back()[k] + own(k); }));
    if (ring) return out;
    const Row doubled = each(n, [&](std::size_t k) { return 2 * q[k]; });
    const auto given = static_cast<double>(flux);  // so that heights are rounded as those of the functions
    out.push_back({at_height(q, zc, 0.8, flux)}), out.push_back({at_height(f, zf, 2.5 + 6.0 * given, -5)});
    out.push_back({at_height(f, zf, 0, 1)}), out.push_back({at_height(doubled, zc, 0.8 + given, -3)});
    Row up(n), down(n + 1);
    for (std::size_t k = 0; k < n; ++k) up[k] = k == 0 ? 10 * q[0] : up[k - 1] + q[k];
    for (std::size_t k = n + 1; k-- > 0;) down[k] = k == n ? 10 * f[n] : down[k + 1] + f[k];
    out.push_back(up), out.push_back(down);
    return out;
  }
};

template <class T, class Layout>
void require_loops(const Case& c) {
  const auto got = by_models<T, backend::Cpu, Layout>(c, policy());
  for (std::size_t column = 0; column < c.columns; ++column) {
    const auto want = Loops(c, column).all();
    REQUIRE(got.size() == want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
      Real most = 1;
      for (const Real x : want[i]) most = std::fmax(most, std::fabs(x));
      for (std::size_t k = 0; k < want[i].size(); ++k) {
        CAPTURE(i, k, column, describe(c));
        CHECK(std::fabs(got[i][column * want[i].size() + k] - want[i][k]) <= most * (sizeof(T) == 8 ? 1e-11L : 3e-4L));
      }
    }
  }
}
}  // namespace

TEST_CASE("End levels, values at heights, implicit steps and halved Newton steps are those of loops", "[columnwise]") {
  each_case({1, 2, 17}, {1, 9}, [](const Case& c) {
    require_loops<double, layout::LevelsContiguous>(c);
    require_loops<float, layout::ColumnsContiguous>(c);
  });
}
