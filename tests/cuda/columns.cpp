// SPDX-License-Identifier: BSD-3-Clause
#include "columns.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

template <class Layout, class T>
void require_bits_of_the_cpu() {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  // Under a sanitizer every launch takes long; scripts/gpu_check asks for a few sizes then.
  const bool few = std::getenv("STENCIL_TEST_FEW") != nullptr;
  const auto require = [](int levels, std::size_t columns, bool ring) {
    const program::Case c{levels, columns, ring};
    const auto expected = columns::run<stencil::backend::Cpu, Layout, T>(c);
    const auto computed = columns::run_on_device<Layout, T>(c);
    REQUIRE(computed.size() == expected.size());
    std::size_t differing = 0, first = 0;
    for (std::size_t i = expected.size(); i-- > 0;) {
      if (std::memcmp(&computed[i], &expected[i], sizeof(double)) == 0) continue;
      ++differing;
      first = i;
    }
    INFO(levels << " levels, " << columns << " columns, ring " << ring << "; the first of " << differing
                << " values is number " << first << " of " << expected.size() << ": " << computed[first] << " for "
                << expected[first]);
    CHECK(differing == 0);
  };
  const auto each = [&](int levels, std::size_t columns) {
    require(levels, columns, false);
    require(levels, columns, true);
  };
  if (few) {
    for (const int levels : {1, 33, 65, 128, 300, 600}) each(levels, 3);
    return;
  }
  support::each_column_shape(each);
  each(8000, 3);    // pieces: a column is more than a block holds
  each(20, 10000);  // groups of columns in global reductions
}

}  // namespace

// Compiled without contraction on both sides.
TEST_CASE("Along columns CUDA gives the bits of the CPU backend, levels contiguous", "[cuda][column]") {
  require_bits_of_the_cpu<stencil::layout::LevelsContiguous, double>();
}
TEST_CASE("Along columns CUDA gives the bits of the CPU backend, columns contiguous", "[cuda][column]") {
  require_bits_of_the_cpu<stencil::layout::ColumnsContiguous, float>();
}
TEST_CASE("Along columns CUDA gives the bits of the CPU backend, float32 with levels contiguous", "[cuda][column]") {
  require_bits_of_the_cpu<stencil::layout::LevelsContiguous, float>();
}
