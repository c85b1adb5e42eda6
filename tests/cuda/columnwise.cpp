// SPDX-License-Identifier: BSD-3-Clause
#include "columnwise.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>

#include "program.hpp"

namespace {

using namespace columnwise_test;

template <class T, class Layout, class OnDevice>
void require_bits_of_the_cpu(const OnDevice& on_device) {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  const auto compare = [&](const Case& c) {
    const Values<T> expected = by_functions<T, backend::Cpu, Layout>(c, policy());
    const Values<T> computed = on_device(c);
    REQUIRE(computed.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(describe(c) << ", result " << i << " of " << expected.size());
      CHECK(differing(computed[i], expected[i]) == 0);
    }
  };
  // Under a sanitizer every launch takes long; scripts/gpu_check asks for a few sizes then.
  if (std::getenv("STENCIL_TEST_FEW") != nullptr) {
    each_case({1, 33, 65}, {5}, compare);
  } else {
    each_case({1, 2, 3, 4, 5, 63, 64, 65, 127, 128, 129, 1000}, {1, 33, 200}, compare);
  }
}

}  // namespace

// Compiled without contraction on both sides.
TEST_CASE("Column functions on CUDA give the bits of the CPU backend, levels contiguous", "[cuda][columnwise]") {
  require_bits_of_the_cpu<double, layout::LevelsContiguous>(levels_on_device);
}
TEST_CASE("Column functions on CUDA give the bits of the CPU backend, columns contiguous", "[cuda][columnwise]") {
  require_bits_of_the_cpu<float, layout::ColumnsContiguous>(columns_on_device);
}
