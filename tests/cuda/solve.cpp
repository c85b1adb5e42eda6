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

template <class T, class Layout, class OnDevice>
void require_the_cpus_solutions(const OnDevice& on_device) {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  const bool few = std::getenv("STENCIL_TEST_FEW") != nullptr;
  for (const int levels : few ? std::vector{1, 3, 33, 64, 300}
                              : std::vector{1, 2, 3, 8, 10, 31, 33, 63, 64, 65, 137, 256, 257, 1000, 4097}) {
    std::vector<std::size_t> widths{3};
    if (!few) widths.insert(widths.end(), {1, 33});
    if (!few && levels == 64) widths.push_back(65537);  // so many that warps solve several columns in turn
    for (const std::size_t columns : widths) {
      for (const bool ring : {false, true}) {
        const systems::Size size{levels, columns, ring};
        const auto expected = systems::results<stencil::backend::Cpu, T, Layout>(size);
        const auto computed = on_device(size);
        REQUIRE(computed.size() == expected.size());
        double off = 0, largest = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
          const double d = std::abs(static_cast<double>(computed[i] - expected[i]));
          off = d <= off ? off : d;  // a NaN stays
          largest = std::max(largest, std::abs(static_cast<double>(expected[i])));
        }
        INFO(levels << " levels, " << columns << " columns, ring " << ring << ": off by " << off
                    << ", the largest value being " << largest);
        // The condition of the systems grows with the square of the levels, that of the biharmonic one with the fourth.
        const double condition = 1 + 4e-3 * levels * levels + 2e-4 * std::pow(levels, 4);
        CHECK(off <= std::min(1e-2, 20 * condition * static_cast<double>(std::numeric_limits<T>::epsilon())) * largest);
      }
    }
  }
}

}  // namespace

TEST_CASE("A GPU solves as the CPU does, in double with levels contiguous", "[cuda]") {
  require_the_cpus_solutions<double, stencil::layout::LevelsContiguous>(systems::double_by_levels);
}
TEST_CASE("A GPU solves as the CPU does, in float with columns contiguous", "[cuda]") {
  require_the_cpus_solutions<float, stencil::layout::ColumnsContiguous>(systems::float_by_columns);
}
