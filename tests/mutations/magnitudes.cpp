// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/expression/values.hpp>
#include <stencil/ops/weno.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <type_traits>

using namespace stencil;

// Numbers of two types meet in the wider one.
static_assert(std::is_same_v<decltype(min(1.0F, 2.0)), double>);

namespace {

struct Numbers {
  constexpr float number(double x) const { return static_cast<float>(x); }
};

}  // namespace

TEST_CASE("Weights do not depend on the size of values", "[mutations]") {
  const auto value = [](float size) {
    return detail::weno::fifth_order(0.0F, size, 3 * size, 3 * size, size, 0.0, Numbers{});
  };
  for (const float size : {1e-30F, 1e10F, 1e30F}) CHECK(std::abs(value(size) / size - value(1)) < 1e-5F);
}
