// SPDX-License-Identifier: BSD-3-Clause
#include "dense.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>

#include "program.hpp"

namespace {

// Under a sanitizer every launch takes long.
bool few() { return std::getenv("STENCIL_TEST_FEW") != nullptr; }

template <class Layout, class T>
void require_exact() {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  const auto each = [](int levels, std::size_t columns) {
    const auto r = dense::run_on_device<Layout, T>(levels, columns);
    const auto [share, what] = dense::worst(r, levels, columns, std::numeric_limits<T>::epsilon());
    INFO(levels << " levels, " << columns << " columns, " << what);
    CHECK(share <= 1);
    CHECK(share > 0);
  };
  if (few()) {
    for (const int levels : {1, 33, 137}) each(levels, 70);
    return each(600, 2);
  }
  for (const int levels : {1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 128, 129, 137, 256})
    for (const std::size_t columns : {1U, 33U, 64U, 65U}) each(levels, columns);
  for (const int levels : {600, 1000}) each(levels, 33);  // more than a block holds
  each(33, 1000);
}

template <class Layout, class T>
void require_bits_of_remaps() {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  const auto require = [](int from, int to, std::size_t columns, bool only_equal_heights) {
    INFO(from << " to " << to << " levels, " << columns << " columns");
    CHECK(remaps::first_difference(
              dense::remaps_on_device<Layout, T>(from, to, columns, only_equal_heights),
              remaps::results<stencil::backend::Cpu, Layout, T>(from, to, columns, only_equal_heights)) == "");
  };
  const std::size_t columns = few() ? 3 : 70;
  for (const auto& [from, to] : {std::pair{1, 1}, {1, 4}, {2, 1}, {3, 2}, {5, 33}, {65, 40}, {137, 300}, {300, 64}})
    require(from, to, columns, false);
  if (few()) return;
  require(1000, 1100, 5, false);
  require(8000, 300, 2, false);   // more than a block holds
  require(50, 70, 10000, true);   // a thread takes several columns
  require(300, 280, 2500, true);  // fewer at a time
}

}  // namespace

TEST_CASE("Dense operators on a GPU are exact to rounding, levels contiguous", "[cuda][dense]") {
  require_exact<stencil::layout::LevelsContiguous, double>();
}
TEST_CASE("Dense operators on a GPU are exact to rounding, columns contiguous", "[cuda][dense]") {
  require_exact<stencil::layout::ColumnsContiguous, float>();
}

TEST_CASE("Remaps and running means on a GPU have the bits of the CPU backend, levels contiguous", "[cuda][remap]") {
  require_bits_of_remaps<stencil::layout::LevelsContiguous, double>();
}
TEST_CASE("Remaps and running means on a GPU have the bits of the CPU backend, columns contiguous", "[cuda][remap]") {
  require_bits_of_remaps<stencil::layout::ColumnsContiguous, float>();
}
