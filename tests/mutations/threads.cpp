// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cpu/threads.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <stdexcept>

using namespace stencil;

#if defined(_OPENMP)
TEST_CASE("What one of two threads throws reaches the caller", "[mutations]") {
  omp_set_num_threads(2);
  const auto work = [](std::ptrdiff_t first, std::ptrdiff_t) {
    if (first > 0) throw std::domain_error("by the second");
  };
  CHECK_THROWS_AS(cpu::for_chunks(2, 1 << 30, work), std::domain_error);
}
#endif

TEST_CASE("After scratch could not grow it is there again", "[mutations]") {
  CHECK(cpu::scratch(10000) != nullptr);
  CHECK_THROWS_AS(cpu::scratch(std::size_t{1} << 60U), Error);
  CHECK(cpu::scratch(100) != nullptr);
}
