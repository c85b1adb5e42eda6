// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "support/numbers.hpp"
#include "support/strided_view.hpp"

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);
using Numbers = std::vector<double>;

template <class View>
void require_is_seen_and_written(const View& view, const Numbers& before) {
  REQUIRE(view.to_host() == before);
  view = view + 100.0;
  Numbers after = before;
  for (double& x : after) x += 100;
  REQUIRE(view.to_host() == after);
}

}  // namespace

TEST_CASE("A pointer, a span and a vector are wrapped without a copy", "[wrap]") {
  Numbers memory{1, 2, 3, 4, 5, 6};
  require_is_seen_and_written(wrap_center(memory.data(), grid), {1, 2, 3, 4, 5, 6});
  REQUIRE(memory == Numbers{101, 102, 103, 104, 105, 106});
  require_is_seen_and_written(wrap_center(memory, grid), {101, 102, 103, 104, 105, 106});
  require_is_seen_and_written(wrap_center(std::span<double>(memory), grid), {201, 202, 203, 204, 205, 206});
  REQUIRE(memory == Numbers{301, 302, 303, 304, 305, 306});
  std::array<double, 8> faces{1, 2, 3, 4, 5, 6, 7, 8};
  require_is_seen_and_written(wrap_face(faces, grid), {1, 2, 3, 4, 5, 6, 7, 8});
  double surface[] = {7, 8};
  require_is_seen_and_written(wrap_surface(&surface[0], grid), {7, 8});
  REQUIRE(surface[1] == 108);
}

TEST_CASE("A wrapped array may be columns contiguous", "[wrap]") {
  Numbers memory{1, 4, 2, 5, 3, 6};
  const auto view = wrap_center<backend::Cpu, layout::ColumnsContiguous>(memory, grid);
  require_is_seen_and_written(view, {1, 2, 3, 4, 5, 6});
  REQUIRE(view(2, 1) == 106);
  REQUIRE(memory == Numbers{101, 104, 102, 105, 103, 106});
}

TEST_CASE("A view with strides is wrapped as it is, and what lies between is left alone", "[wrap]") {
  Numbers memory(40, -1);
  const support::StridedView<double> mdspan(memory.data() + 3, {2, 3}, {17, 4});
  for (std::size_t column = 0; column < 2; ++column)
    for (std::size_t level = 0; level < 3; ++level) mdspan(column, level) = static_cast<double>(10 * column + level);
  const Numbers untouched = memory;
  require_is_seen_and_written(wrap_center(mdspan, grid), {0, 1, 2, 10, 11, 12});
  int changed = 0;
  for (std::size_t i = 0; i < memory.size(); ++i) {
    if (memory[i] != untouched[i]) ++changed;
  }
  REQUIRE(changed == 6);
  REQUIRE(memory[3 + 17 + 8] == 112);
}

TEST_CASE("Strides may be given in elements, level first", "[wrap]") {
  Numbers memory(30);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<double>(i);
  require_is_seen_and_written(wrap_center(memory.data() + 1, 2, 9, grid), {1, 3, 5, 10, 12, 14});
  require_is_seen_and_written(wrap_face(memory.data() + 20, 1, 5, grid), {20, 21, 22, 23, 25, 26, 27, 28});
}

TEST_CASE("Strides may be negative: a model that counts levels from the top", "[wrap]") {
  Numbers memory{3, 2, 1, 6, 5, 4};
  const auto view = wrap_center(memory.data() + 2, -1, 3, grid);
  require_is_seen_and_written(view, {1, 2, 3, 4, 5, 6});
  FaceField<double> gradient(grid);
  gradient = GradientC2F()(view);
  REQUIRE(gradient.to_host() == Numbers(8, 1));
  view = heights(Center{});
  REQUIRE(memory == Numbers{2.5, 1.5, 0.5, 2.5, 1.5, 0.5});
}

TEST_CASE("Const data may be wrapped and read", "[wrap]") {
  const Numbers memory{1, 2, 3, 4, 5, 6};
  const auto from_vector = wrap_center(memory, grid);
  const auto from_pointer = wrap_center(memory.data(), grid);
  const auto from_span = wrap_center(std::span<const double>(memory), grid);
  CenterField<double> sum(grid);
  sum = from_vector + from_pointer + from_span;
  REQUIRE(sum.to_host() == Numbers{3, 6, 9, 12, 15, 18});
  const double surface[] = {10, 20};
  sum = wrap_surface(&surface[0], grid) + from_vector;
  REQUIRE(sum.to_host() == Numbers{11, 12, 13, 24, 25, 26});
}

TEST_CASE("Copies of a wrapped array see the same memory; assigning one to another copies values", "[wrap]") {
  Numbers memory{1, 2, 3, 4, 5, 6}, other(6);
  const auto view = wrap_center(memory, grid);
  const auto copy = view;
  copy = 9.0;
  REQUIRE(view(1, 1) == 9);
  const auto target = wrap_center(other, grid);
  target = view;
  REQUIRE(other == Numbers(6, 9));
  memory[0] = 1;
  REQUIRE(other[0] == 9);
}

TEST_CASE("A wrapped array fills, and goes to and from the host", "[wrap]") {
  Numbers memory(20, -1);
  const auto view = wrap_center(memory.data() + 1, 3, 1, grid);
  view.fill([](double z, std::size_t column) { return z + 10 * static_cast<double>(column); });
  REQUIRE(view.to_host() == Numbers{0.5, 1.5, 2.5, 10.5, 11.5, 12.5});
  view.from_host({1, 2, 3, 4, 5, 6});
  REQUIRE(view(2, 0) == 3);
  REQUIRE(memory[0] == -1);
  REQUIRE(memory[3] == -1);
}

TEST_CASE("A wrapped component of vectors is a field of numbers", "[wrap]") {
  std::vector<Vec<float, 3>> memory(6);
  for (std::size_t i = 0; i < 6; ++i) memory[i] = {1, static_cast<float>(i), 3};
  const auto second = wrap_center(&memory[0][1], 3, 9, grid);
  second = 2 * second;
  REQUIRE(memory[5] == Vec<float, 3>{1, 10, 3});
}

TEST_CASE("Long strided columns are read and written by whole vectors and their rests", "[wrap]") {
  for (const int levels : {1, 7, 8, 9, 63, 64, 65, 200}) {
    const auto tall = ColumnGrid::uniform(levels, 0.0, 1.0, 3);
    std::vector<float> memory(static_cast<std::size_t>(levels) * 12);
    const auto view = wrap_center(memory.data() + 1, 4, 1, tall);
    CenterField<float> reference(tall);
    support::scatter(reference);
    view = reference;
    REQUIRE(view.to_host() == reference.to_host());
    CenterField<float> from_view(tall), from_field(tall);
    from_view = GradientF2C()(InterpolateC2F()(view));
    from_field = GradientF2C()(InterpolateC2F()(reference));
    REQUIRE(from_view.to_host() == from_field.to_host());
    for (std::size_t i = 0; i < memory.size(); ++i) {
      if (i % 4 == 0) REQUIRE(memory[i] == 0);
    }
  }
}

TEST_CASE("An array of C is wrapped without a copy", "[wrap]") {
  double values[6] = {1, 2, 3, 4, 5, 6};
  const auto view = wrap_center(values, grid);
  view = 2.0 * view;
  CHECK(values[5] == 12);
  const float constant[2] = {7, 8};
  CHECK(wrap_surface(constant, grid)(1) == 8);
  double faces[7] = {};
  CHECK_THROWS_MATCHES(wrap_face(faces, grid), ShapeError, MessageMatches(ContainsSubstring("needs 8 values")));
}

TEST_CASE("Wrapped arrays that are exchanged see each other's memory, and no value moves", "[wrap]") {
  Numbers first(6, 1), second(6, 2), third(6, 3), fourth(6, 4);
  auto a = wrap_center(first, grid), b = wrap_center(second, grid);
  std::swap(a, b);
  CHECK(a(0, 0) == 2);
  CHECK(b(0, 0) == 1);
  a = 9.0;
  CHECK(second == Numbers(6, 9));
  CHECK(first == Numbers(6, 1));
  std::vector<decltype(a)> all{wrap_center(fourth, grid), wrap_center(third, grid), a, b};
  std::rotate(all.begin(), all.begin() + 1, all.end());
  CHECK(all[0](0, 0) == 3);
  CHECK(all[1](0, 0) == 9);
  CHECK(all[2](0, 0) == 1);
  CHECK(all[3](0, 0) == 4);
  std::sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x(0, 0) < y(0, 0); });
  CHECK(all[0].data() == first.data());
  CHECK(all[1].data() == third.data());
  CHECK(all[2].data() == fourth.data());
  CHECK(all[3].data() == second.data());
  CHECK(second == Numbers(6, 9));
  // One that was moved from sees nothing; others keep their memory, and values are copied.
  auto taken = std::move(all[0]);
  CHECK(all[0].empty());
  CenterField<double> reads(grid, "reads");
  CHECK_THROWS_AS(reads = all[0] + 1.0, ShapeError);
  taken = wrap_center(third, grid);
  CHECK(first == Numbers(6, 3));
  CHECK(taken.data() == first.data());
}
