// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/inspect/symbol.hpp>
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

using namespace stencil;

/// max and min of three and more values.
namespace {

/// Both, as written with several arguments and as nested by hand, of a value x and one of the column s.
struct Several {
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto s) const {
    const auto running = march(
        from_bottom, 0.0,
        [] STENCIL_FUNCTION(auto& so_far, auto a, auto b) {
          so_far = min(max(0.5 * so_far, a, b), 2.0, b + 0.1);
          return so_far;
        },
        x, y);
    return results(max(x, y, s), min(x, 0.25, y, s), max(0, 0.125, x), running);
  }
};
struct Nested {
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto s) const {
    const auto running = march(
        from_bottom, 0.0,
        [] STENCIL_FUNCTION(auto& so_far, auto a, auto b) {
          so_far = min(min(max(max(0.5 * so_far, a), b), 2.0), b + 0.1);
          return so_far;
        },
        x, y);
    return results(max(max(x, y), s), min(min(min(x, 0.25), y), s), max(max(0, 0.125), x), running);
  }
};

struct Fields {
  ColumnGrid grid = ColumnGrid::uniform(21, 0.0, 1.0, 5);
  CenterField<double> x{grid}, y{grid};
  SurfaceField<double> s{grid};
  Fields() {
    x.fill([](double z, std::size_t c) { return std::sin(40 * z) + 0.01 * static_cast<double>(c); });
    y = 0.3 - x * x;
    s.fill([](std::size_t c) { return 0.1 * static_cast<double>(c); });
    x(3, 1) = y(4, 2) = std::numeric_limits<double>::quiet_NaN();
    x(5, 0) = 0.0, y(5, 0) = -0.0;
  }
};

/// NaN and the sign of zero count too.
void require_same_bits(const CenterField<double>& a, const CenterField<double>& b) {
  const auto of_a = a.to_host(), of_b = b.to_host();
  REQUIRE(std::memcmp(of_a.data(), of_b.data(), of_a.size() * sizeof(double)) == 0);
}

}  // namespace

TEST_CASE("max and min of several numbers are nested from the left", "[expression][functions]") {
  static_assert(max(1.0, 3.0, 2.0) == 3.0 && min(2, 0.5F, 1.0, 0.75) == 0.5 && max(1, 2, 3, 4, 5) == 5);
  static_assert(std::is_same_v<decltype(min(1, 2.0F, 3)), float>);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(max(nan, 1.0, 0.0) == 1.0);
  CHECK(std::isnan(max(0.0, 1.0, nan)));
  CHECK(max(Vec{1.0, 5.0}, Vec{2.0, 4.0}, Vec{0.0, 6.0}) == Vec{2.0, 6.0});
  using Pack = cpu::Pack<double, 2>;
  CHECK(max(Pack(1.0), 3.0, Pack(2.0))[1] == 3.0);
  CHECK(min(OperationProbe{}, 1.0, OperationProbe{}, 2.0).operations == 3);
  CHECK(max(plan::Symbol::named("x"), 2, 1).text() == "max(max(x, 2), 1)");
}

TEST_CASE("max and min of several fields have the bits of nested ones", "[expression][functions]") {
  const Fields f;
  CenterField<double> several(f.grid), nested(f.grid);
  several = max(f.x, f.y, 0.0);
  nested = max(max(f.x, f.y), 0.0);
  require_same_bits(several, nested);
  several = min(1, 0.75F, f.x, 2.0 * f.y, f.s);
  nested = min(min(min(min(1, 0.75F), f.x), 2.0 * f.y), f.s);
  require_same_bits(several, nested);
}

TEST_CASE("max and min of several values in a column function have the bits of nested ones",
          "[expression][functions]") {
  const Fields f;
  std::vector<CenterField<double>> several, nested;
  for (int i = 0; i < 4; ++i) several.emplace_back(f.grid), nested.emplace_back(f.grid);
  fields(several[0], several[1], several[2], several[3]) = columnwise(Several{})(f.x, f.y, f.s);
  fields(nested[0], nested[1], nested[2], nested[3]) = columnwise(Nested{})(f.x, f.y, f.s);
  for (std::size_t i = 0; i < 4; ++i) require_same_bits(several[i], nested[i]);
}

TEST_CASE("max and min of several values have derivatives", "[expression][functions]") {
  Fields f;
  CenterField<double> several(f.grid), nested(f.grid);
  several = jvp(max(f.x, f.x * f.y, f.y, 0.0), wrt(f.x), f.y);
  nested = jvp(max(max(max(f.x, f.x * f.y), f.y), 0.0), wrt(f.x), f.y);
  require_same_bits(several, nested);
  several = jacobian(min(f.x * f.x, 0.5, f.x * f.y), wrt(f.x)) * f.y;
  nested = jacobian(min(min(f.x * f.x, 0.5), f.x * f.y), wrt(f.x)) * f.y;
  require_same_bits(several, nested);
}
