// SPDX-License-Identifier: BSD-3-Clause
#include "solve.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "program.hpp"

namespace {

/// What must be as small as rounding makes it in systems whose condition grows with the square of the levels, or with
/// the fourth power.
template <class T>
void require_same(const systems::Size& size, const std::vector<T>& computed, const std::vector<T>& expected,
                  double to_the_fourth) {
  REQUIRE(computed.size() == expected.size());
  double off = 0, largest = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double d = std::abs(static_cast<double>(computed[i] - expected[i]));
    off = d <= off ? off : d;  // a NaN stays
    largest = std::max(largest, std::abs(static_cast<double>(expected[i])));
  }
  INFO(size.levels << " levels, " << size.columns << " columns, ring " << size.ring << ": off by " << off
                   << ", the largest value being " << largest);
  const double condition = 1 + 4e-3 * size.levels * size.levels + to_the_fourth * std::pow(size.levels, 4);
  CHECK(off <= std::min(1e-2, 20 * condition * static_cast<double>(std::numeric_limits<T>::epsilon())) * largest);
}

bool few() { return std::getenv("STENCIL_TEST_FEW") != nullptr; }
void require_a_device() {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
}

template <class T, class Layout, class OnDevice>
void require_the_cpus_solutions(const OnDevice& on_device) {
  require_a_device();
  for (const int levels : few() ? std::vector{1, 3, 33, 64, 300, 700}
                                : std::vector{1, 2, 3, 8, 10, 31, 33, 63, 64, 65, 137, 256, 257, 1000, 1100, 4097}) {
    std::vector<std::size_t> widths{3};
    if (!few()) widths.insert(widths.end(), {1, 33});
    if (!few() && levels == 64) widths.push_back(65537);  // many blocks, and a column in the last
    for (const std::size_t columns : widths) {
      for (const bool ring : {false, true}) {
        const systems::Size size{levels, columns, ring};
        require_same(size, on_device(size), systems::results<stencil::backend::Cpu, T, Layout>(size), 2e-4);
      }
    }
  }
}

template <class Layout, class OnDevice>
void require_the_cpus_tracers(const OnDevice& on_device) {
  require_a_device();
  for (const int levels : few() ? std::vector{1, 3, 33, 300} : std::vector{1, 2, 3, 4, 31, 33, 64, 137, 256, 1000}) {
    for (const std::size_t columns : few() ? std::vector<std::size_t>{3} : std::vector<std::size_t>{1, 35}) {
      const systems::Size size{levels, columns, false};
      require_same(size, on_device(size), systems::reacting_tracers<stencil::backend::Cpu, Layout>(size), 0.0);
    }
  }
}

}  // namespace

TEST_CASE("A GPU solves as the CPU does, in double with levels contiguous", "[cuda]") {
  require_the_cpus_solutions<double, stencil::layout::LevelsContiguous>(systems::double_by_levels);
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
TEST_CASE("A GPU solves as the CPU does, in float with columns contiguous", "[cuda]") {
  require_the_cpus_solutions<float, stencil::layout::ColumnsContiguous>(systems::float_by_columns);
}
#endif
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
TEST_CASE("A GPU solves systems of blocks as the CPU does, levels contiguous", "[cuda]") {
  require_the_cpus_tracers<stencil::layout::LevelsContiguous>(systems::tracers_by_levels);
}
#endif
TEST_CASE("A GPU solves systems of blocks as the CPU does, columns contiguous", "[cuda]") {
  require_the_cpus_tracers<stencil::layout::ColumnsContiguous>(systems::tracers_by_columns);
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
TEST_CASE("Lanes of a GPU solve around a ring as the CPU does", "[cuda]") {
  require_a_device();
  for (const int levels : few() ? std::vector{1, 33} : std::vector{1, 2, 3, 31, 64, 65, 300}) {
    const systems::Size size{levels, 35, true};
    using stencil::layout::LevelsContiguous;
    require_same(size, systems::diffused_around_by_lanes(size),
                 systems::diffused_around<stencil::backend::Cpu, LevelsContiguous>(size, stencil::policy()), 0.0);
  }
}
TEST_CASE("A GPU iterates as the CPU does", "[cuda]") {
  require_a_device();
  for (const int levels : few() ? std::vector{1, 3, 33} : std::vector{1, 2, 3, 31, 64, 65, 300}) {
    const systems::Size size{levels, 35, false};
    const auto expected = systems::iterated<stencil::backend::Cpu, stencil::layout::LevelsContiguous>(size);
    CHECK(expected.size() == 35 * 2 * static_cast<std::size_t>(levels) + 3);
    require_same(size, systems::iterated_by_levels(size), expected, 0.0);
  }
}
#endif
