// SPDX-License-Identifier: BSD-3-Clause
#include "interoperability.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <string>

#include "program.hpp"

using Catch::Matchers::ContainsSubstring;
using interoperability::Numbers;

namespace {

void need_device() {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
}

}  // namespace

TEST_CASE("A GPU reads and writes a part of a model's array, in both orders, upward and downward", "[cuda]") {
  need_device();
  for (const bool levels_first : {false, true}) {
    for (const bool from_top : {false, true}) {
      CAPTURE(levels_first, from_top);
      const auto expected = interoperability::part_of_an_array<stencil::backend::Cpu>(levels_first, from_top);
      REQUIRE(interoperability::part_of_an_array_on_device(levels_first, from_top) == expected);
    }
  }
}

TEST_CASE("Thrust and CUB see every value of a field once", "[cuda]") {
  need_device();
  // 5 levels of 1, 3, 5, 7, 9 in 3 columns that start at 0, 100, 200: 75 + 5 * 300; then twice that.
  REQUIRE(interoperability::sums() == Numbers{1575, 1575, 1575, 3150});
}

TEST_CASE("Kernels write fields through cuda::std::mdspan, and mdspans are fields", "[cuda]") {
  need_device();
  const Numbers counted{0, 1, 2, 100, 101, 102};  // 100 * column + level
  const Numbers across{0, 100, 1, 101, 2, 102};
  const Numbers with_gaps{0, 0, 1, 0, 2, 0, 0, 100, 0, 101, 0, 102, 0, 0};
  Numbers expected;
  // Two fields; then memory and field of layout_right, layout_left and layout_stride.
  for (const auto& part : {counted, counted, counted, counted, across, counted, with_gaps, counted})
    expected.insert(expected.end(), part.begin(), part.end());
  REQUIRE(interoperability::mdspans() == expected);
}

TEST_CASE("Thrust over an array with gaps is refused", "[cuda]") {
  need_device();
  REQUIRE_THAT(interoperability::errors().at(0),
               ContainsSubstring("\"theta\"") && ContainsSubstring("cuda::strided_begin"));
}

#if defined(STENCIL_WITH_DLPACK)
TEST_CASE("A field on a GPU is a DLPack tensor there, and comes back", "[cuda]") {
  need_device();
  // Shape (2, 3), strides (1, 2), device type 2, the current device; the values doubled.
  REQUIRE(interoperability::tensors() == Numbers{2, 3, 1, 2, 2, 1, 2, 6, 10, 202, 206, 210});
}

TEST_CASE("A tensor of the host is refused on a GPU, with its shape", "[cuda]") {
  need_device();
  REQUIRE_THAT(interoperability::errors().at(1),
               ContainsSubstring("shape (2, 3)") && ContainsSubstring("device 1:0, is not in device 2:"));
}
#endif
