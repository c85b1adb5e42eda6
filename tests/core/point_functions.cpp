// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/inspect/symbol.hpp>
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "support/levels.hpp"

using namespace stencil;

/// Function objects on numbers and on vectors of the CPU, beside the standard library; fields are in functions.cpp.
namespace {

/// Vectors as wide as the compiler's own, for which libmvec has functions.
#if defined(__AVX512F__)
constexpr int bytes = 64;
#elif defined(__AVX2__)
constexpr int bytes = 32;
#else
constexpr int bytes = 16;
#endif

/// Numbers give what the standard library gives them; vectors may differ by 4 ulp, which libmvec promises.
template <class T, class F, class Standard, class... More>
void require_as(const std::string& name, const F& function, const Standard& standard, T x, More... more) {
  using Pack = cpu::Pack<T, bytes / static_cast<int>(sizeof(T))>;
  const auto expected = static_cast<T>(standard(static_cast<long double>(x), static_cast<long double>(more)...));
  INFO(name << " of " << x << ((" and " + std::to_string(more)) + ... + ""));
  CHECK(support::ulp_distance(static_cast<T>(function(x, more...)), expected) <= 2);
  const auto wide = function(Pack(x), Pack(more)...);
  CHECK(support::ulp_distance(static_cast<T>(wide[0]), expected) <= 4);
  CHECK(support::ulp_distance(static_cast<T>(wide[1]), expected) <= 4);
}
template <class F, class Standard>
void require_between(double low, double high, const std::string& name, const F& function, const Standard& standard) {
  for (int i = 0; i <= 40; ++i) {
    const double x = low + (high - low) * i / 40;
    require_as<double>(name, function, standard, x);
    require_as<float>(name, function, standard, static_cast<float>(x));
  }
}
template <class F, class Standard>
void require_of_two(const std::string& name, const F& function, const Standard& standard) {
  for (const double x : {-3.0, -0.3, 0.25, 1.0, 7.5}) {
    for (const double y : {-2.0, -0.5, 0.125, 3.0}) {
      require_as<double>(name, function, standard, x, y);
      require_as<float>(name, function, standard, static_cast<float>(x), static_cast<float>(y));
    }
  }
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

#define STENCIL_REQUIRE(name, Type, low, high) \
  require_between(low, high, #name, functions::Type{}, [](long double x) { return std::name(x); })
#define STENCIL_REQUIRE_OF_TWO(name, Type) \
  require_of_two(#name, functions::Type{}, [](long double x, long double y) { return std::name(x, y); })

}  // namespace

TEST_CASE("Functions of one number agree with the standard library", "[expression][functions]") {
  STENCIL_REQUIRE(exp, Exp, -20, 20);
  STENCIL_REQUIRE(log, Log, 0.001, 50);
  STENCIL_REQUIRE(tan, Tan, -1.5, 1.5);
  STENCIL_REQUIRE(asin, Asin, -1, 1);
  STENCIL_REQUIRE(acos, Acos, -1, 1);
  STENCIL_REQUIRE(atan, Atan, -20, 20);
  STENCIL_REQUIRE(sinh, Sinh, -5, 5);
  STENCIL_REQUIRE(cosh, Cosh, -5, 5);
  STENCIL_REQUIRE(log10, Log10, 0.001, 50);
  STENCIL_REQUIRE(log2, Log2, 0.001, 50);
  STENCIL_REQUIRE(log1p, Log1p, -0.9, 20);
  STENCIL_REQUIRE(exp2, Exp2, -20, 20);
  STENCIL_REQUIRE(expm1, Expm1, -5, 5);
  STENCIL_REQUIRE(cbrt, Cbrt, -50, 50);
  STENCIL_REQUIRE(erf, Erf, -3, 3);
  STENCIL_REQUIRE(floor, Floor, -3, 3);
  STENCIL_REQUIRE(ceil, Ceil, -3, 3);
  STENCIL_REQUIRE(round, Round, -3, 3);
}

TEST_CASE("Functions of two numbers agree with the standard library", "[expression][functions]") {
  STENCIL_REQUIRE_OF_TWO(atan2, Atan2);
  STENCIL_REQUIRE_OF_TWO(hypot, Hypot);
  STENCIL_REQUIRE_OF_TWO(copysign, Copysign);
}

TEST_CASE("fma rounds once, clamp keeps a NaN, and isnan and isfinite look at bits", "[expression][functions]") {
  const functions::Fma fma_of;
  const functions::Clamp clamp_of;
  using Pack = cpu::Pack<double, 2>;
  const double one_and_a_bit = 1 + 0x1p-30;
  CHECK(fma_of(one_and_a_bit, one_and_a_bit, -1.0) == std::fma(one_and_a_bit, one_and_a_bit, -1.0));
  CHECK(fma_of(Pack(one_and_a_bit), one_and_a_bit, -1.0)[1] == std::fma(one_and_a_bit, one_and_a_bit, -1.0));
  CHECK(fma_of(2.0F, 3.0, 1.0) == 7.0);
  for (const double x : {-1.0, 0.0, 0.5, 2.0, 3.0, infinity, -infinity}) {
    CHECK(clamp_of(x, 0.0, 2.0) == std::clamp(x, 0.0, 2.0));
    CHECK(clamp_of(Pack(x), 0.0, 2.0)[1] == std::clamp(x, 0.0, 2.0));
  }
  CHECK(std::isnan(clamp_of(not_a_number, 0.0, 2.0)));
  CHECK(std::isnan(clamp_of(Pack(not_a_number), 0.0, 2.0)[0]));
  CHECK(clamp_of(5, 0, 3) == 3);
  for (const double x : {0.0, -0.0, 1.0, -1e308, 5e-324, infinity, -infinity, not_a_number, -not_a_number}) {
    INFO(x);
    const auto narrow = static_cast<float>(std::abs(x) == 1e308 ? 1e38 : x);
    CHECK(functions::Isnan{}(x) == std::isnan(x));
    CHECK(functions::Isnan{}(narrow) == std::isnan(x));
    CHECK(functions::Isnan{}(Pack(x))[1] == std::isnan(x));
    CHECK(functions::Isfinite{}(x) == std::isfinite(x));
    CHECK(functions::Isfinite{}(narrow) == std::isfinite(x));
    CHECK(functions::Isfinite{}(Pack(x))[1] == std::isfinite(x));
  }
  CHECK_FALSE(functions::Isnan{}(3));
  CHECK(functions::Isfinite{}(3));
}

TEST_CASE("Vectors with rare arguments in some elements", "[expression][functions]") {
  // Which libmvec hands to libm, one by one, and so does the library itself.
  const auto require = [](const auto& function, auto rare, auto usual, auto expected) {
    using T = decltype(rare);
    constexpr int width = bytes / static_cast<int>(sizeof(T));
    using Pack = cpu::Pack<T, width>;
    for (int place = -1; place < width; ++place) {
      Pack x(place < 0 ? rare : usual);
      if (place >= 0) cpu::set_element(x, place, rare);
      const Pack y = function(x);
      for (int l = 0; l < width; ++l) {
        INFO("element " << l << ", rare: " << place);
        const bool is_rare = place < 0 || l == place;
        if (is_rare) CHECK((y[l] == expected && std::signbit(y[l]) == std::signbit(expected)));
        if (!is_rare) CHECK(support::ulp_distance(y[l], static_cast<T>(function(usual))) <= 4);
      }
    }
  };
  const auto both = [&](const auto& function, double rare, double usual, double expected) {
    require(function, rare, usual, expected);
    require(function, static_cast<float>(rare), static_cast<float>(usual), static_cast<float>(expected));
  };
  const auto power = [](const auto& x) { return functions::Pow{}(x, 0.75); };
  both(functions::Exp{}, -1e4, 0.5, 0.0);
  both(functions::Exp{}, -infinity, 0.5, 0.0);
  both(power, 0.0, 0.5, 0.0);
  both(functions::Cbrt{}, 0.0, 9.0, 0.0);
  both(functions::Cbrt{}, -0.0, 9.0, -0.0);
  both(functions::Cbrt{}, infinity, -9.0, infinity);
}

TEST_CASE("Slopes of powers of vectors, with one exponent and with several", "[expression][functions]") {
  using Pack = cpu::Pack<double, 2>;
  const auto near = [](double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b)) || support::ulp_distance(a, b) <= 8;
  };
  const double bases[] = {0.0, -0.0, 1.0, 0.3, 2.5, -2.0, infinity, -infinity, not_a_number};
  const double exponents[] = {0.0, 0.5, 0.999, 1.0, 1.4, 2.0, 7.0, -1.0, -0.5};
  for (const double base : bases) {
    for (const double below : exponents) {
      for (const double above : exponents) {
        Pack exponent(below);
        cpu::set_element(exponent, 1, above);
        const auto wide = pow(Dual<Pack, Pack>(base, 0.7), exponent);
        for (int l = 0; l < 2; ++l) {
          INFO(base << " to the power of " << exponent[l] << ", element " << l);
          const auto expected = pow(Dual<double, double>(base, 0.7), exponent[l]);
          CHECK(near(wide.value[l], expected.value));
          CHECK(near(wide.slope[l], expected.slope));
        }
      }
    }
  }
}

TEST_CASE("dot and norm of Vecs", "[expression][functions]") {
  const Vec<double, 3> u{1, 2, 3}, v{4, -5, 6};
  CHECK(dot(u, v) == 12.0);
  CHECK(norm(Vec{3.0F, 4.0F}) == 5.0F);
  const cpu::WideArray<Vec<double, 3>, 2> wide(u);
  CHECK(dot(wide, v)[1] == 12.0);
  CHECK(norm(wide)[1] == std::sqrt(14.0));
}

TEST_CASE("cross turns horizontal vectors by 90 degrees", "[expression][functions]") {
  const Vec<double, 2> east{1, 0}, north{0, 1}, u{2, 3}, v{5, 7};
  CHECK(cross(1.0, east) == north);  // k x i = j
  CHECK(cross(north, 1.0) == east);  // j x k = i
  CHECK(cross(east, north) == 1.0);  // i x j = k
  CHECK(cross(u, 10.0) == Vec{30.0, -20.0});
  CHECK(cross(10.0, u) == Vec{-30.0, 20.0});
  CHECK(cross(u, v) == -1.0);
  CHECK(cross(Vec{2.0F, 3.0F}, Vec{5.0F, 7.0F}) == -1.0F);
  const cpu::WideArray<Vec<double, 2>, 2> wide(u);
  const cpu::Pack<double, 2> ten(10.0);
  CHECK(cross(wide, ten)[1] == Vec{30.0, -20.0});
  CHECK(cross(ten, u)[0] == Vec{-30.0, 20.0});
  CHECK(cross(wide, v)[1] == -1.0);
  CHECK(cross(OperationProbe{2, 0}, OperationProbe{1, 1}).operations == 6);
  CHECK(cross(plan::Symbol::named("u"), 2).text() == "cross(u, 2)");
}

TEMPLATE_TEST_CASE("cross of fields and numbers", "[expression][functions]", double, float) {
  const auto grid = ColumnGrid::uniform(9, 0.0, 9.0, 3);
  CenterField<Vec<TestType, 2>> u(grid), v(grid), turned(grid), back(grid), doubled(grid);
  CenterField<TestType> w(grid), vertical(grid);
  SurfaceField<TestType> f(grid);
  u.fill([](double z, std::size_t c) { return Vec{static_cast<TestType>(z), static_cast<TestType>(c + 1)}; });
  v.fill([](double z) { return Vec{static_cast<TestType>(2), static_cast<TestType>(z)}; });
  w.fill([](double z) { return static_cast<TestType>(z - 4); });
  f.fill([](std::size_t c) { return static_cast<TestType>(c) - 1; });
  turned = cross(u + v, w);
  back = cross(f, u);
  vertical = cross(u, v) + cross(Vec{2.0, 0.0}, v);
  doubled = cross(2.0, u) + cross(u, 3.0);
  CHECK(plan::formula(cross(u, w)).find("cross(") != std::string::npos);
  for (std::size_t c = 0; c < 3; ++c) {
    for (int k = 0; k < 9; ++k) {
      const TestType u0 = u(k, c)[0], u1 = u(k, c)[1], v1 = v(k, c)[1];
      REQUIRE(turned(k, c) == Vec{(u1 + v1) * w(k, c), -(u0 + 2) * w(k, c)});
      REQUIRE(back(k, c) == Vec{-f(c) * u1, f(c) * u0});
      REQUIRE(vertical(k, c) == u0 * v1 - 2 * u1 + 2 * v1);
      REQUIRE(doubled(k, c) == Vec{u1, -u0});
    }
  }
}

TEST_CASE("Functions of fields: one expression of all, its text and its cost", "[expression][functions]") {
  const auto grid = ColumnGrid::uniform(9, 0.05, 0.95, 3);
  CenterField<double> x(grid, "x"), y(grid), result(grid);
  CenterField<Vec<double, 2>> u(grid);
  x.fill([](double z, std::size_t column) { return z + 0.01 * static_cast<double>(column); });
  u.fill([](double z) { return Vec{z, 2 * z}; });
  y = 1.0 - x;
  result = tan(x) + asin(x) + acos(x) + atan(x) + sinh(x) + cosh(x) + log10(x) + log2(x) + log1p(x) + exp2(x) +
           expm1(x) + cbrt(x) + erf(x) + floor(4 * x) + ceil(4 * x) + round(4 * x) + atan2(x, y) + hypot(x, 2) +
           copysign(x, -y) + clamp(x, 0.25, y) + fma(x, y, 1) + where(isnan(x) || !isfinite(y), 100.0, 0.0) +
           dot(u, u) + norm(u);
  for (std::size_t c = 0; c < 3; ++c) {
    for (int k = 0; k < 9; ++k) {
      const double v = x(k, c), w = y(k, c), z = grid.z_centers()[static_cast<std::size_t>(k)];
      const double expected = std::tan(v) + std::asin(v) + std::acos(v) + std::atan(v) + std::sinh(v) + std::cosh(v) +
                              std::log10(v) + std::log2(v) + std::log1p(v) + std::exp2(v) + std::expm1(v) +
                              std::cbrt(v) + std::erf(v) + std::floor(4 * v) + std::ceil(4 * v) + std::round(4 * v) +
                              std::atan2(v, w) + std::hypot(v, 2) - v + std::min(std::max(v, 0.25), w) + (v * w + 1) +
                              5 * z * z + std::sqrt(5.0) * z;
      REQUIRE(std::abs(result(k, c) - expected) < 1e-13);
    }
  }
  CHECK(plan::formula(clamp(tan(x), 0, 1)) == "clamp(tan(x), 0, 1)");
  CHECK(functions::Erf::cost == 60);
  CHECK(atan2(OperationProbe{}, 1.0).operations == 50);
  CHECK(clamp(OperationProbe{3, 1}, 0.0, OperationProbe{2, 0}).operations == 7);
  CHECK(fma(plan::Symbol::named("x"), 2, 1).text() == "fma(x, 2, 1)");
}
