// SPDX-License-Identifier: BSD-3-Clause
#include "steps.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "program.hpp"

namespace {

using stencil::backend::Cpu;
using stencil::layout::LevelsContiguous;
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
using stencil::layout::ColumnsContiguous;
#endif

std::vector<steps::Size> sizes() {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  if (std::getenv("STENCIL_TEST_FEW") != nullptr) return {{9, 3}, {64, 5}};
  return {{1, 3}, {9, 3}, {63, 7}, {64, 70'000}, {137, 33}, {700, 3}};
}

template <class T>
void require_close(const steps::Size& size, const std::vector<T>& got, const std::vector<T>& expected, double most) {
  REQUIRE(got.size() == expected.size());
  double off = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double d = std::abs(static_cast<double>(got[i] - expected[i]));
    off = d <= off ? off : d;  // a NaN stays
  }
  CAPTURE(size.levels, size.columns);
  CHECK(off <= most);
}

}  // namespace

TEST_CASE("A GPU makes implicit steps in one pass as the CPU does by several", "[cuda]") {
  for (const auto& size : sizes()) {
    require_close(size, steps::implicitly_by_levels(size),
                  steps::stepped_implicitly<Cpu, double, LevelsContiguous>(size), 1e-9);
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
    require_close(size, steps::implicitly_by_columns(size),
                  steps::stepped_implicitly<Cpu, float, ColumnsContiguous>(size), 1e-4);
#endif
  }
}

#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
TEST_CASE("A GPU makes explicit steps as the CPU does, to the last bit", "[cuda]") {
  for (const auto& size : sizes()) {
    require_close(size, steps::explicitly_by_levels(size),
                  steps::stepped_explicitly<Cpu, double, LevelsContiguous>(size), 0.0);
    require_close(size, steps::explicitly_by_columns(size),
                  steps::stepped_explicitly<Cpu, float, ColumnsContiguous>(size), 0.0);
  }
}
#endif
