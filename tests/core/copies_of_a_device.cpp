// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <exception>
#include <new>
#include <numeric>
#include <vector>

#include "support/axes.hpp"

using namespace stencil;

namespace {

struct DeviceMemory {};

/// A backend whose fields the host cannot read, and which counts how often values are copied.
struct Apart : backend::Cpu {
  static constexpr const char* name = "Apart";
  using space = DeviceMemory;
  static constexpr bool host_accessible = false;
  static inline int copies = 0;
  static inline bool has_scratch = true;
  static inline bool has_failed = false;

  template <class T>
  static void copy_to_host(T* host, const T* memory, std::size_t count) {
    ++copies;
    backend::Cpu::copy_to_host(host, memory, count);
  }
  template <class T>
  static void copy_from_host(T* memory, const T* host, std::size_t count) {
    ++copies;
    backend::Cpu::copy_from_host(memory, host, count);
  }
  template <class P>
  static ValueBuffer<char> scratch(std::size_t bytes, const P& how) {
    if (has_failed) throw Error("an earlier kernel failed");
    if (!has_scratch) throw std::bad_alloc();
    return backend::Cpu::scratch(bytes, how);
  }
  static bool lacks_memory(const std::exception& error) {
    return dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  }
};

constexpr int levels = 5;
constexpr std::size_t columns = 4;

struct Strides {
  std::ptrdiff_t first, level, column;
};
/// Dense by levels and by columns, with gaps, and downward.
constexpr Strides all_strides[] = {{0, 1, 5}, {0, 4, 1}, {3, 1, 8}, {3, 9, 2}, {60, -9, 2}};

}  // namespace

TEMPLATE_TEST_CASE("A device's memory is copied in one piece whatever its strides", "[field]", double, float) {
  using Numbers = std::vector<TestType>;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  Numbers values(levels * columns);
  std::iota(values.begin(), values.end(), TestType(1));
  for (const auto& s : all_strides) {
    INFO("strides of " << s.level << " and " << s.column);
    Numbers memory(100), expected(100);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto level = static_cast<std::ptrdiff_t>(i) % levels, column = static_cast<std::ptrdiff_t>(i) / levels;
      expected[static_cast<std::size_t>(s.first + level * s.level + column * s.column)] = values[i];
    }
    const auto field = wrap_center<Apart>(memory.data() + s.first, s.level, s.column, grid);
    Apart::copies = 0;
    field.from_host(values);
    CHECK(Apart::copies == 1);
    CHECK(memory == expected);
    CHECK(field.to_host() == values);
    CHECK(Apart::copies == 2);
    field.fill([](double, std::size_t column) { return static_cast<double>(column); });
    CHECK(Apart::copies == 3);
    field.fill(3);
    CHECK(field.to_host() == Numbers(values.size(), TestType(3)));
    CHECK(Apart::copies <= 5);
  }
}

TEST_CASE("A device without memory for that copies the same values", "[field]") {
  Apart::has_scratch = false;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  std::vector<double> values(levels * columns), memory(100);
  std::iota(values.begin(), values.end(), 1.0);
  for (const auto& s : all_strides) {
    const auto field = wrap_center<Apart>(memory.data() + s.first, s.level, s.column, grid);
    field.from_host(values);
    REQUIRE(field.to_host() == values);
  }
  Apart::has_scratch = true;
}

TEST_CASE("An error of a device that has memory is passed on, and nothing is copied", "[field]") {
  Apart::has_failed = true;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  const std::vector<double> values(levels * columns, 1.0);
  std::vector<double> memory(100);
  const auto field = wrap_center<Apart>(memory.data(), 9, 2, grid);
  Apart::copies = 0;
  CHECK_THROWS_AS(field.from_host(values), Error);
  CHECK_THROWS_AS(field.to_host(), Error);
  CHECK(Apart::copies == 0);
  Apart::has_failed = false;
}
