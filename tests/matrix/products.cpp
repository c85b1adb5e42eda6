// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <stencil/stencil.hpp>
#include <stencil/testing.hpp>

#include "support/axes.hpp"
#include "support/numbers.hpp"

using namespace stencil;

namespace {

/// The largest difference of two fields and the largest value.
template <class F>
void require_close(const F& a, const F& b, double ulps) {
  const auto x = a.to_host();
  const auto y = b.to_host();
  using T = typename decltype(a.to_host())::value_type;
  double difference = 0, size = 1;  // what goes in is of that size, whatever cancels
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d = std::abs(static_cast<double>(x[i] - y[i]));
    difference = d <= difference ? difference : d;  // a NaN stays
    size = std::max(size, std::abs(static_cast<double>(y[i])));
  }
  INFO("off by " << difference << ", the largest value being " << size);
  CHECK(difference <= ulps * static_cast<double>(std::numeric_limits<T>::epsilon()) * size);
}

/// Half of what e changes by from x - v to x + v: its derivative along v, exactly where e is quadratic in x.
template <class F, class E, class X>
void take_difference(F& difference, const E& e, X& x, const X& v) {
  const X at = x;
  x = at + v;
  difference = 0.5 * e;
  x = at - v;
  difference -= 0.5 * e;
  x = at;
}

}  // namespace

TEST_CASE("A chain of six operators is one matrix, associated either way", "[matrix]") {
  using TestType = support::Plain;
  using T = double;
  for (const int levels : {1, 2, 3, 8, 40}) {
    for (const bool ring : {false, true}) {
      const auto grid =
          ring ? ColumnGrid::periodic(levels, 0.0, levels, 2) : ColumnGrid::stretched(levels, 0.0, levels, 0.8, 2);
      TestType::centers x(grid), left(grid), right(grid), by_operators(grid);
      TestType::faces k(grid);
      support::scatter(x, 1);
      support::scatter(k, 2);
      const auto div = DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)));
      const auto grad = GradientC2F(bottom(SetGradient(0)), top(SetGradient(0)));
      const auto mean = InterpolateC2F();
      const auto back = InterpolateF2C();
      const auto d = operator_matrix<T>(div);
      const auto g = operator_matrix<T>(grad);
      const auto m = operator_matrix<T>(mean);
      const auto b = operator_matrix<T>(back);
      left = (((((d * (k * g)) * b) * m) * d) * g) * x;
      right = d * (k * (g * (b * (m * (d * (g * x))))));
      by_operators = div(k * grad(back(mean(div(grad(x))))));
      require_close(left, by_operators, 64);
      require_close(right, by_operators, 16);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("The transpose moves a matrix to the other side of a scalar product", "[matrix]",
                        support::OtherAxis) {
  using T = typename TestType::number;
  for (const int levels : {1, 2, 3, 8, 40}) {
    for (const bool ring : {false, true}) {
      const auto grid =
          ring ? ColumnGrid::periodic(levels, 0.0, levels, 1) : ColumnGrid::stretched(levels, 0.0, levels, 0.8, 1);
      typename TestType::centers x(grid), back(grid);
      typename TestType::faces y(grid), forth(grid);
      support::scatter(x, 1);
      support::scatter(y, 2);
      const auto require_adjoint = [&](const auto& matrix) {
        forth = matrix * x;
        back = transpose(matrix) * y;
        double by_rows = 0, by_columns = 0, size = 0;
        for (int k = 0; k < (ring ? levels : levels + 1); ++k) {
          by_rows += static_cast<double>(forth(k, 0)) * static_cast<double>(y(k, 0));
          size += std::abs(static_cast<double>(forth(k, 0)) * static_cast<double>(y(k, 0)));
        }
        for (int k = 0; k < levels; ++k) by_columns += static_cast<double>(back(k, 0)) * static_cast<double>(x(k, 0));
        INFO(levels << " levels, ring " << ring << ": " << by_rows << " and " << by_columns);
        CHECK(std::abs(by_rows - by_columns) <=
              100 * static_cast<double>(std::numeric_limits<T>::epsilon()) * (size + 1e-30));
      };
      require_adjoint(operator_matrix<T>(GradientC2F(bottom(SetValue(0)))));
      require_adjoint(operator_matrix<T>(LeftBiased3rdOrderC2F()));
      require_adjoint(jacobian(WENO5ProductC2F(1e-6)(y, x), wrt(x)));
      require_adjoint(jacobian(InterpolateC2F()(x * x) * y, wrt(x)) + operator_matrix<T>(RightBiasedC2F()));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("The transpose of a matrix of blocks has the blocks transposed, in every row", "[matrix]",
                        support::OtherAxis) {
  using T = typename TestType::number;
  using Pairs = Field<Vec<T, 2>, Center, backend::Cpu, typename TestType::layout>;
  for (const int levels : {1, 2, 3, 8, 40}) {
    for (const bool ring : {false, true}) {
      const auto grid =
          ring ? ColumnGrid::periodic(levels, 0.0, levels, 9) : ColumnGrid::stretched(levels, 0.0, levels, 0.8, 9);
      typename TestType::centers p(grid), q(grid);
      Pairs x(grid), y(grid), forth(grid), back(grid);
      support::scatter(p, 1);
      support::scatter(q, 2);
      component<0>(x) = p + q;
      component<1>(x) = p;
      component<0>(y) = p * q;
      component<1>(y) = q;
      const auto reaction = DivergenceF2C()(GradientC2F()(p)) + p * q * q;
      const auto matrix = jacobian(vec(reaction, p - q * q * q), wrt(p, q));
      forth = matrix * x;
      back = transpose(matrix) * y;
      for (std::size_t c = 0; c < grid.columns(); ++c) {
        double by_rows = 0, by_columns = 0, size = 0;
        for (int k = 0; k < levels; ++k) {
          by_rows += static_cast<double>(dot(forth(k, c), y(k, c)));
          by_columns += static_cast<double>(dot(back(k, c), x(k, c)));
          size += std::abs(static_cast<double>(dot(forth(k, c), y(k, c))));
        }
        INFO(levels << " levels, ring " << ring << ", column " << c);
        CHECK(std::abs(by_rows - by_columns) <=
              100 * static_cast<double>(std::numeric_limits<T>::epsilon()) * (size + 1));
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("Matrices of numbers meet matrices of blocks as so many times the identity", "[matrix]",
                        support::OtherAxis) {
  using T = typename TestType::number;
  using Pairs = Field<Vec<T, 2>, Center, backend::Cpu, typename TestType::layout>;
  for (const int levels : {1, 2, 9, 40}) {
    const auto grid = ColumnGrid::stretched(levels, 0.0, levels, 0.8, 9);
    typename TestType::centers p(grid), q(grid), first(grid), second(grid);
    Pairs x(grid), result(grid), expected(grid);
    support::scatter(p, 1);
    support::scatter(q, 2);
    x = vec(p + q, p * q);
    const auto numbers = band(p, 2.0 * q, 0.5 * p);
    const auto both = blocks<2>(numbers, diagonal(q), 0.5, band(q, p, q));
    const auto check = [&](const auto& matrix, const auto& values) {
      result = matrix * x;
      expected = values;
      first = component<0>(result);
      second = component<0>(expected);
      require_close(first, second, 64);
      first = component<1>(result);
      second = component<1>(expected);
      require_close(first, second, 64);
    };
    check(2.0 * identity() + both, 2.0 * x + both * x);
    check(diagonal(p) - both, p * x - both * x);
    check(both * diagonal(p), both * (p * x));
    check(both * numbers - numbers, both * (numbers * x) - numbers * x);
    check(numbers * both, numbers * (both * x));
    check(both / (2.0 + q), (both * x) / (2.0 + q));
    check(numbers / (2.0 + q), (numbers * x) / (2.0 + q));
    check(both / 2, 0.5 * (both * x));
  }
}

TEMPLATE_LIST_TEST_CASE("Products and transposes of matrices have derivatives by what their entries are made of",
                        "[matrix]", support::OtherAxis) {
  using T = typename TestType::number;
  for (const int levels : {1, 2, 3, 9, 40}) {
    for (const bool ring : {false, true}) {
      if (ring && levels < 9) continue;
      const auto grid =
          ring ? ColumnGrid::periodic(levels, 0.0, levels, 9) : ColumnGrid::stretched(levels, 0.0, levels, 0.8, 9);
      typename TestType::centers x(grid), y(grid), v(grid), differences(grid), result(grid);
      typename TestType::faces f(grid);
      support::scatter(x, 1);
      support::scatter(y, 2);
      support::scatter(v, 3);
      support::scatter(f, 4);
      const auto check = [&](const auto& e) {
        INFO(levels << " levels, ring " << ring);
        take_difference(differences, e, x, v);
        result = jvp(e, wrt(x), v);
        require_close(result, differences, 256);
        result = jacobian(e, wrt(x)) * v;
        require_close(result, differences, 256);
      };
      const auto div = operator_matrix<T>(DivergenceF2C(no_flux));
      const auto grad = operator_matrix<T>(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0))));
      const auto by_x = band(x, 2.0 * x, 0.5 * y);
      check(div * (f * (grad * (x * x))));
      check(transpose(by_x) * y);
      check((by_x * (div * (f * grad))) * y);
      check((div * (f * grad) * by_x) * x);
      check(diagonal_of(transpose(by_x) * band(y, y, x)));
      check(transpose(x * div * grad) * x);
      const auto by_blocks = blocks<2>(by_x, diagonal(x), 0.5, (div * (f * grad)) * diagonal(y));
      check(component<0>(by_blocks * vec(x, y)) + component<1>((x * by_blocks + transpose(by_blocks)) * vec(y, y)));
      check(component<0>((by_blocks / (2.0 + y)) * vec(x, y)));
      result = jvp(component<1>((by_blocks / (2.0 + x)) * vec(x, y)), wrt(x), v);
      differences = jvp(component<1>(by_blocks * vec(x, y)) / (2.0 + x), wrt(x), v);
      require_close(result, differences, 256);
    }
  }
}

TEST_CASE("A directional derivative is the Jacobian times the direction") {
  const auto grid = ColumnGrid::stretched(20, 0.0, 1.0, 0.03, 2);
  CenterField<double> a(grid), v(grid), along(grid), by_matrix(grid);
  FaceField<double> f(grid);
  support::scatter(a, 1);
  support::scatter(v, 2);
  support::scatter(f, 3);
  const auto e = DivergenceF2C()(PPMC2F(0.001)(f, a * a)) + exp(a) * InterpolateF2C()(f);
  along = jvp(e, wrt(a), v);
  by_matrix = jacobian(e, wrt(a)) * v;
  require_close(along, by_matrix, 32);
}

namespace {
/// Quadratic in the value per column, which is in formulas, in conditions of what depends on it and of what does not.
struct Heated {
  STENCIL_FUNCTION auto operator()(auto x, auto f, auto s) const {
    const auto slope = GradientC2F(bottom(SetGradient(s * s)), top(SetValue(1.0)));
    return results(DivergenceF2C()(f * slope(x)) + x * s, f * slope(x * s), column_sum(x * s) + s * s);
  }
};
}  // namespace

TEMPLATE_LIST_TEST_CASE("A directional derivative may be one by a value per column, also in boundary conditions",
                        "[matrix]", support::OtherAxis) {
  using Surfaces = Field<typename TestType::number, Surface, backend::Cpu, typename TestType::layout>;
  const auto grid = ColumnGrid::stretched(5, 0.0, 5.0, 0.8, 9);
  typename TestType::centers x(grid), result(grid), expected(grid), before(grid);
  typename TestType::faces f(grid), flux(grid), flux_expected(grid), flux_before(grid);
  Surfaces s(grid), other(grid), v(grid), total(grid), total_expected(grid), total_before(grid);
  support::scatter(x, 1);
  support::scatter(f, 2);
  support::scatter(s, 3);
  support::scatter(v, 4);
  support::scatter(other, 5);
  const auto at = s;
  const auto check = [&](const auto& e) {
    take_difference(expected, e, s, v);
    result = jvp(e, wrt(s), v);
    require_close(result, expected, 256);
  };
  check(s * x + column_sum(s * x * s));
  check(DivergenceF2C(bottom(SetValue(s * s)), top(SetValue(other)))(f * GradientC2F()(x)));
  check(s * DivergenceF2C()(f * GradientC2F(bottom(SetFlux(1.0, -2.0, s)), top(SetGradient(other + s)))(x)));
  check(InterpolateF2C()(InterpolateC2F(bottom(SetValue(s)), top(Extrapolate()))(s * x)));
  const auto heated = columnwise(Heated{});
  s = at + v;
  fields(expected, flux_expected, total_expected) = heated(x, f, s);
  s = at - v;
  fields(before, flux_before, total_before) = heated(x, f, s);
  s = at;
  expected = 0.5 * (expected - before);
  flux_expected = 0.5 * (flux_expected - flux_before);
  total_expected = 0.5 * (total_expected - total_before);
  fields(result, flux, total) = jvp(heated(x, f, s), wrt(s), v);
  require_close(result, expected, 256);
  require_close(flux, flux_expected, 256);
  CHECK(std::abs(static_cast<double>(total(3) - total_expected(3))) < 1e-4);
  CHECK_THROWS_AS(jvp(s * x, wrt(other), v), Error);
}

TEST_CASE("Values on the left scale the rows, and diagonal matrices the columns") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 6.0, 1);
  CenterField<double> x(grid);
  FaceField<double> f(grid), a(grid), b(grid);
  support::scatter(x, 1);
  support::scatter(f, 2);
  const auto g = operator_matrix(GradientC2F());
  a = (2.0 * (f * g) / f) * x;
  b = 2.0 * GradientC2F()(x);
  require_close(a, b, 8);
  a = (g * diagonal(x)) * x;
  b = GradientC2F()(x * x);
  require_close(a, b, 8);
}

namespace {
struct DiagonalOfDiffusion {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    return results(diagonal_of(identity() + jacobian([&](auto y) { return DivergenceF2C()(gradient(y)); }, x)));
  }
};
}  // namespace

TEST_CASE("The identity divided, and the diagonal matrix of a number, are multiples of the identity") {
  const auto grid = ColumnGrid::uniform(7, 0.0, 1.0, 3);
  CenterField<float> x(grid), by_quotients(grid), by_products(grid);
  SurfaceField<float> s(grid);
  x.fill([](double z, std::size_t column) { return 1.0 + z + static_cast<double>(column); });
  s.fill([](std::size_t column) { return 2.0 + static_cast<double>(column); });
  const auto matrix = jacobian(DivergenceF2C(no_flux)(GradientC2F()(x)), wrt(x));
  by_quotients = solve(identity() / 0.5 + identity() / x + identity() / s + identity() / 2 + diagonal(3) - matrix, x);
  by_products = solve(2.0 * identity() + diagonal(1.0 / x) + (1.0 / s) * identity() + 3.5 * identity() - matrix, x);
  require_close(by_quotients, by_products, 4);
  const auto inside = columnwise([](auto y, auto t) {
    const auto slopes = jacobian([](auto q) { return DivergenceF2C(no_flux)(GradientC2F()(q)); }, y);
    return results(
        solve(identity() / 0.5 + identity() / y + identity() / t + identity() / 2 + diagonal(3) - slopes, y));
  });
  by_quotients = inside(x, s);
  require_close(by_quotients, by_products, 4);
  by_quotients = solve(identity() + identity() + (identity() - identity()) + diagonal(x), x);
  by_products = x / (2.0 + x);
  require_close(by_quotients, by_products, 4);
  const auto sum = columnwise([](auto y) { return results(solve(identity() + identity() + diagonal(y), y)); });
  by_quotients = sum(x);
  require_close(by_quotients, by_products, 4);
}

TEST_CASE("The diagonal of a matrix has its entries in the own column of each row") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 1);
  CenterField<double> x(grid), d(grid);
  x.fill([](double z) { return z; });
  d = diagonal_of(band(1.0, x, 2.0)) + diagonal_of(band(-1.0, -2.0, 3.0, 0.5 * x, 7.0));
  CHECK(d.to_host() == std::vector<double>{3.5, 4.5, 5.5, 6.5});
  d = diagonal_of(operator_matrix(DivergenceF2C(no_flux)) * operator_matrix(GradientC2F()));
  CHECK(d.to_host() == std::vector<double>{-1, -2, -2, -1});
  d = columnwise(DiagonalOfDiffusion{})(x);
  CHECK(d.to_host() == std::vector<double>{0, -1, -1, 0});
}
