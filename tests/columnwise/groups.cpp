// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_approx.hpp>
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <stencil/emulation/emulation.hpp>

#include "groups.hpp"

namespace {

using namespace columnwise_test;
using Levels = layout::LevelsContiguous;
using Columns = layout::ColumnsContiguous;

template <class T>
void require_bits(const Case& c, const Values<T>& computed, const Values<T>& expected) {
  REQUIRE(computed.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(describe(c) << ", result " << i);
    CHECK(differing(computed[i], expected[i]) == 0);
  }
}
template <class T, class Backend, class Layout, class P>
void require_bits_of_flat(const Case& c, const P& how) {
  require_bits(c, by_groups<T, Backend, Layout, false>(c, how), by_groups<T, Backend, Layout, true>(c, how));
  require_bits(c, by_expressions_in_groups<T, Backend, Layout, false>(c, how),
               by_expressions_in_groups<T, Backend, Layout, true>(c, how));
}

/// Any number of tracers, one matrix.
struct MixAll {
  STENCIL_FUNCTION auto operator()(auto k, auto q) const { return results(factorize(Ways::mixing(k, q[0])).solve(q)); }
};
struct MixEach {
  template <class K, class First, class... Rest>
  STENCIL_FUNCTION auto operator()(const K& k, const First& first, const Rest&... rest) const {
    return factorize(Ways::mixing(k, first)).solve(first, rest...);
  }
};

}  // namespace

TEST_CASE("A column function of arrays and structs gives the bits of one with an argument for each field",
          "[columnwise]") {
  each_case({1, 2, 3, 9, 33}, {1, 37},
            [](const Case& c) { require_bits_of_flat<double, backend::Cpu, Levels>(c, policy()); });
}
TEST_CASE("A column function of arrays and structs gives the bits of a flat one, columns contiguous", "[columnwise]") {
  each_case({1, 2, 9}, {1, 48}, [](const Case& c) { require_bits_of_flat<float, backend::Cpu, Columns>(c, policy()); });
}
TEST_CASE("A column function of arrays and structs gives the bits of a flat one in lanes", "[columnwise]") {
  each_case({1, 2, 9}, {1, 3}, [](const Case& c) {
    require_bits_of_flat<double, backend::Emulation, Levels>(c, with(emulation::Lanes<2>{}));
  });
}

TEST_CASE("An array and a struct are what loops over their fields give", "[columnwise]") {
  for (const int n : {1, 2, 7}) {
    Groups<double, backend::Cpu, Levels> g({n, 3, Kind::per_column});
    fields(g.c, g.sum, g.f) = g.carried();
    for (std::size_t column = 0; column < 3; ++column) {
      const auto face = [&](int k) {
        return static_cast<long double>(g.s.grid.z_faces(column)[static_cast<std::size_t>(k)]);
      };
      std::vector<long double> sum(static_cast<std::size_t>(n));
      for (std::size_t i = 0; i < 3; ++i) {
        CAPTURE(n, column, i);
        const auto product = [&](int k) {
          return static_cast<long double>(g.flow.rho(k, column)) * static_cast<long double>(g.q[i](k, column));
        };
        const auto through = [&](int k) -> long double {  // face k
          if (k == 0) return static_cast<long double>(g.s.flux(column));
          if (k == n) return 0;
          return static_cast<long double>(g.flow.w(k, column)) * (product(k - 1) + product(k)) / 2;
        };
        for (int k = 0; k < n; ++k) {
          const long double moved =
              static_cast<long double>(g.q[i](k, column)) - (through(k + 1) - through(k)) / (face(k + 1) - face(k)) / 4;
          sum[static_cast<std::size_t>(k)] += moved;
          CHECK(g.c[i](k, column) == Catch::Approx(static_cast<double>(moved)).epsilon(1e-13).margin(1e-13));
        }
      }
      for (int k = 0; k < n; ++k)
        CHECK(g.sum(k, column) ==
              Catch::Approx(static_cast<double>(sum[static_cast<std::size_t>(k)])).epsilon(1e-13).margin(1e-13));
      for (int k = 0; k <= n; ++k) CHECK(g.f(k, column) == g.flow.w(k, column) * g.flow.w(k, column));
    }
  }
}

TEST_CASE("A value that an array does not have is refused before anything is written", "[columnwise][errors]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 1.0, 2);
  std::array<CenterField<double>, 2> q{CenterField<double>(grid), CenterField<double>(grid)};
  q[0] = 1.0;
  q[1] = 2.0;
  CenterField<double> result(grid);
  result = 7.0;
  const auto number = [](int i) { return columnwise([i](auto x) { return results(x[i] + 0.5); }); };
  for (const int i : {-1, 2, 1000})
    REQUIRE_THROWS_WITH(result = number(i)(q), Catch::Matchers::ContainsSubstring("asks an array for a value"));
  REQUIRE(result.to_host() == std::vector<double>(6, 7.0));
  result = number(1)(q);
  REQUIRE(result.to_host() == std::vector<double>(6, 2.5));
}

TEST_CASE("Thirty tracers in an array are solved for as thirty right sides", "[columnwise]") {
  const Case c{9, 5, Kind::alike};
  State<double, backend::Cpu, Levels> s(c);
  std::array<CenterField<double>, 30> q, one_by_one;
  for (std::size_t i = 0; i < 30; ++i) q[i] = s.a + static_cast<double>(i) * s.b;
  one_by_one = q;
  std::apply([&](auto&... x) { fields(x...) = columnwise(MixEach{})(s.f, x...); }, one_by_one);
  fields(q) = columnwise(MixAll{})(s.f, q);
  for (std::size_t i = 0; i < 30; ++i) {
    CAPTURE(i);
    CHECK(differing(q[i].to_host(), one_by_one[i].to_host()) == 0);
  }
}

TEST_CASE("Fields of an array have their own names, or its name with an index", "[columnwise][explain]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 1.0, 2);
  std::array<CenterField<double>, 3> q, r;
  for (std::size_t i = 0; i < 3; ++i) {
    q[i] = CenterField<double>(grid, "q");
    r[i] = CenterField<double>(grid, i == 0 ? "vapour" : i == 1 ? "cloud" : "rain");
  }
  FaceField<double> k(grid, "k");
  const auto mix = columnwise(MixAll{});
  const std::string of_q = explain(fields(r), mix(k, q)).text(), of_r = explain(fields(q), mix(k, r)).text();
  for (const char* name : {"q[0]", "q[1]", "q[2]"}) CHECK(of_q.find(name) != std::string::npos);
  for (const char* name : {"vapour", "cloud", "rain"}) CHECK(of_r.find(name) != std::string::npos);
  CHECK(of_r.find("[0]") == std::string::npos);
  CHECK(draw(fields(r), mix(k, q)).dot().find("q[2]") != std::string::npos);
}

TEST_CASE("The reach of a column function of an array is that of one with an argument for each field", "[columnwise]") {
  Groups<double, backend::Cpu, Levels> g({4, 2, Kind::alike});
  constexpr auto upward = columnwise([](auto q, auto w) { return results(array_of(above(q[0]) * w, q[1] * w)); });
  constexpr std::array<Center, 2> centers{};
  static_assert(reach(upward, centers, Center{}).above == 2);
  static_assert(reach(upward, centers, Center{}).below == 0);
  const auto given = reach(g.carried());
  const auto flat = reach(Groups<double, backend::Cpu, Levels, true>({4, 2, Kind::alike}).carried());
  CHECK(given.below == flat.below);
  CHECK(given.above == flat.above);
  CHECK(given.whole_column == flat.whole_column);
}

namespace {
/// A point function of several numbers, taken apart, and Vecs of values and numbers.
struct Apart {
  STENCIL_FUNCTION auto operator()(auto x, auto s) const {
    const auto of_point = pointwise([] STENCIL_FUNCTION(auto a, auto b) { return results(a * b, a + b, a > b); });
    const auto [product, sum, larger] = of_point(x, s);
    const auto wind = vec(x, 2.0);
    const auto other = vec(0.5f, 1, sum);
    return results(where(larger, product, sum), component<0>(wind) * component<1>(wind),
                   component<0>(other) + component<1>(other) * component<2>(other));
  }
};
template <class T, class Backend, class P>
void require_apart(const P& how) {
  const auto grid = ColumnGrid::uniform(11, 0.0, 1.0, 5);
  CenterField<T, Backend> x(grid), a(grid), b(grid), c(grid);
  SurfaceField<T, Backend> s(grid);
  for (std::size_t column = 0; column < 5; ++column) {
    s(column) = static_cast<T>(3 + column);
    for (int k = 0; k < 11; ++k) x(k, column) = static_cast<T>(k);
  }
  assign(fields(a, b, c), columnwise(Apart{})(x, s), how);
  for (std::size_t column = 0; column < 5; ++column) {
    for (int k = 0; k < 11; ++k) {
      const T of_column = static_cast<T>(3 + column), here = static_cast<T>(k);
      CHECK(a(k, column) == (here > of_column ? here * of_column : here + of_column));
      CHECK(b(k, column) == 2 * here);
      CHECK(c(k, column) == T(0.5) + here + of_column);
    }
  }
}
}  // namespace

TEST_CASE("A point function may return results, and a Vec be made of values and numbers", "[columnwise]") {
  require_apart<double, backend::Cpu>(policy());
  require_apart<float, backend::Cpu>(policy());
  require_apart<double, backend::Emulation>(with(emulation::Lanes<2>{}));
  require_apart<float, backend::Emulation>(with(emulation::SharedMemory<>{}));
}

TEST_CASE("Results of a point function and Vecs with numbers have derivatives", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 2);
  CenterField<double> x(grid), dx(grid), a(grid), b(grid), c(grid);
  SurfaceField<double> s(grid);
  x.fill([](double z) { return z; });
  dx = 1.0;
  s = 1.7;
  fields(a, b, c) = jvp(columnwise(Apart{})(x, s), wrt(x), dx);
  for (int k = 0; k < 4; ++k) {
    CHECK(a(k, 1) == (k + 0.5 > 1.7 ? 1.7 : 1.0));
    CHECK(b(k, 1) == 2.0);
    CHECK(c(k, 1) == 1.0);
  }
  CenterField<Vec<double, 2>> v(grid);
  v = jacobian(vec(x * b, 3.0), wrt(x, b)) * vec(dx, 0.0);
  for (int k = 0; k < 4; ++k) CHECK(v(k, 0) == Vec{2.0, 0.0});
}
