// SPDX-License-Identifier: BSD-3-Clause
#include "around.hpp"

#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdlib>

#include "program.hpp"

namespace {

using stencil::backend::Cpu;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

#define NEEDS_A_GPU \
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason)

TEST_CASE("A time step can be captured in a graph and replayed", "[cuda][around]") {
  NEEDS_A_GPU;
  for (const int levels : {1, 40, 300}) {
    const auto grid = around::grid_of(levels, 33);
    CHECK(around::steps_from_graph(grid, 3) == around::steps<Cpu>(grid, 3));
  }
}

TEST_CASE("Steps on two streams do not disturb each other", "[cuda][around]") {
  NEEDS_A_GPU;
  const auto grid = around::grid_of(63, 200);
  auto expected = around::steps<Cpu>(grid, 4);
  expected.resize(expected.size() / 2);
  const auto computed = around::steps_on_two_streams(grid, 4);
  REQUIRE(computed.size() == 2 * expected.size());
  const auto middle = computed.begin() + static_cast<std::ptrdiff_t>(expected.size());
  CHECK(std::equal(expected.begin(), expected.end(), computed.begin()));
  CHECK(std::equal(expected.begin(), expected.end(), middle));
}

TEST_CASE("One evaluation writes nine outputs", "[cuda][around]") {
  NEEDS_A_GPU;
  for (const int levels : {1, 2, 33, 128, 1000}) {
    const auto grid = around::grid_of(levels, 5);
    CHECK(around::nine_outputs_on_device(grid) == around::nine_outputs<Cpu>(grid));
  }
}

TEST_CASE("An expression of more operands than a lane loads at once gives the bits of the CPU, in place too",
          "[cuda][around]") {
  NEEDS_A_GPU;
  for (const int levels : {1, 2, 33, 64, 128, 1000}) {
    const auto grid = around::grid_of(levels, 5);
    CHECK(around::many_operands_on_device(grid) == around::many_operands<Cpu>(grid));
  }
}

TEST_CASE("Deep expressions of many columns give the bits of the CPU, in place too, columns contiguous",
          "[cuda][around]") {
  NEEDS_A_GPU;
  if (std::getenv("STENCIL_TEST_FEW") != nullptr) SKIP("a sanitizer takes minutes for so many columns");
  CHECK(contains(around::team_of_many_columns(), "a thread goes along"));
  CHECK(around::of_many_columns_on_device<double>() == around::of_many_columns<Cpu, double>());
  CHECK(around::of_many_columns_on_device<float>() == around::of_many_columns<Cpu, float>());
}

TEST_CASE("A tile of a field at faces lacks the one on top where no lane holds it", "[cuda][around]") {
  NEEDS_A_GPU;
  for (const int levels : {6, 10, 15, 50, 62, 64})
    CHECK(around::closed_on_top_on_device(levels) == around::closed_on_top<Cpu>(levels));
}

// The program ends by an error if the field cannot give its memory back.
TEST_CASE("A field that is destroyed after main has memory of a device", "[cuda][around]") {
  NEEDS_A_GPU;
  const auto grid = around::grid_of(7, 1);
  const auto z = grid.z_centers();
  CHECK(around::of_a_static_field(grid) == std::vector<double>(z.begin(), z.end()));
}

TEST_CASE("Page-locked memory carries values to a field and back", "[cuda][around]") {
  NEEDS_A_GPU;
  const auto grid = around::grid_of(7, 11);
  std::vector<double> values(77);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  auto doubled = values;
  for (double& x : doubled) x *= 2;
  CHECK(around::through_pinned_memory(grid, values) == doubled);
  CHECK(contains(around::pinned_size_error(grid), "\"a\" (center field, 7 levels x 11 columns"));
  CHECK(contains(around::pinned_size_error(grid), "77 values, but the page-locked array has 3"));
  CHECK(
      contains(around::pinned_gaps_error(grid), "copy_to_host: an unnamed field (center field, 7 levels x 11 columns"));
  CHECK(contains(around::pinned_gaps_error(grid), "\nstencil: copy_from_host: an unnamed field"));
  CHECK(contains(around::pinned_gaps_error(grid), "has gaps between its values; copy it with to_host()"));
  CHECK(around::sum_by_thrust(grid, values) == 76 * 77 / 2);
}

TEST_CASE("A launch that fails names the expression", "[cuda][around]") {
  NEEDS_A_GPU;
  const std::string message = around::launch_error(around::grid_of(8, 2));
  CHECK(contains(message, "launch of f = (InterpolateC2F()((a * b)) + 0.5)"));
  CHECK(contains(message, "cudaError"));
}

TEST_CASE("The device's pool keeps the memory of fields that are gone", "[cuda][around]") {
  NEEDS_A_GPU;
  CHECK(around::kept_by_the_pool() > 1'000'000'000);
}

TEST_CASE("Fields take their memory from the resource, assignments take none", "[cuda][around]") {
  NEEDS_A_GPU;
  const auto traffic = around::traffic_of_a_resource();
  CHECK(traffic.for_fields >= 3);
  CHECK(traffic.for_assignments == 0);
  CHECK(traffic.bytes_left == 0);
}

TEST_CASE("Every value of a destination is written, and nothing beside it", "[cuda][around]") {
  NEEDS_A_GPU;
  for (const int levels : {1, 2, 10, 33, 64, 137, 600}) {
    for (const std::size_t columns : {std::size_t{1}, std::size_t{7}, std::size_t{40}}) {
      for (const auto& s : around::surroundings(around::grid_of(levels, columns))) {
        CHECK(s.written == static_cast<std::size_t>(levels) * columns);
        CHECK(s.disturbed == 0);
        CHECK(s.wrong == 0);
      }
    }
  }
}

TEMPLATE_TEST_CASE("Quotients on a GPU have the bits of the host's, of zeros and at the ends of the range too",
                   "[cuda][around]", double, float) {
  NEEDS_A_GPU;
  const auto expected = around::quotients<TestType, stencil::backend::Cpu>();
  const auto found = around::quotients_on_device<TestType>();
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i, found[i], expected[i]);
    CHECK(((found[i] == expected[i] && std::signbit(found[i]) == std::signbit(expected[i])) ||
           (std::isnan(found[i]) && std::isnan(expected[i]))));
  }
}

TEST_CASE("explain names the strategy on a device and why", "[cuda][around]") {
  NEEDS_A_GPU;
  const auto all = around::explanations();
  REQUIRE(all.size() == 6);
  CHECK(all[0].mapping.strategy == "cuda::RegisterColumns");
  CHECK(contains(all[0].mapping.reason, "the default"));
  CHECK(all[0].bytes_per_column == (2 * 64 + 65) * sizeof(double) + 64 * sizeof(double));
  CHECK(all[1].mapping.strategy == "cuda::SharedMemory");
  CHECK(all[1].mapping.barriers == 2);
  CHECK(all[1].mapping.arena_bytes > 0);
  CHECK(all[2].mapping.strategy == "cuda::Pointwise");
  CHECK(all[2].mapping.arena_bytes == 0);
  CHECK(all[3].mapping.strategy == "cuda::SharedMemory");
  CHECK(contains(all[3].mapping.team, "levels at a time"));
  CHECK(all[3].mapping.arena_bytes <= 64 * 1024);
  // In place: results wait for the last read of their column, in the block's memory if that can hold one.
  CHECK(all[4].mapping.barriers == 3);
  CHECK(all[4].mapping.arena_bytes > all[1].mapping.arena_bytes);
  CHECK(all[5].mapping.strategy == "cuda::SharedMemory");
  CHECK(contains(all[5].mapping.team, "the result first goes to memory of its own"));
}
