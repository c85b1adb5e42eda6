// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include "agreement.hpp"

namespace {

using namespace columnwise_test;

/// Every result has the bits of the tree.
template <class T, class Backend, class Layout, class P>
void require_bits(const Case& c, const P& how) {
  const Values<T> expected = by_trees<T>(c);
  const Values<T> computed = by_functions<T, Backend, Layout>(c, how);
  REQUIRE(computed.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(describe(c) << ", result " << i << " of " << expected.size());
    CHECK(differing(computed[i], expected[i]) == 0);
  }
}

}  // namespace

TEST_CASE("A column function gives the bits of trees on the CPU, levels contiguous", "[columnwise]") {
  each_case({1, 2, 3, 4, 5, 7, 8, 9, 33}, {1, 5, 37},
            [](const Case& c) { require_bits<double, backend::Cpu, layout::LevelsContiguous>(c, policy()); });
}
TEST_CASE("A column function gives the bits of trees on the CPU, columns contiguous", "[columnwise]") {
  each_case({1, 2, 3, 4, 5, 9, 33}, {1, 48, 300},
            [](const Case& c) { require_bits<float, backend::Cpu, layout::ColumnsContiguous>(c, policy()); });
}
