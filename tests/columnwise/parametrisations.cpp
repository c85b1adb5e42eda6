// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

#include "parametrisations.hpp"
#include "support/elimination.hpp"

namespace {
using namespace columnwise_test;
using support::solved;
using Real = long double;
using Row = std::vector<Real>;

/// The results for a column as loops and dense systems in long double, those per column as one row.
std::vector<Row> by_loops(const Case& c, std::size_t column) {
  const State<double, backend::Cpu, layout::LevelsContiguous> s(c);
  CenterField<double> height(s.grid), depth(s.grid);
  FaceField<double> between(s.grid);
  height = heights(Center{}), depth = spacing(Center{}), between = spacing(Face{});
  const auto n = static_cast<std::size_t>(c.levels);
  Row q, r, z, dz, df;
  for (int k = 0; k <= c.levels; ++k) {
    df.push_back(between(k, column));
    if (k == c.levels) break;
    q.push_back(s.a(k, column)), r.push_back(s.b(k, column));
    z.push_back(height(k, column)), dz.push_back(depth(k, column));
  }
  const Real flux = s.flux(column);
  std::vector<Row> all;
  Real mass = 0, first = 0;
  for (std::size_t k = 0; k < n; ++k) mass += q[k] * q[k], first += q[k] * q[k] * z[k];
  if (c.kind != Kind::ring) {
    Row mean(n), sums(n), melting(n), product(n), passes(n);
    Real sum = 0, square = 1, state = 0, flown = 0;
    for (std::size_t k = n; k-- > 0;) {
      sum += r[k], square = square / 2 + r[k] * r[k];
      int count = 0;
      while (state < q[k] && count < 5) state += 0.25L, ++count;
      flown = flown / 2 + r[k];
      mean[k] = q[k] - first / mass, sums[k] = sum + square, melting[k] = state - q[k];
      product[k] = flown * q[k], passes[k] = count;
    }
    all = {mean, sums, melting, product, passes};
  }
  // By bisection, which needs no derivative.
  const auto balance = [&](Real t) {
    return 5e-8L * t * t * t * t + mass * (t - 280) + std::exp(0.01L * (t - 280)) - 300 * (flux + 1);
  };
  Real low = 0, high = 1000;
  for (int i = 0; i < 200; ++i) (balance((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
  Row warm;
  for (const Real x : q) warm.push_back(x + low);
  all.insert(all.end(), {{low}, {-1}, {1}, warm, {(300 * (flux + 1) + 280 * mass) / (mass + 1)}, {1}});
  if (c.kind != Kind::ring) {
    std::vector<Row> a(3 * n, Row(3 * n));
    Row b(3 * n);
    for (std::size_t k = 0; k < n; ++k) {
      for (const std::size_t tracer : {0UL, 2UL}) {
        const std::size_t row = 3 * k + tracer;
        a[row][row] += 1;
        for (const int side : {-1, 1}) {
          if ((side < 0 && k == 0) || (side > 0 && k + 1 == n)) continue;
          const Real rate = 0.01L / dz[k] / df[side < 0 ? k : k + 1];
          a[row][row] += rate;
          a[row][side < 0 ? row - 3 : row + 3] -= rate;
        }
      }
      a[3 * k][3 * k + 1] += 0.3L * q[k], a[3 * k][3 * k + 2] += 0.25L;
      a[3 * k + 1][3 * k + 1] += 1, a[3 * k + 1][3 * k + 2] += 0.1L * r[k];
      a[3 * k + 2][3 * k] += 0.1L * q[k], a[3 * k + 2][3 * k + 1] += 0.5L, a[3 * k + 2][3 * k + 2] += flux + 1;
      b[3 * k] = q[k], b[3 * k + 1] = r[k], b[3 * k + 2] = q[k] * r[k];
    }
    const Row x = solved(a, b);
    for (std::size_t tracer = 0; tracer < 3; ++tracer) {
      Row values;
      for (std::size_t k = 0; k < n; ++k) values.push_back(x[3 * k + tracer]);
      all.push_back(values);
    }
  }
  return all;
}

template <class T, class Layout>
void require_loops(const Case& c) {
  const auto got = by_parametrisations<T, backend::Cpu, Layout>(c, policy());
  for (std::size_t column = 0; column < c.columns; ++column) {
    const auto want = by_loops(c, column);
    REQUIRE(got.size() == want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
      if (want[i][0] == -1 && want[i].size() == 1) {  // iterations
        CHECK((got[i][column] > 2 && got[i][column] < 9));
        continue;
      }
      Real most = 1;
      for (const Real x : want[i]) most = std::fmax(most, std::fabs(x));
      for (std::size_t k = 0; k < want[i].size(); ++k) {
        CAPTURE(i, k, column, describe(c));
        CHECK(std::fabs(got[i][column * want[i].size() + k] - want[i][k]) <= most * (sizeof(T) == 8 ? 1e-12L : 2e-5L));
      }
    }
  }
}
}  // namespace

TEST_CASE("Structs of sums and marches, blocks and surface balances are those of loops and dense systems",
          "[columnwise]") {
  each_case({1, 2, 17}, {1, 9}, [](const Case& c) {
    require_loops<double, layout::LevelsContiguous>(c);
    require_loops<double, layout::ColumnsContiguous>(c);
  });
  require_loops<float, layout::ColumnsContiguous>({33, 5, Kind::alike});
}

TEST_CASE("Newton's iteration for a value per column that has no solution says so", "[columnwise][newton]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 3);
  SurfaceField<double> target(grid), x(grid);
  SurfaceField<int> iterations(grid), converged(grid);
  CenterField<double> q(grid);
  for (std::size_t c = 0; c < 3; ++c) target(c) = c == 1 ? -1.0 : 2.0;
  const auto root = columnwise([](auto t, auto) {
    const auto got = newton([&](auto y) { return y * y - t; }, 1.0 + 0.0 * t, {.most_iterations = 8});
    return results(got.x, got.iterations, where(got.converged, 1, 0));
  });
  fields(x, iterations, converged) = root(target, q);
  for (const std::size_t c : {0UL, 2UL}) {
    CHECK(std::abs(x(c) - std::sqrt(2.0)) < 1e-15);
    CHECK(converged(c) == 1);
  }
  CHECK(converged(1) == 0);
}
