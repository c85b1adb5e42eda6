// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/column_operations.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

using namespace stencil;
using support::are;
using support::levels_of;

namespace {

/// check(To{}, direction) for both locations and both directions.
template <class Check>
void each_way(const Check& check) {
  check(Center{}, from_bottom);
  check(Face{}, from_top);
#if !defined(STENCIL_TEST_SAMPLE)
  check(Center{}, from_top);
  check(Face{}, from_bottom);
#endif
}

/// What `accumulated` expects of all columns of a field, in host order.
template <class To, class Result, class Field, class State, class Step, class Finish>
std::vector<Result> expected(const Field& x, bool upward, const State& start, const Step& step, const Finish& finish) {
  using T = typename Field::value_type;
  const auto host = x.to_host();
  const auto rows = static_cast<std::size_t>(x.levels());
  std::vector<Result> all;
  for (std::size_t column = 0; column < x.columns(); ++column) {
    for (const State& s : support::accumulated<To>(std::span<const T>(&host[column * rows], rows), x.grid().levels(),
                                                   upward, start, step))
      all.push_back(static_cast<Result>(finish(s)));
  }
  return all;
}

template <class Axis, class From>
void require_motzkin() {
  const auto grid = support::quadratic_grid(24, 3);
  typename Axis::template field<From> ones(grid);
  ones.fill(1);
  each_way([&](auto to, auto direction) {
    using To = decltype(to);
    Field<double, To, backend::Cpu, typename Axis::layout> numbers(grid);
    numbers = column_accumulate(sequential(support::NextMotzkin{}), support::first_motzkin, support::LastMotzkin{},
                                direction, ones);
    const bool upward = direction.upward;
    CAPTURE(To::name, From::name, upward);
    REQUIRE_THAT(levels_of(numbers), are(expected<To, double>(ones, upward, support::first_motzkin,
                                                              support::NextMotzkin{}, support::LastMotzkin{})));
    const double last = numbers(upward ? numbers.levels() - 1 : 0, 2);
    REQUIRE(last == (std::is_same_v<To, Center> || std::is_same_v<From, Center> ? 3192727797.0 : 9043402501.0));
  });
}

template <class Axis, class From>
void require_matrices() {
  support::each_column_shape([](int levels, std::size_t columns) {
    const auto grid = support::quadratic_grid(levels, columns);
    typename Axis::template field<From> x(grid);
    support::scatter(x);
    each_way([&](auto to, auto direction) {
      using To = decltype(to);
      Field<float, To, backend::Cpu, typename Axis::layout> product(grid);
      product = column_accumulate(associative(support::MatrixProduct{}, support::MatrixOf{}), support::identity_matrix,
                                  support::MatrixEntries{}, direction, x);
      const auto step = [](const support::Matrix& m, const auto& value) {
        return support::MatrixProduct{}(m, support::MatrixOf{}(value));
      };
      const bool upward = direction.upward;
      CAPTURE(levels, columns, To::name, From::name, upward);
      REQUIRE_THAT(levels_of(product),
                   are(expected<To, float>(x, upward, support::identity_matrix, step, support::MatrixEntries{})));
    });
  });
}

}  // namespace

TEST_CASE("The Motzkin numbers are exact for every pair of locations in both directions", "[column]") {
  require_motzkin<support::Plain, Center>();
  require_motzkin<support::Plain, Face>();
}

TEMPLATE_LIST_TEST_CASE("An associative operation that does not commute is exact in columns of every length",
                        "[column]", support::SampleAxes) {
  require_matrices<TestType, Center>();
#if !defined(STENCIL_TEST_SAMPLE)
  require_matrices<TestType, Face>();
#endif
}

TEMPLATE_LIST_TEST_CASE("A running sum of an expression with stencils rounds like a sum", "[column]",
                        support::SampleAxes) {
  using T = typename TestType::number;
  support::each_column_shape([](int levels, std::size_t columns) {
    const auto grid = support::grid_per_column(levels, columns);
    typename TestType::centers a(grid), sum(grid);
    typename TestType::faces f(grid), slopes(grid);
    typename TestType::surface start(grid);
    support::scatter(a, 1);
    support::scatter(f, 2);
    support::scatter(start, 3);
    const auto slope = f * GradientC2F(bottom(SetValue(start)))(a);
    slopes = slope;
    sum = column_accumulate(functions::Add{}, start, as_is, from_top, slope);
    CAPTURE(levels, columns);
    double worst = 0;
    for (std::size_t column = 0; column < columns; ++column) {
      long double exact = start(column), sizes = std::abs(exact);
      for (int k = levels - 1; k >= 0; --k) {
        exact += static_cast<long double>(slopes(k + 1, column));
        sizes += std::abs(static_cast<long double>(slopes(k + 1, column)));
        worst = std::max(worst, static_cast<double>(std::abs(sum(k, column) - exact) / sizes));
      }
    }
    REQUIRE(worst <= 4 * std::numeric_limits<T>::epsilon());
  });
}

TEST_CASE("An accumulation takes several expressions, a start of each column and a transform", "[column]") {
  const auto grid = support::quadratic_grid(5, 2);
  CenterField<double> x(grid), w(grid), decayed(grid);
  SurfaceField<double> start(grid);
  support::scatter(x, 1);
  support::scatter(w, 2);
  start.fill([](std::size_t column) { return 3.0 + static_cast<double>(column); });
  decayed = column_accumulate(
      sequential([](double s, double value, double weight) { return 0.5 * s + value * weight; }), start,
      [](double s) { return -s; }, from_bottom, x, w);
  for (std::size_t column = 0; column < 2; ++column) {
    double s = start(column);
    for (int k = 0; k < 5; ++k) {
      s = 0.5 * s + x(k, column) * w(k, column);
      REQUIRE(decayed(k, column) == -s);
    }
  }
}

#if !defined(STENCIL_TEST_SAMPLE)  // which number is converted to which is no matter of optimisation
TEMPLATE_TEST_CASE("A start per column of float32 does not round the running values of float64", "[column]",
                   layout::LevelsContiguous, layout::ColumnsContiguous) {
  using backend::Cpu;
  const auto grid = support::quadratic_grid(50, 11);
  Field<double, Center, Cpu, TestType> x(grid);
  Field<Vec<double, 2>, Center, Cpu, TestType> v(grid);
  Field<float, Surface, Cpu, TestType> narrow(grid);
  Field<double, Surface, Cpu, TestType> wide(grid), total(grid), expected(grid);
  Field<Vec<float, 2>, Surface, Cpu, TestType> both(grid);
  Field<double, Face, Cpu, TestType> running(grid), as_wide(grid);
  Field<Vec<double, 2>, Face, Cpu, TestType> running_both(grid);
  support::scatter(x, 1);
  narrow.fill([](std::size_t column) { return 0.1F + static_cast<float>(column); });
  wide = narrow;
  v = vec(x, x);
  both = vec(narrow, narrow);
  as_wide = cumulative_integral(x, top(wide));
  running = cumulative_integral(x, top(narrow));
  CHECK(running.to_host() == as_wide.to_host());
  running_both = cumulative_integral(v, top(both));
  running = component<1>(running_both);
  CHECK(running.to_host() == as_wide.to_host());
  expected = column_reduce(functions::Add{}, wide, as_is, from_bottom, x);
  total = column_reduce(functions::Add{}, narrow, as_is, from_bottom, x);
  CHECK(total.to_host() == expected.to_host());
  const auto fading = sequential([](auto s, auto value) { return s / 3.0 + value; });
  as_wide = column_accumulate(fading, wide, as_is, from_top, x);
  running = column_accumulate(fading, narrow, as_is, from_top, x);
  CHECK(running.to_host() == as_wide.to_host());
}

TEMPLATE_TEST_CASE("A start per column of integers does not cut off what is added, nor wrap around", "[column]",
                   layout::LevelsContiguous, layout::ColumnsContiguous) {
  using backend::Cpu;
  const auto grid = support::quadratic_grid(50, 11);
  Field<double, Center, Cpu, TestType> x(grid);
  Field<Vec<double, 2>, Center, Cpu, TestType> v(grid);
  Field<long long, Center, Cpu, TestType> large(grid);
  Field<int, Surface, Cpu, TestType> whole(grid), count(grid);
  Field<long long, Surface, Cpu, TestType> sum(grid);
  Field<Vec<int, 2>, Surface, Cpu, TestType> both(grid);
  Field<double, Surface, Cpu, TestType> start(grid), total(grid);
  Field<double, Face, Cpu, TestType> running(grid), expected(grid);
  Field<Vec<double, 2>, Face, Cpu, TestType> running_both(grid);
  support::scatter(x, 1);
  v = vec(x, x);
  large = 1LL << 30;
  whole.fill([](std::size_t column) { return 3 + static_cast<int>(column); });
  start = whole;
  both = vec(whole, whole);
  expected = cumulative_integral(x, top(start));
  running = cumulative_integral(x, top(whole));
  CHECK(running.to_host() == expected.to_host());
  running_both = cumulative_integral(v, top(both));
  running = component<1>(running_both);
  CHECK(running.to_host() == expected.to_host());
  start = column_reduce(functions::Add{}, start, as_is, from_bottom, x);
  const auto sum_of = [](const auto& from, const auto& values) {
    return column_reduce(functions::Add{}, from, as_is, from_bottom, values);
  };
  total = columnwise([=](auto values, auto from) { return results(sum_of(from, values)); })(x, whole);
  CHECK(total.to_host() == start.to_host());
  sum = sum_of(whole, large);
  for (std::size_t c : {0U, 10U}) CHECK(sum(c) == 3 + static_cast<long long>(c) + 50 * (1LL << 30));
  // In order the state is what the step makes of it.
  count = column_reduce(sequential([](int n, double value) { return n + (value > -10 ? 1 : 0); }), whole, as_is,
                        from_bottom, x);
  CHECK(count(10) == 63);
}
#endif

TEST_CASE("Both layouts accumulate to the same bits", "[column]") {
  const auto grid = support::quadratic_grid(300, 21);
  CenterField<double> x(grid);
  FaceField<double> up(grid);
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> y(grid);
  FaceField<double, backend::Cpu, layout::ColumnsContiguous> across(grid);
  support::scatter(x);
  y = x;
  up = column_accumulate(functions::Add{}, 0.25, as_is, from_bottom, x);
  across = column_accumulate(functions::Add{}, 0.25, as_is, from_bottom, y);
  REQUIRE_THAT(levels_of(across), are(levels_of(up)));
}

TEST_CASE("An accumulation takes the components of a Vec side by side", "[column]") {
  const auto grid = support::quadratic_grid(40, 3);
  CenterField<Vec<double, 2>> wind(grid);
  FaceField<Vec<double, 2>> sums(grid);
  CenterField<double> u(grid);
  FaceField<double> sum(grid);
  support::scatter(u);
  for (std::size_t column = 0; column < 3; ++column)
    for (int k = 0; k < 40; ++k) wind(k, column) = {u(k, column), 2 * u(k, column)};
  sums = column_accumulate(functions::Add{}, Vec<double, 2>{1, 2}, as_is, from_top, wind);
  sum = column_accumulate(functions::Add{}, 1.0, as_is, from_top, u);
  for (int k = 0; k <= 40; ++k) {
    REQUIRE(sums(k, 1)[0] == sum(k, 1));
    REQUIRE(sums(k, 1)[1] == 2 * sum(k, 1));
  }
}
