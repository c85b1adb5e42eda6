// SPDX-License-Identifier: BSD-3-Clause
#include "sorted.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "support/column_operations.hpp"

namespace {

template <class Layout, class T>
void require_bits_of_the_cpu() {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  // Under a sanitizer every launch takes long; scripts/gpu_check asks for a few sizes then.
  const bool few = std::getenv("STENCIL_TEST_FEW") != nullptr;
  const auto require = [](int levels, std::size_t columns) {
    const program::Case c{levels, columns, false};
    const auto expected = sorted::run<stencil::backend::Cpu, Layout, T>(c);
    const auto computed = sorted::run_on_device<Layout, T>(c);
    REQUIRE(computed.size() == expected.size());
    std::size_t differing = 0, first = 0;
    for (std::size_t i = expected.size(); i-- > 0;) {
      if (std::memcmp(&computed[i], &expected[i], sizeof(double)) == 0) continue;
      ++differing;
      first = i;
    }
    INFO(levels << " levels, " << columns << " columns; the first of " << differing << " values is number " << first
                << " of " << expected.size() << ": " << computed[first] << " for " << expected[first]);
    CHECK(differing == 0);
  };
  if (few) {
    for (const int levels : {1, 33, 300}) require(levels, 3);
    return;
  }
  support::each_column_shape(require);
  require(13000, 3);  // more than a block holds
  require(60000, 2);  // and more than two
  require(20, 10000);
}

}  // namespace

// Compiled without contraction on both sides.
TEST_CASE("Sorted columns and statistics have the bits of the CPU backend on CUDA, levels contiguous", "[cuda][sort]") {
  require_bits_of_the_cpu<stencil::layout::LevelsContiguous, double>();
}
TEST_CASE("Sorted columns and statistics have the bits of the CPU backend on CUDA, columns contiguous",
          "[cuda][sort]") {
  require_bits_of_the_cpu<stencil::layout::ColumnsContiguous, float>();
}

TEST_CASE("Quantiles of more columns than a device sorts are refused", "[cuda][sort]") {
  CHECK(sorted::refused_columns() ==
        "stencil: level_quantile on a device takes at most 369093120 columns of this type, but there are 419430400");
}
