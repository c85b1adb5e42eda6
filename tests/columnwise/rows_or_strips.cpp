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

}  // namespace
