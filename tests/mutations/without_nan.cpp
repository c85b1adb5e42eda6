// SPDX-License-Identifier: BSD-3-Clause
// Compiled with -ffast-math, which says that there are no NaN.
#include <stencil/finite.hpp>

#include <catch2/catch_test_macros.hpp>

#include <bit>
#include <cstdint>

TEST_CASE("A NaN is found by a compiler that does not know it", "[mutations]") {
  static volatile std::uint64_t bits = 0x7ff8000000000000;
  const auto none = std::bit_cast<double>(std::uint64_t{bits});
  CHECK(stencil::is_nan(none));
  CHECK_FALSE(stencil::is_finite(none));
}
