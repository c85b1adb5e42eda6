// SPDX-License-Identifier: BSD-3-Clause
// Which column functions go row by row, and which by vectors of levels, where the library chooses: those that are
// faster so. STENCIL_CPU_ROWS=1.
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <string>
#include <utility>

#include <stencil/stencil.hpp>

namespace {

using namespace stencil;

/// Costly values of levels.
struct OfLevels {
  STENCIL_FUNCTION auto operator()(auto q, auto s) const {
    const auto a = exp(-q) * s, b = a / (1.0 + exp(-a));
    return results(above(q) * a - below(q) * b, q * b + a);
  }
};
/// Costly values per column, which strips compute once for several rows and rows again for each.
struct OfColumns {
  STENCIL_FUNCTION auto operator()(auto q, auto s) const {
    const auto a = exp(-s) * log(2.0 + s * s), b = exp(s) / (1.0 + exp(-s * s));
    return results(above(q) * a - below(q) * b, q * b + a);
  }
};

/// Whether functions of costly values of levels, and of columns, go so and not by strips.
template <class Layout>
std::pair<bool, bool> choices(const std::string& by, std::size_t columns, int levels = 20) {
  const ColumnGrid grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  CenterField<double, backend::Cpu, Layout> q(grid), x(grid), y(grid);
  SurfaceField<double, backend::Cpu> s(grid);
  const auto goes = [&](const auto& call) {
    return explain(fields(x, y), call).mapping.team.find(by) != std::string::npos;
  };
  return {goes(columnwise(OfLevels{})(q, s)), goes(columnwise(OfColumns{})(q, s))};
}

TEST_CASE("rows: a function of costly values per column goes by strips, and a single column by vectors of levels") {
  CHECK(choices<layout::ColumnsContiguous>("each row", 100) == std::pair(true, false));
  CHECK(choices<layout::LevelsContiguous>("each row", 100) == std::pair(true, false));
  CHECK(choices<layout::ColumnsContiguous>("each vector of", 1) == std::pair(true, true));
  CHECK(choices<layout::LevelsContiguous>("each vector of", 1) == std::pair(true, true));
}

TEST_CASE("rows: long columns go by vectors of levels where levels are contiguous and vectors short") {
  constexpr bool is_short = cpu::simd::native_bytes < 64;
  CHECK(choices<layout::LevelsContiguous>("each vector of", 100, 64) == std::pair(is_short, is_short));
  CHECK(choices<layout::ColumnsContiguous>("each vector of", 100, 64) == std::pair(false, false));
}

/// Costly values, and so many solves one after the other, each of which asks for a third pass.
struct Solves {
  int count;
  STENCIL_FUNCTION auto operator()(auto q, auto s) const {
    auto a = q;
    for (int i = 0; i < 6; ++i) a = exp(-a) * s + 1.0 / (1.0 + a * a);
    auto x = 1.0 * q;
    for (int i = 0; i < count; ++i) {
      const auto sink = a * x / (1.0 + x * x) + where(x > a, x - a, 0.0) * above(x);
      x = solve(band(-0.1 * a, 2.0 + sink * sink, -0.1 * x), x);
    }
    return results(x, a);
  }
};

TEST_CASE("rows: a first pass is not worth while before many operations, which it looks at in every row") {
  const auto hands = [](int count) {
    const auto grid = ColumnGrid::uniform(20, 0.0, 1.0, 100);
    CenterField<double> q(grid), x(grid), y(grid);
    SurfaceField<double> s(grid);
    return explain(fields(x, y), columnwise(Solves{count})(q, s)).mapping.team.find("after a first pass") !=
           std::string::npos;
  };
  CHECK(hands(2));
  CHECK_FALSE(hands(12));
}

}  // namespace
