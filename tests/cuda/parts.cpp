// SPDX-License-Identifier: BSD-3-Clause
#include "parts.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>

#include "program.hpp"

namespace {
// Under a sanitizer every launch takes long.
bool few() { return std::getenv("STENCIL_TEST_FEW") != nullptr; }
}  // namespace

TEST_CASE("Active levels on a GPU have the bits of each column cut out to a grid of its own", "[cuda][active]") {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  const std::size_t columns = few() ? 7 : 37;
  for (const int levels : {1, 2, 3, 63, 64, 65, 137, 1000}) {
    if (few() && levels != 65) continue;
    CHECK(parts_of_columns::active_levels_contiguous(levels, columns, levels % 2 == 0) == "");
    CHECK(parts_of_columns::active_columns_contiguous(levels, columns, levels % 2 != 0) == "");
  }
}

TEST_CASE("Heights set on a GPU are those that its kernels read next, in a graph too", "[cuda][heights]") {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  CHECK(parts_of_columns::changed_heights() == "");
  CHECK(parts_of_columns::heights_in_a_graph() == "");
}

#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
TEST_CASE("Threads that take a column each read heights of its own, in a graph too", "[cuda][heights]") {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  CHECK(parts_of_columns::heights_side_by_side() == "");
  CHECK(parts_of_columns::changing_heights_side_by_side() == "");
}
#endif

TEST_CASE("Fields remapped together on a GPU have the bits of each alone", "[cuda][remap]") {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  for (const int levels : {1, 2, 33, 200}) CHECK(parts_of_columns::remapped_fields(33, levels) == "");
}

TEST_CASE("The hunt for NaN looks into a column function that a GPU carried out", "[cuda][check_values]") {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  CHECK(parts_of_columns::hunted_values() == "");
}
