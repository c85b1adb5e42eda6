// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <stencil/stencil.hpp>

using namespace stencil;

namespace {

constexpr int levels = 40;

ColumnGrid unit_grid() { return ColumnGrid::uniform(levels, 0.0, 1.0, 2); }

auto diffusion(const CenterField<double>& u) {
  return 0.1 * DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)))(InterpolateC2F()(u * u) * GradientC2F()(u));
}

/// u_t = 0.1 (u^2 u_z)_z from a cosine to t = 1.
template <class Scheme>
std::vector<double> diffused(int steps, const Scheme& scheme) {
  CenterField<double> u(unit_grid());
  u.fill([](double z) { return 1 + 0.5 * std::cos(std::numbers::pi * z); });
  for (int n = 0; n < steps; ++n) implicit_step(u, diffusion(u), 1.0 / steps, scheme);
  return u.to_host();
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace

TEST_CASE("Newton's method finds the root of a nonlinear column, in few steps", "[newton]") {
  CenterField<double> u(unit_grid()), old(u.grid()), left(u.grid());
  old.fill([](double z, std::size_t column) { return 1 + z * static_cast<double>(column + 1); });
  u = old;
  const auto residual = u - old - 2.0 * diffusion(u);
  const NewtonReport report = newton(u, residual);
  CHECK(report.iterations <= 6);
  left = abs(residual);
  for (const double value : left.to_host()) CHECK(value < 1e-12);
  u = old;
  const double last_change = newton(u, residual, {.tolerance = 1e-3}).last_change;
  CHECK((last_change > 0 && last_change < 1e-2));
}

TEST_CASE("Newton's method stops at the rounding of a float", "[newton]") {
  CenterField<float> u(unit_grid());
  u.fill([](double z) { return 1 + z; });
  CHECK(newton(u, u * u - 2.0F).iterations <= 7);
  for (const float value : u.to_host()) CHECK(std::abs(value - std::numbers::sqrt2_v<float>) <= 2e-7F);
}

TEST_CASE("Newton's method that does not converge says how far it came", "[newton]") {
  using Catch::Matchers::ContainsSubstring;
  CenterField<double> u(unit_grid());
  u.fill(1.0);
  // 1, 3/2, 17/12, 577/408, 665857/470832
  NewtonOptions few;
  few.most_iterations = 4;
  CHECK_THROWS_WITH(newton(u, u * u - 2.0, few),
                    ContainsSubstring("no convergence in 4 iterations, the last change is 2.12e-06"));
  for (const double value : u.to_host()) CHECK(value == 1.0);
}

TEST_CASE("Newton's method has not converged where it went beyond all numbers", "[newton]") {
  const auto grid = ColumnGrid::uniform(2, 0.0, 1.0);
  CenterField<double> x(grid), converged(grid);
  // Each step is as long as the root's distance, or longer, and grows until x overflows.
  const auto residual = [](const auto& y) { return 1e200 * pow(1e-308 * y, -0.5); };
  x = 0.8e307;
  CHECK_THROWS_AS(newton(x, residual(x)), SolveError);
  x = 0.8e307;
  converged = columnwise([&](auto start) {
    const auto found = newton(residual, start);
    return results(where(found.converged, 1.0, 0.0) + 0.0 * start);
  })(x);
  CHECK(converged(0, 0) == 0.0);
}

TEST_CASE("Newton's method judges each column by its own values", "[newton]") {
  CenterField<double> y(ColumnGrid::uniform(1, 0.0, 1.0, 3)), square(y.grid());
  const double root[] = {1e6, 1e-6, 1.0};
  for (std::size_t c = 0; c < 3; ++c) square(0, c) = root[c] * root[c];
  y.fill(1.0);
  y(0, 0) = 1.1e6;  // close, so that it has converged long before its neighbour
  NewtonOptions many;
  many.most_iterations = 40;
  newton(y, y * y - square, many);
  for (std::size_t c = 0; c < 3; ++c) CHECK(std::abs(y(0, c) - root[c]) <= 1e-15 * root[c]);
}

TEST_CASE("A column that has converged stays as it is, whatever its neighbours do", "[newton]") {
  const NewtonOptions many{.most_iterations = 300};
  constexpr std::size_t columns = 9;
  const auto alone = ColumnGrid::uniform(1, 0.0, 1.0);
  CenterField<double> y(ColumnGrid::uniform(1, 0.0, 1.0, columns)), shift(y.grid()), by_itself(alone),
      shift_alone(alone);
  CenterField<Vec<double, 2>> pair(y.grid());
  // Near a triple root the residual is little else than its rounding, so that no iteration suits all columns.
  const auto residual = [](const auto& x, const auto& by) { return x * x * x - 3.0 * x * x + 3.0 * x - 1.0 - by; };
  shift.fill([](double, std::size_t column) { return 5e-10 * (1 + 0.01 * static_cast<double>(column)); });
  y.fill(1.1);
  const NewtonReport all = newton(y, residual(y, shift), many);
  NewtonReport most{0, 0.0};
  for (std::size_t c = 0; c < columns; ++c) {
    CAPTURE(c);
    by_itself.fill(1.1);
    shift_alone.fill(shift(0, c));
    const NewtonReport report = newton(by_itself, residual(by_itself, shift_alone), many);
    CHECK(y(0, c) == by_itself(0, 0));
    most.iterations = std::max(most.iterations, report.iterations);
    most.last_change = std::max(most.last_change, report.last_change);
  }
  CHECK(all.iterations == most.iterations);
  CHECK(all.last_change == most.last_change);
  // A double root is halved towards, until there is no Jacobian any more: in the first column long before the last is
  // near it.
  const auto start = [](double, std::size_t column) { return column == 0 ? 2.0 : 2e12; };
  y.fill(start);
  CHECK(newton(y, (y - 1.0) * (y - 1.0), many).iterations > 60);
  pair.fill([&](double z, std::size_t column) { return Vec{start(z, column), start(z, column)}; });
  newton(pair, pointwise([](auto v) { return Vec{(v[0] - 1.0) * (v[0] - 1.0), (v[1] - 1.0) * (v[1] - 1.0)}; })(pair),
         many);
  for (std::size_t c = 0; c < columns; ++c) CHECK(std::abs(y(0, c) - 1) <= 2e-10);
  for (std::size_t c = 0; c < columns; ++c) CHECK(std::abs(pair(0, c)[1] - 1) <= 2e-10);
  // The column that fails is named, not one that has converged and has no Jacobian any more.
  y.fill([](double, std::size_t column) { return column == 7 ? 1e30 : 2.0; });
  try {
    newton(y, (y - 1.0) * (y - 1.0), {.most_iterations = 80});
    FAIL("80 iterations halve 1e30 to no less than 1e5");
  } catch (const SolveError& error) {
    CHECK(error.column() == 7);
  }
  CHECK(y(0, 0) == 2.0);
}

TEST_CASE("A start far from the root does not end Newton's method before it is there", "[newton]") {
  const NewtonOptions many{.most_iterations = 200};
  const auto residual = [](const auto& x) { return x * x - 2.0; };
  const auto require_root = [&]<class T>(T start, double error) {
    CAPTURE(start);
    const auto grid = ColumnGrid::uniform(1, 0.0, 1.0);
    CenterField<T> x(grid), inside(grid);
    x.fill(start);
    inside = columnwise([&](auto begin) { return results(newton(residual, begin, many).x); })(x);
    newton(x, residual(x), many);
    CHECK(std::abs(static_cast<double>(x(0, 0)) - std::numbers::sqrt2) <= error);
    CHECK(std::abs(static_cast<double>(inside(0, 0)) - std::numbers::sqrt2) <= error);
  };
  for (const float start : {2.0F, 1e5F, 1e6F, 1e7F, 1e15F}) require_root(start, 2e-7);
  for (const double start : {2.0, 1e10, 1e16, 1e18, 1e30}) require_root(start, 4e-16);
}

TEST_CASE("A column whose new values are roundings of its old ones has converged", "[newton]") {
  CenterField<float> y(ColumnGrid::uniform(1, 0.0, 1.0, 100)), source(y.grid()), inside(y.grid());
  SurfaceField<int> all(y.grid());
  y.fill([](double, std::size_t column) { return 1.0F + 0.037F * static_cast<float>(column); });
  source = y;
  // What is left of a step in which the source takes all that there is.
  const auto tendency = [&](const auto& x, const auto& taken) { return -1.0F * taken - 0.01F * x * x; };
  fields(inside, all) = columnwise([&](auto x, auto taken) {
    const auto step = implicit_step([&](const auto& q) { return tendency(q, taken); }, x, 1.0);
    return results(step.x, where(step.converged, 1, 0));
  })(y, source);
  CHECK(implicit_step(y, tendency(y, source), 1.0).iterations <= 8);
  CHECK(global_min(all) == 1);
  CHECK(global_max(abs(y)) <= 2e-6F);
  CHECK(global_max(abs(inside)) <= 2e-6F);
}

TEST_CASE("A column has converged to zero when no rounding of what it began with is left", "[newton]") {
  CenterField<double> y(ColumnGrid::uniform(7, 0.0, 1.0));
  y.fill([](double z) { return 0.1 + 0.1 * z; });
  CHECK(newton(y, sin(y)).iterations == 4);  // of which each cubes the error
  for (const double value : y.to_host()) CHECK(std::abs(value) <= 1e-15);
}

// A residual with a rounding error at its root of zero, and what is large beside both. NewtonOptions as a member.
struct NearZero {
  NewtonOptions options;
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto rounded = [](auto y) { return y + where(y > 0.0, 1e-13, -1e-13); };
    return results(newton(rounded, x, options).converged, newton(rounded, at_level(x, 0), options).converged);
  }
};
TEST_CASE("Columns near zero converge by an absolute tolerance", "[newton]") {
  CenterField<double> x(ColumnGrid::uniform(3, 0.0, 1.0, 5));
  x.fill(1e-3);
  CenterField<bool> converged(x.grid());
  SurfaceField<bool> surface(x.grid());
  fields(converged, surface) = columnwise(NearZero{})(x);
  CHECK((!converged(2, 4) && !surface(4)));
  fields(converged, surface) = columnwise(NearZero{{.absolute_tolerance = 1e-12}})(x);
  CHECK((converged(2, 4) && surface(4)));

  const auto rounded = x + where(x > 0.0, 1e-13, -1e-13);
  CHECK_THROWS_AS(newton(x, rounded), SolveError);
  CHECK(newton(x, rounded, {.absolute_tolerance = 1e-12}).iterations < 5);
  CHECK(std::abs(x(2, 4)) < 1e-12);
  CenterField<Vec<double, 2>> pair(x.grid());
  pair.fill(Vec{1e-3, 1e-3});
  const auto of_pair = pointwise([](auto v) {
    return Vec{v[0] > 0.0 ? v[0] + 1e-13 : v[0] - 1e-13, v[1] > 0.0 ? v[1] + 1e-13 : v[1] - 1e-13};
  })(pair);
  CHECK(newton(pair, of_pair, {.absolute_tolerance = 1e-12}).iterations < 5);
  CHECK_THROWS_WITH(newton(x, rounded, {.absolute_tolerance = -1.0}),
                    Catch::Matchers::ContainsSubstring("the absolute tolerance must be a number that is not below"));
}

TEST_CASE("Newton's method names the column that is furthest from converged", "[newton]") {
  CenterField<double> y(ColumnGrid::uniform(1, 0.0, 1.0, 3)), square(y.grid());
  square.fill([](double, std::size_t column) { return column == 1 ? 1e-12 : 1e12; });
  y.fill([](double, std::size_t column) { return column == 1 ? 1.0 : 1e6; });
  NewtonOptions few;
  few.most_iterations = 5;
  try {
    newton(y, y * y - square, few);
    FAIL("5 iterations halve 1 to 1e-6 no more than to 1/32");
  } catch (const SolveError& error) {
    CHECK(error.column() == 1);
  }
  using namespace detail::newton_method;
  const std::vector<Largest> changes{
      {.value = 0.1, .column = 0}, {.value = 8.0, .column = 1}, {.value = 4.0, .column = 2}};
  CHECK(furthest(changes, {0.1, 8.0, 4.0}).column == 1);
  const Excess<double> excess{functions::AllowedChange<double>(1e-10)};
  CHECK(excess(1.0, 1.0, 0.0, 0.0, 0.0) == std::numeric_limits<double>::max());  // of nothing no change is allowed
  CHECK(std::isnan(Magnitude{}(Vec<double, 2>{std::nan(""), 1.0})));
  CHECK(functions::IsNoNumber{}(std::numeric_limits<double>::infinity()));
}

TEST_CASE("Backward Euler converges at first order, Rosenbrock's method at second", "[newton]") {
  const std::vector<double> right = diffused(1280, Rosenbrock2{});
  const double euler =
      std::log2(distance(diffused(20, BackwardEuler{}), right) / distance(diffused(40, BackwardEuler{}), right));
  const double rosenbrock =
      std::log2(distance(diffused(40, Rosenbrock2{}), right) / distance(diffused(80, Rosenbrock2{}), right));
  CHECK(std::abs(euler - 1) < 0.1);
  CHECK(std::abs(rosenbrock - 2) < 0.15);
}

TEST_CASE("What cannot be solved is said, with the place, and nothing is lost", "[newton]") {
  using Catch::Matchers::ContainsSubstring;
  CenterField<double> u(unit_grid()), ones(u.grid());
  ones.fill(1.0);
  u.fill(0.5);
  u(7, 1) = 0;
  const std::vector<double> before = u.to_host();
  try {
    newton(u, u * u - ones * 0.3);
    FAIL("a vanishing pivot was not noticed");
  } catch (const SolveError& error) {
    CHECK(error.column() == 1);
    CHECK(error.level() == 7);
    CHECK_THAT(error.what(), ContainsSubstring("pivot") && ContainsSubstring("column 1 at level 7"));
  }
  CHECK(u.to_host() == before);
  CHECK_THROWS_AS(newton(u, u * u + ones), SolveError);
  CHECK(u.to_host() == before);
  u(3, 0) = -1;
  try {
    newton(u, log(u) - ones);
    FAIL("a logarithm of a negative number was not noticed");
  } catch (const SolveError& error) {
    CHECK_THAT(error.what(), ContainsSubstring("not a number") && ContainsSubstring("column 0 at level 3"));
  }
  // The first stage of Rosenbrock's method leads beyond the logarithm's range, so that the second is no number.
  u.fill(1.0);
  u(4, 1) = 0.25;
  const std::vector<double> kept = u.to_host();
  CHECK_THROWS_WITH(implicit_step(u, log(u) - 1.0, 0.5, Rosenbrock2{}), ContainsSubstring("column 1 at level 4"));
  CHECK(u.to_host() == kept);
  u(4, 1) = -1.0;
  CHECK_THROWS_WITH(implicit_step(u, log(u) - 1.0, 0.5, Rosenbrock2{}),
                    ContainsSubstring("stage is not a number") && ContainsSubstring("column 1 at level 4"));
  CHECK(u(4, 1) == -1.0);
}

TEST_CASE("A linearly implicit step keeps what boundaries add, as backward Euler does", "[newton]") {
  CenterField<double> x(ColumnGrid::uniform(10, 0.0, 100.0)), y(x.grid()), exact(x.grid());
  FaceField<double> k(x.grid());
  k.fill(1.0);
  x.fill(290.0);
  y = x;
  exact = x;
  const auto heated = [&k](const auto& t) {
    return DivergenceF2C(bottom(SetValue(-0.1)), top(SetValue(0.0)))(k * GradientC2F()(t));
  };
  implicit_step(x, heated(x), 600.0, LinearlyImplicitEuler{});
  implicit_step(y, heated(y), 600.0);
  for (int level = 0; level < 10; ++level) CHECK(std::abs(x(level, 0) - y(level, 0)) < 1e-10);
  CHECK(std::abs(global_sum(x - exact) - 600 * 0.1 / 10) < 1e-10);  // K times cells: the flux of 600 s in cells of 10 m
  y(3, 0) = std::nan("");
  CHECK_THROWS_AS(implicit_step(y, heated(y), 600.0, LinearlyImplicitEuler{}), SolveError);
}

TEST_CASE("A derivative by a field that an expression does not read is refused with its name", "[newton]") {
  using Catch::Matchers::ContainsSubstring;
  CenterField<double> x(unit_grid(), "theta"), copy(x), other(unit_grid(), "q");
  const auto refusal =
      ContainsSubstring("\"theta\" (center field, 40 levels x 2 columns, levels contiguous) does not occur");
  CHECK_THROWS_WITH(jacobian(diffusion(copy), wrt(x)), refusal && ContainsSubstring("DivergenceF2C"));
  CHECK_THROWS_WITH(jvp(diffusion(copy), wrt(x), other), refusal);
  CHECK_THROWS_WITH(newton(x, copy * copy - 1.0), refusal);
  CHECK_THROWS_WITH(jacobian(vec(copy * other, other), wrt(other, x)), refusal);
  CHECK_NOTHROW(jacobian(vec(x * other, other), wrt(x, other)));
  // Other views of its memory, whose derivatives would be left out.
  const auto constants = wrap_center(static_cast<const double*>(x.data()), x.grid());
  const auto backwards = wrap_center(ArraySlab<double, layout::Strided>(x.data() + 79, 2, 40, {-1, -40}), x.grid());
  const auto view = ContainsSubstring("reads memory of \"theta\"");
  CHECK_THROWS_WITH(jvp(constants * x, wrt(x), other), view);
  CHECK_THROWS_WITH(jacobian(backwards * x, wrt(x)), view);
  CHECK_THROWS_WITH(implicit_step(x, -1.0 * constants * x, 0.1), view);
  CHECK_THROWS_WITH(newton(x, constants * x - 1.0), view);
  CHECK_NOTHROW(jvp(wrap_center(x.data(), x.grid()) * x, wrt(x), other));
  // such steps would be explicit
  x = 1.0;
  CHECK_THROWS_WITH(implicit_step(x, -1.0 * copy, 10.0), refusal);
  CHECK_THROWS_WITH(implicit_step(x, -1.0 * copy, 10.0, LinearlyImplicitEuler{}), refusal);
  CHECK_THROWS_WITH(implicit_step(x, -1.0 * copy, 10.0, Rosenbrock2{}), refusal);
  ARS343 stepper(x);
  CHECK_THROWS_WITH(stepper(0.0, 10.0, 0.0 * x, -1.0 * copy), refusal);
  CHECK(x.to_host() == std::vector<double>(80, 1.0));
}

TEST_CASE("Newton's method and implicit steps in active levels are those of a grid of these levels",
          "[newton][active]") {
  const auto grid = ColumnGrid::uniform(10, 0.0, 1.0, 2);
  const auto part = ColumnGrid::from_faces(std::vector{0.3, 0.4, 0.5, 0.6, 0.7, 0.8}, 2);
  const auto active = active_levels(3, 7);
  CenterField<double> u(grid), all(grid), v(part);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto begin = [&] {
    v.fill([](double z, std::size_t column) { return 1 + z * static_cast<double>(column + 1); });
    u.fill([&](double, std::size_t column) { return column == 0 ? 1e30 : nan; });
    for (std::size_t c = 0; c < 2; ++c)
      for (int k = 0; k < 5; ++k) u(k + 3, c) = v(k, c);
  };
  const auto require_alike = [&] {
    for (std::size_t c = 0; c < 2; ++c)
      for (int k = 0; k < 10; ++k) {
        CAPTURE(k, c);
        if (k >= 3 && k < 8) {
          CHECK(std::abs(u(k, c) - v(k - 3, c)) < 1e-13);
        } else {
          CHECK((c == 0 ? u(k, c) == 1e30 : std::isnan(u(k, c))));
        }
      }
  };
  begin();
  CHECK(implicit_step(u, diffusion(u), 0.5, active).iterations == implicit_step(v, diffusion(v), 0.5).iterations);
  require_alike();
  implicit_step(u, diffusion(u), 0.5, LinearlyImplicitEuler{}, active);
  implicit_step(v, diffusion(v), 0.5, LinearlyImplicitEuler{});
  require_alike();
  implicit_step(u, diffusion(u), 0.5, Rosenbrock2{}, active);
  implicit_step(v, diffusion(v), 0.5, Rosenbrock2{});
  require_alike();
  NewtonOptions few;
  few.most_iterations = 1;
  begin();
  try {
    newton(u, u * u * u - 2.0, few, active);
    FAIL("one iteration is not enough");
  } catch (const SolveError& error) {
    CHECK((error.level() >= 3 && error.level() < 8));
  }
  require_alike();
}

TEST_CASE("Newton's method takes a mask, and steps no longer than they may be", "[newton]") {
  CenterField<double> y(ColumnGrid::uniform(3, 0.0, 1.0, 2));
  SurfaceField<int> wanted(y.grid());
  wanted(1) = 1;
  y.fill(100.0);
  const auto residual = log(y) - 3.0;
  CHECK_THROWS_AS(newton(y, residual), SolveError);  // its first step leads to y < 0
  NewtonOptions short_steps;
  short_steps.largest_step = 20.0;
  newton(y, residual, short_steps, policy().where(wanted > 0));
  for (int k = 0; k < 3; ++k) {
    CHECK(y(k, 0) == 100.0);
    CHECK(std::abs(y(k, 1) - std::exp(3.0)) < 1e-13);
  }
  const auto of_unknown = policy().where(at_level(y, 0) > 0.0);
  const auto refused = [&](const auto& solve_it, const std::string& who = "implicit_step") {
    CHECK_THROWS_WITH(solve_it(), Catch::Matchers::ContainsSubstring(who + ": the mask reads") &&
                                      Catch::Matchers::ContainsSubstring("which changes meanwhile"));
    CHECK(y(1, 0) == 100.0);
  };
  refused([&] { newton(y, residual, short_steps, of_unknown); }, "newton");
  refused([&] { implicit_step(y, -0.1 * y, 1.0, BackwardEuler{}, of_unknown); });
  refused([&] { implicit_step(y, -0.1 * y, 1.0, LinearlyImplicitEuler{}, of_unknown); });
  refused([&] { implicit_step(y, -0.1 * y, 1.0, Rosenbrock2{}, of_unknown); });
  y.fill(4.0);
  for (const double none : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_WITH(newton(y, y * y - 9.0, {.largest_step = none}),
                      Catch::Matchers::ContainsSubstring("the largest step must be above zero"));
    CHECK(y(0, 0) == 4.0);
  }
  for (const double none : {-1.0, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS_WITH(newton(y, y * y - 9.0, {.tolerance = none}),
                      Catch::Matchers::ContainsSubstring("newton: the tolerance must be a number that is not below"));
  CHECK(newton(y, y * y - 9.0, {.tolerance = -0.0}).iterations <= 6);
  y.fill(4.0);
  // A step that would be zero as a number of the unknown's type is a short one.
  CenterField<float> small(y.grid());
  small = columnwise([](auto x) {
    return results(newton([](auto q) { return q - 1.0F; }, x, {.most_iterations = 3, .largest_step = 1e-60}).x);
  })(small);
  CHECK((small(0, 0) > 0 && small(0, 0) < 1e-30F));
  CHECK_THROWS_WITH(newton(y, y * y - 9.0, {.most_iterations = 0}),
                    Catch::Matchers::ContainsSubstring("most_iterations must be at least 1"));
  CHECK(y(0, 0) == 4.0);
  CenterField<Vec<double, 2>> pair(y.grid());
  pair.fill(Vec{100.0, 50.0});
  const auto of_pair = pointwise([](auto v) { return Vec{log(v[0]) - 3.0, log(v[1]) - 2.0}; })(pair);
  CHECK_THROWS_AS(newton(pair, of_pair), SolveError);
  newton(pair, of_pair, short_steps);
  CHECK(std::abs(pair(1, 1)[0] - std::exp(3.0)) < 1e-13);
  CHECK(std::abs(pair(1, 1)[1] - std::exp(2.0)) < 1e-13);
  // The first steps from near zero would lead to 4500; from there as many as ten halve it.
  y.fill(0.001);
  pair.fill(Vec{0.001, 0.001});
  CHECK(newton(y, y * y - 9.0, short_steps).iterations < 10);
  CHECK(newton(pair, pointwise([](auto v) { return Vec{v[0] * v[0] - 9.0, v[1] * v[1] - 9.0}; })(pair), short_steps)
            .iterations < 10);
}

TEST_CASE("Arrays of a model are solved for as fields are, and nothing beside them is written", "[newton][wrap]") {
  constexpr int few = 5;
  const auto grid = ColumnGrid::uniform(few, 0.0, 1.0, 3);
  std::vector<double> x_memory(35, -1.0), w_memory(40, -1.0);
  auto x = wrap_center(levels_first(x_memory.data(), 7, 5).with_columns(1, 3).with_levels(1, few).from_top(), grid);
  const auto w = wrap_face(columns_first(w_memory.data(), 5, 8).with_columns(1, 3).with_levels(1, few + 1), grid);
  CenterField<double> y(grid);
  FaceField<double> v(grid);
  const auto begin = [&] {
    x = 1.0 + heights(Center{});
    y = x;
    w = 1.0 + heights(Face{});
    v = w;
  };
  const auto require_same = [&] {
    REQUIRE(global_max(abs(x - y)) < 1e-14);
    REQUIRE(global_max(abs(w - v)) < 1e-14);
    REQUIRE(std::count(x_memory.begin(), x_memory.end(), -1.0) == 35 - 15);
    REQUIRE(std::count(w_memory.begin(), w_memory.end(), -1.0) == 40 - 18);
  };
  const auto spread = [](const auto& a) { return DivergenceF2C(no_flux)(GradientC2F()(a)) - a * a * a; };
  begin();
  implicit_step(x, spread(x), 0.1);
  implicit_step(x, spread(x), 0.1, LinearlyImplicitEuler{});
  implicit_step(x, spread(x), 0.1, Rosenbrock2{}, active_levels(1, 3));
  implicit_step(y, spread(y), 0.1);
  implicit_step(y, spread(y), 0.1, LinearlyImplicitEuler{});
  implicit_step(y, spread(y), 0.1, Rosenbrock2{}, active_levels(1, 3));
  require_same();

  begin();
  CHECK(newton(w, w * w - 2.0 - heights(Face{})).iterations == newton(v, v * v - 2.0 - heights(Face{})).iterations);
  CHECK_THROWS_AS(newton(x, x * x + 1.0), SolveError);
  require_same();

  ARS343 step(x);
  ARS343 other(y);
  step(0.0, 0.1, -1.0 * x, spread(x));
  other(0.0, 0.1, -1.0 * y, spread(y));
  require_same();

  const auto gradient = operator_matrix(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0))));
  const auto divergence = operator_matrix(DivergenceF2C(no_flux));
  solve_arrowhead(w, identity(), w, tip(x, 0.1 * gradient, 0.1 * divergence, 1.0, x));
  solve_arrowhead(v, identity(), v, tip(y, 0.1 * gradient, 0.1 * divergence, 1.0, y));
  require_same();
}

TEST_CASE("A field is one unknown of an arrowhead system, not two", "[newton][wrap]") {
  using Catch::Matchers::ContainsSubstring;
  const auto grid = ColumnGrid::uniform(3, 0.0, 1.0, 2);
  CenterField<double> u(grid, "u"), v(grid, "v"), w(grid), none;
  u.fill(1.0);
  v.fill(2.0);
  const auto unit = diagonal(1.0 + 0.0 * w);
  const auto twice = ContainsSubstring("solve_arrowhead solves for each of its fields once, but \"v\"");
  CHECK_THROWS_WITH(solve_arrowhead(u, 4.0 * unit, u, tip(v, unit, unit, 3.0, v), tip(v, unit, unit, 5.0, w)), twice);
  CHECK_THROWS_WITH(solve_arrowhead(v, 4.0 * unit, u, tip(w, unit, unit, 3.0, v), tip(v, unit, unit, v)), twice);
  auto again = wrap_center(v.data(), grid);
  CHECK_THROWS_WITH(solve_arrowhead(v, 4.0 * unit, u, tip(again, unit, unit, 3.0, v)), ContainsSubstring("twice"));
  CHECK_THROWS_AS(solve_arrowhead(u, 4.0 * unit, u, tip(none, unit, unit, 3.0, v)), Error);
  CHECK(u.to_host() == std::vector<double>(6, 1.0));
  CHECK(v.to_host() == std::vector<double>(6, 2.0));
  solve_arrowhead(u, 4.0 * unit, u, tip(v, unit, unit, 3.0, v), tip(w, unit, unit, 5.0, w));
  CHECK(std::abs(u(0, 0) - (1.0 - 2.0 / 3.0) / (4.0 - 1.0 / 3.0 - 1.0 / 5.0)) < 1e-15);
}
