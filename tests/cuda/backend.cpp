// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "program.hpp"

using program::How;

namespace {

template <class T, How how>
void require_bits_of_the_cpu() {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  // Under a sanitizer every launch takes long; scripts/gpu_check asks for a few sizes then.
  const bool few = std::getenv("STENCIL_TEST_FEW") != nullptr;
  for (const int levels :
       few ? std::vector{1, 3, 33, 65, 300} : std::vector{1, 2, 3, 20, 31, 33, 63, 64, 65, 127, 128, 200, 1000, 4097}) {
    for (const std::size_t columns : few ? std::vector<std::size_t>{3} : std::vector<std::size_t>{1, 3, 33}) {
      for (const bool ring : {false, true}) {
        const program::Case c{levels, columns, ring};
        const auto expected = program::run<stencil::backend::Cpu, stencil::layout::LevelsContiguous, T>(c);
        for (const auto order : {program::Order::levels, program::Order::columns}) {
          const auto computed = program::run_on_device<T, how>(c, order);
          REQUIRE(computed.size() == expected.size());
          std::size_t differing = 0;
          std::size_t first = 0;
          for (std::size_t i = expected.size(); i-- > 0;) {
            if (std::memcmp(&computed[i], &expected[i], sizeof(T)) == 0) continue;
            ++differing;
            first = i;
          }
          INFO(levels << " levels, " << columns << " columns, ring " << ring << ", columns first "
                      << (order == program::Order::columns) << "; the first of " << differing << " values is number "
                      << first << " of " << expected.size() << ": " << computed[first] << " for " << expected[first]);
          CHECK(differing == 0);
        }
      }
    }
  }
}

}  // namespace

// Compiled without contraction on both sides; the program uses IEEE arithmetic and sqrt only.
TEMPLATE_TEST_CASE("Register columns give the bits of the CPU backend", "[cuda]", double, float) {
  require_bits_of_the_cpu<TestType, How::registers>();
}
TEMPLATE_TEST_CASE("Shared memory gives the bits of the CPU backend", "[cuda]", double, float) {
  require_bits_of_the_cpu<TestType, How::shared>();
}
TEMPLATE_TEST_CASE("Pointwise recomputation gives the bits of the CPU backend", "[cuda]", double, float) {
  require_bits_of_the_cpu<TestType, How::pointwise>();
}
