// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <stencil/testing/scatter.hpp>

#include "operations.hpp"

namespace {

using namespace columnwise_test;

/// x + x^3 - d2x = target in every column, whose sizes differ by twelve orders of magnitude.
struct Cubic {
  NewtonOptions options;
  STENCIL_FUNCTION auto operator()(auto target) const {
    const auto residual = [&](auto x) {
      const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
      return x + x * x * x - 0.01 * DivergenceF2C()(gradient(x)) - target;
    };
    auto [x, iterations, converged] = newton(residual, target, options);
    return results(x, residual(x), 1.0 * iterations, where(converged, 1.0, 0.0));
  }
};
struct Coupling {
  STENCIL_FUNCTION auto operator()(auto x, auto y) const {
    const auto w = solve(blocks<2>(band(0.1, 2.0 + y, 0.2), band(0.3, 0.1 * y, 0.05), band(0.02, 0.2 * x, -0.1),
                                   band(-0.3, 3.0 + y, 0.4)),
                         vec(x, y));
    return results(component<0>(w), component<1>(w));
  }
};
}  // namespace

TEST_CASE("Newton's iteration inside a column function stops in each column by itself", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(20, 0.0, 1.0, 3);
  CenterField<double> target(grid), x(grid), residual(grid);
  SurfaceField<double> iterations(grid), converged(grid);
  const double size[] = {1e-6, 1.0, 100.0};
  target.fill([&](double z, std::size_t column) { return size[column] * (1 + z); });
  fields(x, residual, iterations, converged) = columnwise(Cubic{})(target);
  for (std::size_t column = 0; column < 3; ++column) {
    CHECK(converged(column) == 1.0);
    for (int k = 0; k < 20; ++k) CHECK(std::abs(residual(k, column)) < 1e-11 * size[column]);
  }
  CHECK(iterations(0) < iterations(2));
  // Too few iterations, and steps that are too short.
  fields(x, residual, iterations, converged) = columnwise(Cubic{{.most_iterations = 3, .largest_step = 1e-3}})(target);
  CHECK(converged(0) == 1.0);
  CHECK(converged(2) == 0.0);
  CHECK(std::abs(x(0, 2) - target(0, 2)) <= 3.0001e-3);
}

TEST_CASE("Newton's iteration inside a column function refuses options that say nothing", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 1.0, 2);
  CenterField<double> target(grid), x(grid), residual(grid);
  SurfaceField<double> iterations(grid), converged(grid);
  target = 1.0;
  x = 7.0;
  for (const double step : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    const auto solved = columnwise(Cubic{{.largest_step = step}})(target);
    CHECK_THROWS_WITH((fields(x, residual, iterations, converged) = solved),
                      Catch::Matchers::ContainsSubstring("newton: the largest step must be above zero"));
    CHECK(x(0, 0) == 7.0);
  }
  const auto without_steps = columnwise(Cubic{{.most_iterations = 0}})(target);
  CHECK_THROWS_WITH((fields(x, residual, iterations, converged) = without_steps),
                    Catch::Matchers::ContainsSubstring("most_iterations must be at least 1"));
  CHECK(x(0, 0) == 7.0);
}

namespace {
struct Failing {
  STENCIL_FUNCTION auto operator()(auto q, auto target) const {
    const auto lu = factorize(band(0.0 * q, q, 0.0));
    const auto grad = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto staggered =
        factorize_staggered(band(0.0 * q, q, 0.0), jacobian([&](auto w) { return DivergenceF2C()(w); }, 0.0 * grad(q)),
                            jacobian([&](auto y) { return 0.0 * grad(y); }, q), identity());
    auto [x, iterations, converged] = newton([&](auto y) { return q * y - target; }, target);
    // A zero in the diagonal of a tip, and a vanished pivot of what follows.
    const auto coupled = 0.1 * identity() + 0.0 * band(q, q, q);
    auto [u, v] = solve_arrowhead(identity(), target, tip(coupled, coupled, q, target));
    auto [w, follows] = solve_arrowhead(band(q, 3.0 + q, q), target, tip(coupled, band(0.0 * q, q, 0.0), target));
    return results(lu.solve(target), first_failure(lu), first_failure(lu.solve(target)), first_failure(staggered),
                   iterations, first_failure(x), where(converged, 1, 0), first_failure(u), first_failure(v),
                   first_failure(w), first_failure(follows));
  }
};
/// Its solution is zero but for rounding.
struct Vanishing {
  STENCIL_FUNCTION auto operator()(auto q) const {
    auto [x, iterations, converged] = newton([&](auto y) { return (y + q) / 3.0 - q * (1.0 / 3.0); }, q);
    return results(x, where(converged, iterations, -1));
  }
};
}  // namespace

TEST_CASE("What a column function cannot solve is said with column and level", "[columnwise]") {
  for (const auto& grid : {ColumnGrid::uniform(5, 0.0, 5.0, 3), ColumnGrid::periodic(5, 0.0, 5.0, 3)}) {
    CenterField<double> q(grid), target(grid), x(grid);
    std::vector<SurfaceField<int>> of_column;
    for (int i = 0; i < 10; ++i) of_column.emplace_back(grid);
    auto &pivot = of_column[0], &solution = of_column[1], &staggered = of_column[2], &iterations = of_column[3],
         &root = of_column[4], &converged = of_column[5], &arrow = of_column[6], &tip_of_it = of_column[7],
         &coupled = of_column[8], &following = of_column[9];
    q.fill([](double z, std::size_t c) { return c == 1 && z > 2 && z < 3 ? 0.0 : 2.0; });
    target = 1.0;
    fields(x, pivot, solution, staggered, iterations, root, converged, arrow, tip_of_it, coupled, following) =
        columnwise(Failing{})(q, target);
    CHECK(pivot.to_host() == std::vector<int>{-1, 2, -1});
    CHECK(solution(1) >= 0);
    CHECK(staggered.to_host() == std::vector<int>{-1, 2, -1});
    CHECK((iterations(0) == 2 && iterations(1) == 1));
    CHECK(root(1) >= 0);
    CHECK(converged.to_host() == std::vector<int>{1, 0, 1});
    for (const auto* failures : {&arrow, &tip_of_it, &following}) {
      CHECK((*failures)(0) == -1);
      CHECK((*failures)(1) >= 0);
      CHECK((*failures)(2) == -1);
    }
    CHECK(coupled.to_host() == std::vector<int>{-1, -1, -1});
    REQUIRE_THROWS_WITH(require_solved(pivot), Catch::Matchers::ContainsSubstring("in column 1 at level 2"));
    const SurfaceField<int> elsewhere(ColumnGrid::uniform(5, 0.0, 5.0, 1));
    REQUIRE_THROWS_AS(require_solved(pivot, elsewhere), GridError);
    q = 2.0;
    fields(x, pivot, solution, staggered, iterations, root, converged, arrow, tip_of_it, coupled, following) =
        columnwise(Failing{})(q, target);
    require_solved(pivot), require_solved(solution), require_solved(staggered), require_solved(root);
    require_solved(arrow), require_solved(tip_of_it), require_solved(coupled), require_solved(following);
  }
}

namespace {
struct Pivots {
  STENCIL_FUNCTION auto operator()(auto q, auto target) const {
    const auto lu = factorize(band(0.5 + 0.0 * q, q, 0.25));
    const auto x = lu.solve(target);
    return results(x, first_failure(lu), first_failure(x), x - column_max(target));
  }
};
/// Columns of 20 levels whose pivot vanishes in column `fails`, if that is none of them in none.
std::vector<std::vector<double>> with_pivots(std::size_t columns, std::size_t first, std::size_t fails) {
  const auto grid = ColumnGrid::uniform(20, 0.0, 20.0, columns);
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> q(grid), target(grid), x(grid), rest(grid);
  SurfaceField<int> pivot(grid), solution(grid);
  q.fill([&](double z, std::size_t c) { return first + c == fails && z < 1 ? 0.0 : 2 + 0.01 * z; });
  target.fill([&](double z, std::size_t c) { return z + 0.1 * static_cast<double>(first + c); });
  fields(x, pivot, solution, rest) = columnwise(Pivots{})(q, target);
  std::vector<std::vector<double>> all(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    all[c] = {static_cast<double>(pivot(c)), static_cast<double>(solution(c))};
    for (int k = 0; k < 20; ++k) all[c].push_back(x(k, c)), all[c].push_back(rest(k, c));
  }
  return all;
}
}  // namespace

TEST_CASE("A pivot that vanishes in one column leaves the columns in its vector as each alone", "[columnwise]") {
  for (const std::size_t columns : {1, 3, 8, 13, 70}) {
    const std::size_t fails = columns / 2;
    const auto together = with_pivots(columns, 0, fails);
    for (std::size_t c = 0; c < columns; ++c) {
      INFO("column " << c << " of " << columns);
      CHECK(together[c][0] == (c == fails ? 0 : -1));
      CHECK((together[c][1] >= 0) == (c == fails));
      if (c != fails) CHECK(together[c] == with_pivots(1, c, fails)[0]);
    }
  }
}

TEST_CASE("Newton's iteration in vectors of columns is that of each column alone", "[columnwise]") {
  const auto solved = [](std::size_t columns, std::size_t first) {
    const auto grid = ColumnGrid::uniform(20, 0.0, 1.0, columns);
    CenterField<double> target(grid), x(grid), residual(grid);
    SurfaceField<double> iterations(grid), converged(grid);
    target.fill([&](double z, std::size_t column) {
      return std::pow(10.0, static_cast<double>((first + column) % 9) - 6) * (1 + z);
    });
    fields(x, residual, iterations, converged) = columnwise(Cubic{})(target);
    std::vector<std::vector<double>> all(columns);
    for (std::size_t c = 0; c < columns; ++c) {
      all[c] = {iterations(c), converged(c)};
      for (int k = 0; k < 20; ++k) all[c].push_back(x(k, c));
    }
    return all;
  };
  for (const std::size_t columns : {3, 8, 13, 70}) {
    const auto together = solved(columns, 0);
    if (columns > 8) CHECK(together[0][0] < together[8][0]);
    for (std::size_t c = 0; c < columns; ++c) {
      INFO("column " << c << " of " << columns);
      CHECK(together[c] == solved(1, c)[0]);
    }
  }
}

TEST_CASE("Newton's iteration inside a column function takes formulas that reach farther at the ends", "[columnwise]") {
  const auto reaches = columnwise([](auto q, auto k, auto dt) {  // the gradient's closure reads the next cells
    const auto mixed = [&](auto y) { return DivergenceF2C()(k * GradientC2F()(y)); };
    const auto residual = [&](auto y) { return y + 0.1 * y * y * y - dt * mixed(y) - q; };
    const auto [x, iterations, converged] = newton(residual, q);
    const auto backward = implicit_step(mixed, q, dt);
    return results(x, residual(x), where(converged && backward.converged, 1, 0),
                   backward.x - implicit_step(mixed, q, dt, LinearlyImplicitEuler{}));
  });
  for (int levels : {1, 2, 3, 7, 40}) {
    for (bool ring : {false, true}) {
      const auto grid = ring ? ColumnGrid::periodic(levels, 0.0, 1.0, 5) : ColumnGrid::uniform(levels, 0.0, 1.0, 5);
      CAPTURE(levels, ring);
      CenterField<double> q(grid), x(grid), by_field(grid), residual(grid), difference(grid);
      FaceField<double> k(grid);
      SurfaceField<int> converged(grid);
      q.fill([](double z, std::size_t column) { return std::cos(6.0 * z + static_cast<double>(column)); });
      k = 1.0;
      fields(x, residual, converged, difference) = reaches(q, k, 1e-3);
      by_field = q;
      newton(by_field,
             by_field + 0.1 * by_field * by_field * by_field - 1e-3 * DivergenceF2C()(k * GradientC2F()(by_field)) - q);
      CHECK(global_min(converged) == 1);
      CHECK(global_max(abs(residual)) < 1e-14);
      CHECK(global_max(abs(x - by_field)) < 1e-14);
      CHECK(global_max(abs(difference)) < 1e-14);
    }
  }
}

TEST_CASE("Newton's iteration inside a column function finds a root of zero", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(9, 0.0, 1.0, 2);
  CenterField<double> q(grid), x(grid);
  SurfaceField<int> iterations(grid);
  q.fill([](double z, std::size_t c) { return c == 0 ? 1 + z : 1e-6 * (2 + z); });
  fields(x, iterations) = columnwise(Vanishing{})(q);
  for (std::size_t c = 0; c < 2; ++c) CHECK((iterations(c) > 0 && iterations(c) < 8 && std::abs(x(4, c)) < 1e-15));
}

namespace {
/// One matrix, eliminated once, for any number of tracers.
struct Mixing {
  template <class K, class First, class... Q>
  STENCIL_FUNCTION auto operator()(const K& k, const First& first, const Q&... q) const {
    const auto grad = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto lu =
        factorize(identity() - 0.01 * jacobian([&](auto y) { return DivergenceF2C()(k * k * grad(y)); }, first));
    return results(lu.solve(first), lu.solve(q)...);
  }
};
}  // namespace

TEST_CASE("Newton's iteration and passes for numbers of float may use others of double", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(7, 0.0, 1.0, 19);
  CenterField<float> start(grid), root(grid), allowed(grid);
  CenterField<double> squared(grid);
  SurfaceField<float> first(grid), of_column(grid);
  squared.fill([](double z, std::size_t column) { return 1.0 + z + static_cast<double>(column); });
  start = 1.0, first = 1.0;
  const auto roots = columnwise([](auto x, auto y, auto s) {
    const auto residual = [&](auto z) { return z * z - s; };
    return results(newton(residual, x).x, newton(residual, x, {}, [](auto z) { return z > 0.0; }).x,
                   newton([&](auto z) { return z * z - column_sum(s); }, y).x);
  });
  fields(root, allowed, of_column) = roots(start, first, squared);
  CHECK(global_max(abs(root * root - squared)) < 1e-5);
  CHECK(global_max(abs(allowed - root)) < 1e-6);
  CHECK(global_max(abs(of_column * of_column / column_sum(squared) - 1.0)) < 1e-6);
  const auto passes = columnwise([](auto x, auto s) {
    const auto [y, least, count, done] = repeat_until(
        [&](auto z, auto) {
          const auto next = 0.5 * (z + s / z);
          return results(next, column_min(next), column_max(abs(next * next - s)) < 1e-4);
        },
        20, x, at_level(x, 0));
    return results(y, least);
  });
  fields(root, of_column) = passes(start, squared);
  CHECK(global_max(abs(root * root - squared)) < 1e-4);
  CHECK(global_max(abs(of_column - column_min(root))) == 0);
}

TEST_CASE("An array of tracers is mixed in groups as each alone", "[columnwise]") {
  State<double, backend::Cpu, layout::LevelsContiguous> s({9, 3, Kind::alike});
  const auto mixing = columnwise(Mixing{});
  std::array<CenterField<double>, 5> tracers;
  std::vector<std::vector<double>> expected;
  for (std::size_t i = 0; i < tracers.size(); ++i) {
    tracers[i] = s.a + static_cast<double>(i) * s.b;
    CenterField<double> alone(s.grid);
    alone = mixing(s.f, tracers[i]);
    expected.push_back(alone.to_host());
  }
  std::vector<std::size_t> sizes;
  in_groups<3>(tracers, [&](auto&... q) {
    sizes.push_back(sizeof...(q));
    fields(q...) = mixing(s.f, q...);
  });
  CHECK((sizes.size() == 2 && sizes[0] + sizes[1] == 5 && std::max(sizes[0], sizes[1]) == 3));
  for (std::size_t i = 0; i < tracers.size(); ++i) CHECK(tracers[i].to_host() == expected[i]);
}

TEST_CASE("A system of blocks inside a column function is that of an assignment", "[columnwise]") {
  State<double, backend::Cpu, layout::LevelsContiguous> s({17, 3, Kind::alike});
  CenterField<double> u(s.grid), v(s.grid);
  CenterField<Vec<double, 2>> w(s.grid);
  fields(u, v) = columnwise(Coupling{})(s.a, s.b);
  w = solve(blocks<2>(band(0.1, 2.0 + s.b, 0.2), band(0.3, 0.1 * s.b, 0.05), band(0.02, 0.2 * s.a, -0.1),
                      band(-0.3, 3.0 + s.b, 0.4)),
            vec(s.a, s.b));
  for (std::size_t column = 0; column < 3; ++column) {
    for (int k = 0; k < 17; ++k) {
      CHECK(std::abs(u(k, column) - w(k, column)[0]) < 1e-14);
      CHECK(std::abs(v(k, column) - w(k, column)[1]) < 1e-14);
    }
  }
}

TEST_CASE("A value of Vecs is taken apart into its components", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0, 3);
  CenterField<float> x(grid), y(grid), u(grid), v(grid);
  x.fill([](double z) { return z; });
  y.fill(2.0f);
  // 2 u + v = x, u + 3 v = y
  fields(u, v) = columnwise([](auto a, auto b) {
    const auto [p, q] = solve(blocks<2>(diagonal(2.0f + 0.0f * a), 1.0f, 1.0f, diagonal(3.0f + 0.0f * a)), vec(a, b));
    return results(p, q);
  })(x, y);
  for (int k = 0; k < 5; ++k) {
    const float z = x(k, 1);
    CHECK(std::abs(u(k, 1) - (3 * z - 2) / 5) < 1e-6f);
    CHECK(std::abs(v(k, 1) - (4 - z) / 5) < 1e-6f);
  }
  // With derivatives, by a row of them and along a direction.
  const auto sum = columnwise([](auto a) {
    const auto [p, q] = vec(a, a * a);
    return results(p + q);
  });
  u = columnwise([](auto a) {
    return results(newton(
                       [&](auto y) {
                         const auto [p, q] = vec(y, y * y);
                         return p + q - a;
                       },
                       a)
                       .x);
  })(x);
  CHECK(global_max(abs(u + u * u - x)) < 1e-6);
  v = jvp(sum(x), wrt(x), y);
  CHECK(global_max(abs(v - (1.0f + 2.0f * x) * y)) < 1e-5);
}

namespace {
/// Centers and faces coupled by matrices of operators and numbers alone: all four, all but one, and all four beside
/// right sides of which one is a number.
struct Waves {
  double dt;
  STENCIL_FUNCTION auto operator()(auto x, auto y) const {
    const auto div = dt * operator_matrix(DivergenceF2C(no_flux));
    const auto grad = dt * operator_matrix(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0))));
    const auto damped = identity() - div * grad;
    const auto [p, w] = solve_staggered(damped, div, grad, identity() + 0.5 * (grad * div), x, y);
    const auto [q, u] = factorize_staggered(damped, div, -grad, band(0.1, 2.0 + y, 0.2)).solve(x, y);
    const auto [r, v] = solve_staggered(1.25 * identity(), div, grad, identity(), x, 1.0);
    return results(p, w, q, u, r, v);
  }
};
}  // namespace

TEST_CASE("Centers and faces are coupled by matrices of operators and numbers alone", "[columnwise]") {
  for (const auto& grid : {ColumnGrid::stretched(1, 0.0, 1.0, 1.0, 3), ColumnGrid::stretched(20, 0.0, 20.0, 0.8, 9)}) {
    CenterField<double> x(grid), p(grid), q(grid), r(grid), rest(grid);
    FaceField<double> y(grid), w(grid), u(grid), v(grid), rest_at_faces(grid);
    testing::scatter(x, 1);
    testing::scatter(y, 2);
    constexpr double dt = 0.3;
    fields(p, w, q, u, r, v) = columnwise(Waves{dt})(x, y);
    const DivergenceF2C div(no_flux);
    const GradientC2F grad(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto vanish = [&](const auto& at_centers, const auto& at_faces) {
      rest = at_centers;
      rest_at_faces = at_faces;
      for (std::size_t c = 0; c < grid.columns(); ++c) {
        CAPTURE(grid.levels(), c);
        for (const double residual : rest.column(c)) CHECK(std::abs(residual) < 1e-13);
        for (const double residual : rest_at_faces.column(c)) CHECK(std::abs(residual) < 1e-13);
      }
    };
    vanish(p - dt * div(dt * grad(p)) + dt * div(w) - x, dt * grad(p) + w + 0.5 * dt * grad(dt * div(w)) - y);
    vanish(q - dt * div(dt * grad(q)) + dt * div(u) - x, -dt * grad(q) + band(0.1, 2.0 + y, 0.2) * u - y);
    vanish(1.25 * r + dt * div(v) - x, dt * grad(r) + v - 1.0);
  }
}

namespace {
/// The same with multiples of identity(), by a number and by a value per column.
struct Diagonals {
  double dt;
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto s) const {
    const auto div = dt * operator_matrix(DivergenceF2C(no_flux));
    const auto grad = dt * operator_matrix(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0))));
    const auto [p, w] = solve_staggered(s * identity(), div, grad, 2.5 * identity(), x, y);
    const auto [q, u] = solve_arrowhead(1.25 * identity(), x, tip(div, grad, 1.5, y));
    const auto [v, r] = solve_arrowhead(s * identity(), y, tip(grad, div, s, x));
    return results(p, w, q, u, r, v);
  }
};
}  // namespace

TEST_CASE("Coupled systems inside a column function take multiples of the identity", "[columnwise]") {
  for (const auto& grid : {ColumnGrid::stretched(1, 0.0, 1.0, 1.0, 3), ColumnGrid::stretched(20, 0.0, 20.0, 0.8, 9)}) {
    CenterField<double> x(grid), p(grid), q(grid), r(grid);
    FaceField<double> y(grid), w(grid), u(grid), v(grid);
    SurfaceField<double> s(grid);
    testing::scatter(x, 1);
    testing::scatter(y, 2);
    s.fill([](std::size_t column) { return 1.5 + 0.1 * static_cast<double>(column); });
    constexpr double dt = 0.3;
    fields(p, w, q, u, r, v) = columnwise(Diagonals{dt})(x, y, s);
    const DivergenceF2C div(no_flux);
    const GradientC2F grad(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    CHECK(global_max(abs(s * p + dt * div(w) - x)) < 1e-13);
    CHECK(global_max(abs(dt * grad(p) + 2.5 * w - y)) < 1e-13);
    CHECK(global_max(abs(1.25 * q + dt * div(u) - x)) < 1e-13);
    CHECK(global_max(abs(dt * grad(q) + 1.5 * u - y)) < 1e-13);
    CHECK(global_max(abs(s * v + dt * grad(r) - y)) < 1e-13);
    CHECK(global_max(abs(dt * div(v) + s * r - x)) < 1e-13);
  }
}
