// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/matchers/catch_matchers_string.hpp>

#include "ends_of_marches.hpp"

namespace {

using namespace columnwise_test;

/// The mean of x where x > 0, and how many levels that is; a NaN of none.
struct Means {
  struct Sum {
    double total;
    int count;
  };
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(march(
        from_bottom, Sum{},
        [](auto& s, auto v) {
          if (v > 0) s.total += v, ++s.count;
        },
        at_end([](const auto& s) { return s.total / s.count; }), x));
  }
};
/// The square of a running value of x, whose derivatives the state carries.
struct SquareOfLast {
  STENCIL_FUNCTION auto operator()(auto x) const {
    auto [up, squared] = march(
        from_bottom, 0.0,
        [](auto& s, auto v) {
          s = s / 2 + v * v;
          return s;
        },
        at_end([](auto& s) { return s *= s; }), x);
    return results(up + squared);
  }
};

/// Steps that name the type of a state which they only read.
struct ReadsTheState {
  struct Parcel {
    double mass;
    int level;
  };
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto start = make<Parcel>(at_level(x, 0), 1);
    const auto of_any = [](const Parcel& parcel, auto v) { return parcel.mass + v; };
    const auto of_double = [](const Parcel& parcel, double v) { return parcel.mass * v; };
    return results(march(from_bottom, start, of_any, x), march(from_bottom, start, of_double, x));
  }
};

}  // namespace

TEST_CASE("The step of a march may name the type of a state that it only reads", "[columnwise]") {
  CenterField<double> x(ColumnGrid::uniform(3, 0.0, 1.0), {2.0, 3.0, 4.0}), sum(x.grid()), product(x.grid());
  fields(sum, product) = columnwise(ReadsTheState{})(x);
  CHECK(sum.to_host() == std::vector<double>{4.0, 5.0, 6.0});
  CHECK(product.to_host() == std::vector<double>{4.0, 6.0, 8.0});
}

TEST_CASE("Marches give what a function makes of the state after the last level", "[columnwise]") {
  for (const int levels : {1, 2, 13, 70}) {
    for (const std::size_t columns : {1UL, 5UL, 19UL}) {
      for (const Kind kind : {Kind::alike, Kind::per_column}) {
        const Case c{levels, columns, kind};
        require_ends_both_ways<backend::Cpu, layout::LevelsContiguous>(c, policy());
        require_ends_both_ways<backend::Cpu, layout::ColumnsContiguous>(c, policy());
      }
    }
  }
}

TEST_CASE("What a march gives at its end begins and ends with the active levels", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 6.0, 2);
  CenterField<double> x(grid);
  SurfaceField<double> mean(grid);
  SurfaceField<int> first(grid), last(grid);
  x.fill([](double z) { return z; });
  first.fill([](std::size_t column) { return column == 0 ? 1 : 0; });
  last.fill([](std::size_t column) { return column == 0 ? 3 : 5; });
  assign(mean, columnwise(Means{})(x), active_levels(first, last));
  CHECK(mean(0) == 2.5);
  CHECK(mean(1) == 3.0);
}

TEST_CASE("Derivatives go through what a march gives at its end", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0, 2);
  CenterField<double> x(grid), along(grid), slope(grid);
  x.fill([](double z, std::size_t column) { return 0.5 + z + static_cast<double>(column); });
  along.fill([](double z) { return 1 - z; });
  slope = jvp(columnwise(SquareOfLast{})(x), wrt(x), along);
  for (const std::size_t column : {0UL, 1UL}) {
    long double s = 0, ds = 0;
    std::vector<long double> up;
    for (int k = 0; k < 5; ++k) {
      s = s / 2 + static_cast<long double>(x(k, column)) * x(k, column);
      ds = ds / 2 + 2 * static_cast<long double>(x(k, column)) * along(k, column);
      up.push_back(ds);
    }
    for (int k = 0; k < 5; ++k)
      CHECK(std::abs(static_cast<double>(slope(k, column) - up[static_cast<std::size_t>(k)] - 2 * s * ds)) < 1e-12);
  }
}

TEST_CASE("What a march gives at its end is searched for NaN after the last level alone",
          "[columnwise][check_values]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 2);
  CenterField<double> x(grid, "x");
  SurfaceField<double> mean(grid);
  x.fill([](double z, std::size_t column) { return column == 0 ? z - 3 : -z; });
  x(0, 1) = 1;
  CHECK_NOTHROW(assign(mean, columnwise(Means{})(x), check_values));
  CHECK(mean(0) == 0.5);
  x(0, 1) = -1;
  CHECK_THROWS_WITH(assign(mean, columnwise(Means{})(x), check_values),
                    Catch::Matchers::ContainsSubstring("march(x), from the bottom is nan in column 1"));
}
