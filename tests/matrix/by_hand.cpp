// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

#include <stencil/stencil.hpp>

using namespace stencil;

namespace {

constexpr bool rows_add_as_bands() {
  constexpr BandRow<double, -1, 1> a{{1, 2}};
  constexpr BandRow<double, 1, 3> b{{10, 20}};
  constexpr auto sum = a + 0.5 * b;
  static_assert(sum.low == -1 && sum.high == 3);
  return sum.at<-1>() == 1 && sum.at<1>() == 7 && sum.at<3>() == 10 && sum.at<5>() == 0 && sum.at<0>() == 0;
}
static_assert(rows_add_as_bands());

constexpr bool identity_stands_beside_any_row() {
  constexpr auto row = IdentityRow{} - 2 * BandRow<float, -2, 2>{{1, 2, 3}};
  static_assert(std::is_same_v<decltype(row), const BandRow<float, -2, 2>>);
  // The one reciprocal of a division is of the entries' precision.
  static_assert((BandRow<double, -2, 2>{{3, 0, 6}} / 3.0F).entry[2] == 2);
  static_assert((BandRow<double, -2, 2>{{1, 0, 3}} / 3.0F).entry[0] == 1.0 / 3);
  return row.at<-2>() == -2 && row.at<0>() == -3 && row.at<2>() == -6;
}

template <class T>
constexpr bool rows_are_divided_by_the_smallest_numbers() {
  constexpr T tiny = std::numeric_limits<T>::denorm_min();
  constexpr auto row = BandRow<T, -2, 2>{{0, 3 * tiny, -tiny}} / tiny;
  return row.template at<-2>() == 0 && row.template at<0>() == 3 && row.template at<2>() == -1;
}
static_assert(rows_are_divided_by_the_smallest_numbers<float>());
static_assert(rows_are_divided_by_the_smallest_numbers<double>());
static_assert(identity_stands_beside_any_row());

using D = Dual<double, double>;
constexpr bool duals_differentiate() {
  constexpr D x(3, 1);
  constexpr auto f = (x * x + 2) / x - 1;  // x + 2 / x - 1
  constexpr auto chosen = where(x > 2, x * x, 5.0);
  return f.slope > 0.7777777 && f.slope < 0.7777778 && chosen.slope == 6 && max(x, 4.0).slope == 0 &&
         min(x, 4.0).slope == 1 && (4.0 - x).slope == -1;
}
static_assert(duals_differentiate());

constexpr bool small_matrices_invert() {
  Matrix<double, 2> a;
  a.entry[0][0] = 2;
  a.entry[0][1] = 1;
  a.entry[1][0] = 4;
  a.entry[1][1] = 4;
  const auto one = a * inverse(a);
  return one.entry[0][0] == 1 && one.entry[0][1] == 0 && one.entry[1][0] == 0 && one.entry[1][1] == 1;
}
static_assert(small_matrices_invert());

}  // namespace

TEST_CASE("Functions of duals have the slopes that calculus gives them") {
  const D x(0.7, 2);
  CHECK(std::abs(exp(x).slope - 2 * std::exp(0.7)) < 1e-15);
  CHECK(std::abs(log(x).slope - 2 / 0.7) < 1e-15);
  CHECK(std::abs(sqrt(x).slope - 1 / std::sqrt(0.7)) < 1e-15);
  CHECK(std::abs(sin(x).slope - 2 * std::cos(0.7)) < 1e-15);
  CHECK(std::abs(cos(x).slope + 2 * std::sin(0.7)) < 1e-15);
  CHECK(std::abs(tanh(x).slope - 2 / std::pow(std::cosh(0.7), 2)) < 1e-15);
  CHECK(std::abs(pow(x, 3.0).slope - 6 * 0.49) < 1e-14);
  CHECK(std::abs(pow(2.0, x).slope - 2 * std::log(2) * std::pow(2, 0.7)) < 1e-14);
  CHECK(std::abs(pow(x, x).slope - 2 * std::pow(0.7, 0.7) * (std::log(0.7) + 1)) < 1e-14);
  CHECK(abs(-x).slope == 2);
}

TEST_CASE("A row is divided by one reciprocal, and by the smallest numbers without overflow") {
  using Four = cpu::Pack<float, 4>;
  const auto four = [](float a, float b, float c, float d) { return Four(Four::vector{a, b, c, d}); };
  constexpr float tiny = std::numeric_limits<float>::denorm_min();
  const auto row = BandRow<Four, -2, 2>{{four(0, 0, 0, 5), four(tiny, tiny, tiny, 6), four(1, tiny, -tiny, 7)}} /
                   four(0.1F, tiny, -tiny, 3);
  for (int l = 0; l < 4; ++l) CHECK(row.entry[0][l] == (l == 3 ? 5 * (1 / 3.0F) : 0.0F));
  CHECK(row.entry[1][0] == tiny * (1 / 0.1F));
  CHECK(row.entry[1][1] == 1.0F);
  CHECK(row.entry[1][2] == -1.0F);
  CHECK(row.entry[1][3] == 6 * (1 / 3.0F));
  CHECK(row.entry[2][0] == 1 / 0.1F);
  CHECK(row.entry[2][1] == 1.0F);
  CHECK(row.entry[2][2] == 1.0F);
  CHECK(row.entry[2][3] == 7 * (1 / 3.0F));
}

TEST_CASE("Rows of centers and faces are joined in vectors as one by one") {
  using Four = cpu::Pack<float, 4>;
  constexpr int levels = 3;
  float next = 0.5F;
  const auto row_of = [&]<int Low, int High>(BandRow<Four, Low, High> row) {
    for (Four& entry : row.entry) {
      for (int l = 0; l < 4; ++l) entry.v[l] = next += 1.25F;
    }
    return row;
  };
  const auto one_of = [](const auto& row, int l) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(row)>, IdentityRow>) {
      return row;
    } else {
      return detail::bands::map([l](const Four& entry) { return entry[l]; }, row);
    }
  };
  const auto check = [&](const auto& a, const auto& b, const auto& c, const auto& d) {
    for (const bool ring : {false, true}) {
      for (int first = 0; first <= levels; ++first) {
        for (const int apart : {0, 1}) {  // of columns side by side, and of one column
          const functions::JoinStaggered join{levels, ring};
          const cpu::Pack<int, 4> rows(
              cpu::Pack<int, 4>::vector{first, first + apart, first + 2 * apart, first - apart});
          const auto joined = join.of_vectors(a, b, c, d, rows);
          for (int l = 0; l < 4; ++l) {
            CAPTURE(ring, first, apart, l);
            if (rows[l] < 0 || rows[l] > levels) continue;
            const auto expected = join(one_of(a, l), one_of(b, l), one_of(c, l), one_of(d, l), rows[l]);
            static_assert(joined.low == expected.low && joined.high == expected.high);
            for (int n = 0; n < expected.size; ++n) {
              const auto block = joined.entry[n][l], by_itself = expected.entry[n];
              for (const int i : {0, 1}) {
                for (const int j : {0, 1}) REQUIRE(block.entry[i][j] == by_itself.entry[i][j]);
              }
            }
          }
        }
      }
    }
  };
  const auto narrow = row_of(BandRow<Four, -1, 1>{}), other = row_of(BandRow<Four, -1, 1>{});
  check(IdentityRow{}, narrow, other, IdentityRow{});
  check(row_of(BandRow<Four, -2, 2>{}), narrow, row_of(BandRow<Four, -3, 1>{}), row_of(BandRow<Four, 0, 0>{}));
  check(IdentityRow{}, row_of(BandRow<Four, -1, 3>{}), other, row_of(BandRow<Four, -4, 2>{}));
}

TEST_CASE("The slope of a power that vanishes or overflows is that of calculus, in all lanes") {
  using Four = cpu::Pack<float, 4>;
  const auto slopes = [](float a, float b, float c, float d, float exponent) {
    return pow(Dual<Four, Four>(Four(Four::vector{a, b, c, d}), Four(1.0F)), exponent).slope;
  };
  const auto mixed = slopes(0, 1e-31F, 1e-10F, std::numeric_limits<float>::infinity(), 1.5F);
  const float expected[] = {0, 1.5F * std::sqrt(1e-31F), 1.5F * std::sqrt(1e-10F),
                            std::numeric_limits<float>::infinity()};
  for (const int l : {1, 2}) CHECK(std::abs(mixed[l] / expected[l] - 1) < 1e-5F);
  CHECK((mixed[0] == expected[0] && mixed[3] == expected[3]));
  const auto roots = slopes(4, 9, 1e20F, std::numeric_limits<float>::infinity(), 0.5F);
  CHECK((roots[0] == 0.25F && roots[3] == 0));
  CHECK(pow(Dual<float, float>(1e-25F, 1.0F), 2.0F).slope == 2e-25F);
  CHECK(pow(Dual<float, float>(0.0F, 1.0F), 0.0F).slope == 0);
  CHECK(pow(Dual<double, double>(-0.0, 1.0), -2.0).slope == std::numeric_limits<double>::infinity());

  // Signs of zeros and infinities are those of std::pow.
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double base : {0.0, -0.0, infinity, -infinity, -2.0}) {
    for (const double exponent : {-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 1.5, 0.5, -0.5}) {
      INFO(base << " to the " << exponent);
      const double power = std::pow(base, exponent);
      const double computed = pow(Dual<double, double>(base, 1.0), exponent).value;
      CHECK((std::isnan(power) ? std::isnan(computed)
                               : computed == power && std::signbit(computed) == std::signbit(power)));
    }
  }
  CHECK(pow(Dual<double, double>(-0.0, 1.0), -0.5).slope == -infinity);
  // The derivative of the derivative, by a dual number of dual numbers.
  const auto second = [](double base, double exponent) {
    using First = Dual<double, double>;
    const First x(base, 1.0);
    return pow(Dual<First, First>(x, First(1.0)), exponent).slope.slope;
  };
  for (const double exponent : {-2.0, -1.0, 1.0, 2.0, 3.0}) {
    const double by_calculus = exponent * (exponent - 1) * std::pow(-0.7, exponent - 2);
    CHECK(std::abs(second(-0.7, exponent) - by_calculus) <= 1e-14 * std::abs(by_calculus));
  }
  for (const double exponent : {1.0, 2.0, 3.0}) CHECK(second(0.0, exponent) == (exponent == 2 ? 2 : 0));
  CHECK(!std::isfinite(second(0.0, 0.5)));
  for (const double exponent : {-2.0, -0.5, 0.5}) CHECK(second(infinity, exponent) == 0);
  CHECK(std::abs(second(0.3, 0.5) + 0.25 * std::pow(0.3, -1.5)) < 1e-14);
  // Bases and exponents over the whole range, beside both powers in long double.
  for (const double exponent : {-3.0, -2.0, -0.5, -1e-3, 0.0, 1e-3, 0.3, 1.0, 1.1364, 2.0, 2.5, 3.0}) {
    for (const double base : {5e-324, 1e-310, 1e-300, 1e-200, 1e-30, 0.3, 1.0, 2.0, 1e30, 1e200, 1e300}) {
      INFO(base << " to the " << exponent);
      const auto all = pow(Dual<double, double>(base, 1.0), exponent);
      const auto power = std::pow(static_cast<long double>(base), static_cast<long double>(exponent));
      const auto slope = static_cast<long double>(exponent) *
                         std::pow(static_cast<long double>(base), static_cast<long double>(exponent) - 1.0L);
      const auto is_near = [](double of, long double exact) {
        const auto number = static_cast<double>(exact);  // zero, subnormal, infinite as double has it
        return of == number ||
               std::abs(of - number) <= 1e-15 * std::abs(number) + 4 * std::numeric_limits<double>::denorm_min();
      };
      CHECK(is_near(all.value, power));
      CHECK(is_near(all.slope, slope));
    }
  }
}

TEST_CASE("The slope of a power at zero is that of calculus") {
  const D zero(0.0, 2);
  CHECK(pow(zero, 2.5).slope == 0);
  CHECK(pow(zero, 1.0).slope == 2);
  CHECK(pow(zero, 0.5).slope == std::numeric_limits<double>::infinity());
  CHECK(std::abs(pow(D(-0.7, 2), 3.0).slope - 6 * 0.49) < 1e-14);
}

TEST_CASE("Slopes of functions of one argument are those of differences") {
  const auto require_slope = [](const char* name, const auto& function, double at) {
    const double h = 1e-5;
    const double slope = (function(at + h) - function(at - h)) / (2 * h);
    const D of = function(D(at, 2));
    INFO(name);
    CHECK(of.value == function(at));
    CHECK(std::abs(of.slope - 2 * slope) < 1e-8 * (1 + std::abs(slope)));
  };
#define STENCIL_REQUIRE_SLOPE(name, Type, cost) require_slope(#name, functions::Type{}, 0.7);
  STENCIL_LIBM_OF_ONE(STENCIL_REQUIRE_SLOPE)
  STENCIL_ROUNDING(STENCIL_REQUIRE_SLOPE)
#undef STENCIL_REQUIRE_SLOPE
  require_slope("cbrt below zero", functions::Cbrt{}, -1.3);
  require_slope("sqrt", functions::Sqrt{}, 0.7);
}

TEST_CASE("Slopes of functions of several arguments are those of differences") {
  const auto require_slopes = [](const char* name, const auto& function, auto... at) {
    const double h = 1e-5;
    const double slope = (function((at + h)...) - function((at - h)...)) / (2 * h);  // along the diagonal
    INFO(name);
    const D of = function(D(at, 1)...);
    CHECK(of.value == function(at...));
    CHECK(std::abs(of.slope - slope) < 1e-8);
  };
  require_slopes("atan2", functions::Atan2{}, -0.7, -1.9);
  require_slopes("hypot", functions::Hypot{}, 0.7, -1.9);
  require_slopes("copysign", functions::Copysign{}, 0.7, -1.9);
  require_slopes("clamp inside", functions::Clamp{}, 0.7, -1.0, 1.0);
  require_slopes("clamp above", functions::Clamp{}, 2.7, -1.0, 1.0);
  require_slopes("fma", functions::Fma{}, 0.7, -1.9, 3.0);
  const D x(0.7, 2);
  CHECK(std::abs(atan2(1.0, x).slope + 2 / (1 + 0.49)) < 1e-15);
  CHECK(std::abs(atan2(x, 1).slope - 2 / (1 + 0.49)) < 1e-15);
  for (const double size : {1e-200, 1e200}) {  // whose squares are no numbers any more
    CHECK(std::abs(atan2(D(3 * size, 1), 4 * size).slope * size / 0.16 - 1) < 1e-15);
    CHECK(std::abs(atan2(3 * size, D(4 * size, 1)).slope * size / -0.12 - 1) < 1e-15);
  }
  CHECK(hypot(0.0, x).slope == 2);
  CHECK(fma(2.0, x, 1.0).slope == 4);
  CHECK(clamp(2.0, 0.0, x).slope == 2);
  CHECK_FALSE(isnan(x));
  CHECK(isfinite(x));
  using V = Vec<double, 2>;
  const Dual<V, V> u(V{3, 4}, V{1, 0.5});
  CHECK(dot(u, V{1, 2}).slope == 2);
  CHECK(std::abs(norm(u).slope - (3 * 1 + 4 * 0.5) / 5) < 1e-15);
}

TEST_CASE("The matrix of the closed second derivative on four cells") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 1);
  CenterField<BandRow<double, -2, 2>> rows(grid);
  rows = operator_matrix(DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)))) *
         operator_matrix(GradientC2F(bottom(SetGradient(0)), top(SetGradient(0))));
  const double expected[4][3] = {{0, -1, 1}, {1, -2, 1}, {1, -2, 1}, {1, -1, 0}};
  for (int k = 0; k < 4; ++k) {
    for (int i = 0; i < 3; ++i) CHECK(rows(k, 0).entry[i] == expected[k][i]);
  }
}

TEST_CASE("The Jacobian of a product of neighbours on three cells") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 1);
  CenterField<double> x(grid), other(grid);
  x.fill([](double z) { return z + 0.5; });  // 1, 2, 3
  other = x;
  FaceField<BandRow<double, -1, 1>> rows(grid);
  rows = jacobian(LeftBiasedC2F()(x) * RightBiasedC2F()(x) + InterpolateC2F()(other), wrt(x));
  // Inside, x- x+ gives x+ and x-; at an end both are the cell's value, whose square has twice its slope.
  CHECK(rows(0, 0).entry[1] == 2);
  CHECK((rows(1, 0).entry[0] == 2 && rows(1, 0).entry[1] == 1));
  CHECK((rows(2, 0).entry[0] == 3 && rows(2, 0).entry[1] == 2));
  CHECK(rows(3, 0).entry[0] == 6);
}

TEST_CASE("Derivatives along a direction go through values per column", "[jvp]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 8.0, 5);
  CenterField<double> a(grid), one(grid);
  SurfaceField<double> slope(grid);
  a.fill(3.0);
  one.fill(1.0);
  const auto along_one = [&](const auto& e) {
    slope = jvp(e, wrt(a), one);
    for (std::size_t column = 1; column < 5; ++column) REQUIRE(slope(column) == slope(0));
    return slope(0);
  };
  CHECK(along_one(at_level(a, 0)) == 1);
  CHECK(along_one(column_sum(a * a)) == 24);
  CHECK(along_one(column_integral(a * a) - at_level(a * a, -1)) == 42);  // cells of 2 m
  CHECK(along_one(column_max(a * a) * column_sum(one)) == 24);
  CHECK(along_one(first_value_where(a > 1.0, a * a, from_bottom, -1.0)) == 6);
  CHECK(along_one(first_value_where(a > 5.0, a * a, from_bottom, -1.0)) == 0);
  CHECK(along_one(column_sum(a > 1.0) * at_level(a, 1)) == 4);
  // The sum begins with 9, whose derivative is 6.
  CHECK(along_one(column_reduce(functions::Add{}, at_level(a * a, 0), as_is, from_bottom, a)) == 10);
  const auto halving = sequential([](auto state, auto x, auto y) { return state / 2 + x * y; });
  CHECK(along_one(column_reduce(halving, 0.0, as_is, from_top, a, one)) == 1.875);
  // What is read of the column has an end with a condition: sum of gradients at centers = (top - 2 (a0 - 1) / 2) / 2.
  CHECK(along_one(column_sum(DivergenceF2C()(GradientC2F(bottom(SetValue(1.0)), top(SetGradient(0.0)))(a)))) == -0.5);
}

TEST_CASE("Another field is a constant where a function of it is infinitely steep, too") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 1.0);
  CenterField<double> x(grid), zero(grid), one(grid), slope(grid);
  x.fill(2.0);
  zero.fill(0.0);
  one.fill(1.0);
  const auto require_slope = [&](const auto& e, double expected) {
    slope = jvp(e, wrt(x), one);
    REQUIRE(slope(1, 0) == expected);
    slope = jacobian(e, wrt(x)) * one;
    REQUIRE(slope(1, 0) == expected);
  };
  require_slope(x * sqrt(zero), 0.0);
  require_slope(x * (1.0 + cbrt(zero)), 1.0);
  require_slope(x * acos(one + zero), 0.0);
  require_slope(x * atan2(zero, zero), 0.0);
  require_slope(where(x > 3.0, log(zero), x * x), 4.0);
  require_slope(x * pow(zero, zero + 0.5), 0.0);
  // Functions that overflow.
  const auto large = 1e4 * one;
  require_slope(x / (1.0 + exp(large)), 0.0);
  require_slope(x / exp2(large) + x / expm1(large), 0.0);
  require_slope(x / cosh(large) - x / sinh(large), 0.0);
  require_slope(x * (1.0 + exp(-large)), 1.0);
  // A negative base, with a field for the exponent: x (x - 3)^2.
  require_slope(x * pow(x - 3.0, zero + 2.0), 1.0 - 4.0);
}

TEST_CASE("Another field is a constant in second derivatives too") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 1.0);
  CenterField<double> x(grid), zero(grid), one(grid), second(grid);
  x.fill(2.0);
  zero.fill(0.0);
  one.fill(1.0);
  const auto require_second = [&](const auto& e, double expected) {
    second = jvp(jvp(e, wrt(x), one), wrt(x), one);
    CHECK(second(1, 0) == expected);
  };
  require_second(x * x * (1.0 + sqrt(zero)), 2.0);
  require_second(x * x * cbrt(zero), 0.0);
  require_second(x * x * asin(one), 2.0 * std::asin(1.0));
  require_second(x * x * pow(zero, 0.5), 0.0);
  require_second(x * x * pow(zero, zero + 0.5), 0.0);
  require_second(x * x / exp(1e4 * one), 0.0);
  require_second(pow(zero, x), 0.0);
  require_second(x * x * x * pow(one + zero, 1.5), 12.0);
  // A slope that is zero here alone has a derivative.
  require_second(pow(x * x - 4.0 * x + 5.0, 3.0), 6.0);
  require_second(exp((x - 2.0) * (x - 2.0)), 2.0);
}

TEST_CASE("What is at rest has a slope: lengths of vectors, and powers of zero by the exponent") {
  CHECK(hypot(D(0.0, 2), D(0.0, 3)).slope == 0);
  CHECK(hypot(D(3.0, 2), D(4.0, 0)).slope == 2 * 0.6);
  CHECK(norm(Dual<Vec<double, 2>, Vec<double, 2>>(Vec<double, 2>{}, Vec<double, 2>{{1, 2}})).slope == 0);
  CHECK(pow(0.0, D(2.0, 3)).slope == 0);
  CHECK(pow(D(0.0, 2), D(1.0, 3)).slope == 2);
}

TEST_CASE("Where a formula has no derivative, the slope is that of the side whose value is taken", "[matrix]") {
  using Sloped = Dual<double, double>;
  CHECK(min(Sloped(1.0, 2.0), Sloped(1.0, 3.0)).slope == 3.0);
  CHECK(max(Sloped(1.0, 2.0), Sloped(1.0, 3.0)).slope == 3.0);
  CHECK(abs(Sloped(0.0, 2.0)).slope == 2.0);
  CHECK_FALSE(std::signbit(abs(Sloped(-0.0, 2.0)).value));
  CHECK(abs(Sloped(-3.0, 2.0)).slope == -2.0);
  CHECK(clamp(Sloped(1.0, 2.0), 0.0, 1.0).slope == 2.0);
}

TEST_CASE("Products of dual numbers have the values of those of numbers", "[matrix]") {
  using V = Vec<double, 2>;
  const Dual<V, V> a(V{1.0, 2.0}, V{10.0, 20.0});
  CHECK(cross(a, 3.0).value == cross(V{1.0, 2.0}, 3.0));
  CHECK(cross(a, 3.0).slope == cross(V{10.0, 20.0}, 3.0));
  CHECK(cross(3.0, a).value == cross(3.0, V{1.0, 2.0}));
  CHECK(cross(3.0, a).slope == cross(3.0, V{10.0, 20.0}));
  const double x = 1 + 0x1p-30;  // rounded once, the square is not 1 + 2^-29
  CHECK(fma(Dual<double, double>(x, 1.0), x, -1.0).value == std::fma(x, x, -1.0));
}

TEST_CASE("A failure's level counts from the first active one of its own column", "[matrix]") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 6.0, 3);
  SurfaceField<int> failures(grid), first(grid);
  failures.from_host({-1, 1, -1});
  first.from_host({0, 3, 5});
  try {
    require_solved(failures, first);
    FAIL("column 1 failed");
  } catch (const SolveError& error) {
    CHECK((error.column() == 1 && error.level() == 4));
  }
  const SurfaceField<int> elsewhere(ColumnGrid::uniform(6, 0.0, 6.0, 4));
  CHECK_THROWS_AS(require_solved(failures, elsewhere), GridError);
}
