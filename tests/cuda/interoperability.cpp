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
  // 100 * column + level, twice in fields; then in wrapped mdspans with 1 added, and what lies between left alone.
  REQUIRE(interoperability::mdspans() == Numbers{0, 1, 2, 100, 101, 102, 0, 1,   2, 100, 101, 102,  //
                                                 1, 2, 3, 101, 102, 103, 1, 101, 2, 102, 3,   103,  //
                                                 1, 0, 2, 0,   3,   0,   0, 101, 0, 102, 0,   103, 0, 0});
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
