// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cstddef>
#include <type_traits>
#include <vector>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"
#include "support/threads.hpp"

/// A destination that also stands on the right: as if the right side had been evaluated first. Each operator's own test
/// has `a = a + dt * op(...)`; here is what does not depend on the operator.
using namespace stencil;

namespace {

template <class T>
std::vector<T> numbers(std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(support::scattered(i));
  return values;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("The flagship line may update its own field", "[aliasing]", support::SampleAxes) {
  const support::Threads threads(4);
  for (const std::size_t columns : {std::size_t{3}, std::size_t{2003}}) {
    const auto grid = support::quadratic_grid(66, columns);
    typename TestType::centers a(grid);
    typename TestType::faces f(grid);
    support::scatter(a, 1);
    support::scatter(f, 2);
    const typename TestType::centers before(a);
    typename TestType::centers expected(grid);
    const auto step = [&](const auto& x) {
      return x + 0.001 * DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(f * GradientC2F()(x * x));
    };
    expected = step(before);
    a = step(a);
    REQUIRE_THAT(support::levels_of(a), support::are(expected.to_host()));
  }
}

TEMPLATE_LIST_TEST_CASE("A pointwise update of a periodic face field sees the old bottom face at the top", "[aliasing]",
                        support::SampleAxes) {
  for (const int levels : {1, 7, 16, 40, 130}) {
    const auto grid = ColumnGrid::periodic(levels, 0.0, 1.0, 5);
    typename TestType::faces f(grid);
    support::scatter(f);
    const auto before = f.to_host();
    f = 2 * f + 1;
    const auto rows = static_cast<std::size_t>(levels) + 1;
    for (std::size_t column = 0; column < 5; ++column) {
      CAPTURE(levels, column);
      const auto bottom_face = before[column * rows];
      REQUIRE(f(0, column) == 2 * bottom_face + 1);
      REQUIRE(f(levels, column) == 2 * bottom_face + 1);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("Views of one array that count in opposite directions", "[aliasing]", support::SampleAxes) {
  using T = typename TestType::number;
  for (const std::size_t columns : {std::size_t{2}, std::size_t{1501}}) {
    const support::Threads threads(4);
    const auto grid = ColumnGrid::uniform(67, 0.0, 1.0, columns);
    auto memory = numbers<T>(67 * columns);
    const auto before = memory;
    const auto up = wrap_center(memory, grid);
    const auto down = wrap_center(memory.data() + 66, -1, 67, grid);
    up = down;
    bool turned = true;
    for (std::size_t i = 0; i < memory.size(); ++i) turned = turned && memory[i] == before[i / 67 * 67 + 66 - i % 67];
    REQUIRE(turned);
    const auto last_column_first = wrap_center(memory.data() + 67 * (columns - 1), 1, -67, grid);
    const auto halfway = memory;
    last_column_first = up + 1.0;
    bool shifted = true;
    for (std::size_t i = 0; i < memory.size(); ++i)
      shifted = shifted && memory[i] == halfway[(columns - 1 - i / 67) * 67 + i % 67] + 1;
    REQUIRE(shifted);
  }
}

TEST_CASE("Views of one array that are shifted against each other", "[aliasing]") {
  const auto grid = ColumnGrid::uniform(50, 0.0, 1.0, 3);
  for (const std::ptrdiff_t shift : {1, 3, 50, 75}) {
    for (const bool forward : {true, false}) {
      auto memory = numbers<double>(300);
      const auto before = memory;
      const auto low = wrap_center(memory.data(), grid);
      const auto high = wrap_center(memory.data() + shift, grid);
      (forward ? high : low) = (forward ? low : high);
      const auto from = static_cast<std::size_t>(forward ? 0 : shift);
      const auto to = static_cast<std::size_t>(forward ? shift : 0);
      for (std::size_t i = 0; i < 150; ++i) REQUIRE(memory[to + i] == before[from + i]);
    }
  }
}

TEST_CASE("An array and its transpose", "[aliasing]") {
  const auto grid = ColumnGrid::uniform(40, 0.0, 1.0, 40);
  auto memory = numbers<double>(1600);
  const auto before = memory;
  const auto by_levels = wrap_center(memory, grid);
  const auto by_columns = wrap_center<backend::Cpu, layout::ColumnsContiguous>(memory, grid);
  by_levels = by_columns;
  for (std::size_t column = 0; column < 40; ++column)
    for (std::size_t level = 0; level < 40; ++level)
      REQUIRE(memory[column * 40 + level] == before[level * 40 + column]);
}

TEST_CASE("Centers and faces over one array", "[aliasing]") {
  const auto grid = ColumnGrid::uniform(33, 0.0, 1.0, 4);
  auto memory = numbers<double>(34 * 4);
  const auto before = memory;
  const auto faces = wrap_face(memory, grid);
  const auto centers = wrap_center(memory.data(), 1, 34, grid);  // the lower 33 of every 34 values
  centers = InterpolateF2C()(faces);
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t i = 0; i < 33; ++i)
      REQUIRE(memory[column * 34 + i] == (before[column * 34 + i] + before[column * 34 + i + 1]) / 2);
    REQUIRE(memory[column * 34 + 33] == before[column * 34 + 33]);
  }
}

TEST_CASE("Faces whose columns go on in each other's memory, over the centers that they give", "[aliasing]") {
  const int levels = 4;
  const std::size_t columns = 128;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  for (const std::ptrdiff_t level : {1, -1}) {
    std::vector<double> memory(levels * columns + 5);
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<double>(i * i);
    const auto before = memory;
    const std::ptrdiff_t first = level < 0 ? levels : 0;
    const auto faces = wrap_face(memory.data() + first, level, levels, grid);
    const auto centers = wrap_center(memory.data() + first, level, levels, grid);
    centers = InterpolateF2C()(faces);
    for (std::size_t c = 0; c < columns; ++c) {
      for (int k = 0; k < levels; ++k) {
        const auto at = [&](int row) {
          return before[static_cast<std::size_t>(first + row * level + static_cast<std::ptrdiff_t>(c) * levels)];
        };
        INFO("level " << k << " of column " << c << ", strides " << level << ", " << levels);
        REQUIRE(centers(k, c) == (at(k) + at(k + 1)) / 2);
      }
    }
  }
}

TEST_CASE("Interleaved components of one array do not disturb each other", "[aliasing]") {
  const auto grid = ColumnGrid::uniform(33, 0.0, 1.0, 3);
  auto memory = numbers<double>(2 * 99);
  const auto before = memory;
  const auto first = wrap_center(memory.data(), 2, 66, grid);
  const auto second = wrap_center(memory.data() + 1, 2, 66, grid);
  first = first + 2 * second;
  for (std::size_t i = 0; i < 99; ++i) {
    REQUIRE(memory[2 * i] == before[2 * i] + 2 * before[2 * i + 1]);
    REQUIRE(memory[2 * i + 1] == before[2 * i + 1]);
  }
}

#if !defined(STENCIL_TEST_SAMPLE)  // what is staged, and for whom, is no matter of optimisation
TEMPLATE_LIST_TEST_CASE("A surface field may be a condition of the expression that it takes a level of", "[aliasing]",
                        support::OneAxis) {
  const auto grid = support::quadratic_grid(20, 45);
  typename TestType::centers a(grid);
  typename TestType::surface flux(grid), expected(grid);
  support::scatter(a, 1);
  support::scatter(flux, 2);
  const typename TestType::surface before(flux);
  const auto update = [&](const auto& given) {
    return at_level(GradientC2F(bottom(SetValue(given)))(a), 0) + at_level(InterpolateC2F(top(SetValue(given)))(a), -1);
  };
  expected = update(before);
  flux = update(flux);
  REQUIRE_THAT(support::levels_of(flux), support::are(expected.to_host()));
}

TEMPLATE_LIST_TEST_CASE("A surface view of a field's lowest level is a condition of its update", "[aliasing]",
                        support::OtherAxis) {
  using Number = typename TestType::number;
  using Layout = typename TestType::layout;
  const auto grid = support::quadratic_grid(20, 45);
  typename TestType::centers a(grid);
  support::scatter(a);
  const typename TestType::centers before(a);
  // One value per column: what the field holds in level 0, or in its first 45 values.
  const auto lowest = wrap_surface(a.data(), grid);
  std::vector<Number> copied(a.data(), a.data() + 45);
  const auto copy = wrap_surface(copied, grid);
  typename TestType::centers expected(grid);
  expected = before + 0.1 * DivergenceF2C()(GradientC2F(bottom(SetValue(copy)))(before));
  a = a + 0.1 * DivergenceF2C()(GradientC2F(bottom(SetValue(lowest)))(a));
  CAPTURE(Layout::name);
  REQUIRE_THAT(support::levels_of(a), support::are(expected.to_host()));
}
#endif

TEST_CASE("Results are not copied home from memory of their own where nothing wrote them", "[aliasing]") {
  CenterField<double> a(ColumnGrid::uniform(4, 0.0, 1.0));
  a.fill(7.0);
  const auto to = a.target();
  using Field = std::remove_const_t<decltype(to)>;
  auto outputs = make_outputs(AssignmentOutput<Field, Field>{to, to, {}, {}});
  int runs = 0;
  const auto does_nothing = [&](auto&, detail::checks::Staging) {
    ++runs;
    return false;
  };
  REQUIRE_THROWS_AS(
      detail::assignment::launch_checked(outputs, detail::checks::Staging::column, cpu::HostMemory{}, does_nothing),
      Error);
  REQUIRE(runs == 2);
  REQUIRE(a(0, 0) == 7.0);
}
