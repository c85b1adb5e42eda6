// SPDX-License-Identifier: BSD-3-Clause
#include "examples/common/panel.cpp"

#include <catch2/catch_test_macros.hpp>

TEST_CASE("An axis of a constant has ticks that are short numbers", "[mutations]") {
  example::Axis axis("");
  axis.include({300.0, 300.0 + 1e-10});
  axis.settle();
  for (const auto& tick : axis.ticks()) CHECK(tick.label.size() < 8);
}
