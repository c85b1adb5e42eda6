// SPDX-License-Identifier: BSD-3-Clause
// Chains of operations along columns, of which each waits for the one before: by strips with all levels of fewer
// columns, and row by row only where the first pass has enough to do.
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>

#include <stencil/stencil.hpp>

namespace {

using namespace stencil;

/// Implicit steps one after the other, each with a diffusivity of the state before.
struct Steps {
  int count = 2;
  STENCIL_FUNCTION auto operator()(auto q, auto k) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    auto x = 1.0 * q;
    for (int i = 0; i < count; ++i) {
      const auto diffusivity = k / (1.0 + slope(x) * slope(x));
      const auto mixing = [&](auto y) { return DivergenceF2C(no_flux)(diffusivity * slope(y)); };
      x = solve(identity() - 0.1 * jacobian(mixing, x), x);
    }
    return results(x);
  }
};
/// A single solve.
struct Step {
  STENCIL_FUNCTION auto operator()(auto q, auto k) const { return results(solve(band(-k, 3.0 + k * k, -k), q)); }
};

/// Whether strips have all levels of so many columns at once.
template <class Layout, class F>
std::string shape(const F& f, int levels) {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, 100);
  CenterField<double, backend::Cpu, Layout> q(grid), x(grid);
  FaceField<double, backend::Cpu, Layout> k(grid);
  if constexpr (std::is_same_v<F, Step>) {
    return explain(x, columnwise(f)(q, q)).mapping.team;
  } else {
    return explain(x, columnwise(f)(q, k)).mapping.team;
  }
}
bool all_levels(const std::string& team) { return team.find("with all their levels") != std::string::npos; }

TEST_CASE("chains: strips have all levels of fewer columns, with columns contiguous where operations wait") {
  for (const int levels : {20, 80, 137}) {
    INFO(levels << " levels");
    CHECK(all_levels(shape<layout::LevelsContiguous>(Steps{}, levels)));
    CHECK(all_levels(shape<layout::ColumnsContiguous>(Steps{}, levels)));
    CHECK(all_levels(shape<layout::LevelsContiguous>(Step{}, levels)));
  }
  CHECK_FALSE(all_levels(shape<layout::ColumnsContiguous>(Step{}, 1000)));
  CHECK_FALSE(all_levels(shape<layout::ColumnsContiguous>(Steps{}, 100000)));
  CHECK_FALSE(all_levels(shape<layout::LevelsContiguous>(Steps{}, 100000)));
}

/// The values that one thread has for any number of levels are those of a loop.
template <class Layout>
void require_steps(int levels, std::size_t columns) {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  CenterField<double, backend::Cpu, Layout> q(grid), x(grid), one_by_one(grid);
  FaceField<double, backend::Cpu, Layout> k(grid);
  q.fill([](double z, std::size_t column) { return z * z + 0.1 * static_cast<double>(column % 7); });
  k.fill([](double z) { return 1e-3 + z * (1.0 - z); });
  x = columnwise(Steps{3})(q, k);
  one_by_one = q;
  for (int i = 0; i < 3; ++i) one_by_one = columnwise(Steps{1})(one_by_one, k);
  for (std::size_t c = 0; c < columns; ++c) {
    for (int l = 0; l < levels; ++l) {
      INFO(levels << " levels, level " << l << " of column " << c);
      REQUIRE(std::abs(x(l, c) - one_by_one(l, c)) < 1e-13);
    }
  }
}
TEST_CASE("chains: three steps in one function are three functions, in columns of any length") {
  for (const int levels : {1, 2, 65, 80, 137, 700}) {
    for (const std::size_t columns : {1UL, 9UL, 70UL}) {
      require_steps<layout::LevelsContiguous>(levels, columns);
      require_steps<layout::ColumnsContiguous>(levels, columns);
    }
  }
}

}  // namespace
