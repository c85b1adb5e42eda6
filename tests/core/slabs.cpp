// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstddef>
#include <vector>

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Numbers = std::vector<double>;

namespace {

/// A model's array with a halo around it, in either order, counting from the bottom or from the top. Everything in it
/// is -1 but what the model computes, which is 100 * column + level.
struct Array {
  std::size_t levels, columns;
  bool levels_first, from_top;
  static constexpr std::size_t halo = 2;

  std::size_t height() const { return levels + 2 * halo; }
  std::size_t width() const { return columns + 2 * halo; }
  std::size_t at(std::size_t level, std::size_t column) const {
    const std::size_t row = halo + (from_top ? levels - 1 - level : level);
    return levels_first ? (column + halo) * height() + row : row * width() + column + halo;
  }
  Numbers memory() const {
    Numbers values(height() * width(), -1);
    for (std::size_t column = 0; column < columns; ++column) {
      for (std::size_t level = 0; level < levels; ++level)
        values[at(level, column)] = static_cast<double>(100 * column + level);
    }
    return values;
  }
};

/// Reads the array, writes into it with itself among the operands, and looks at every value inside and outside.
template <class Part>
void require_is_the_part(const Array& array, Numbers& memory, const Part& part) {
  const auto grid =
      ColumnGrid::uniform(static_cast<int>(array.levels), 0.0, static_cast<double>(array.levels), array.columns);
  const auto view = wrap_center(part, grid);
  FaceField<double> slope(grid);
  slope = GradientC2F(bottom(SetGradient(1.0)), top(SetGradient(1.0)))(view);
  REQUIRE(slope.to_host() == Numbers((array.levels + 1) * array.columns, 1));
  view = 2.0 * view + GradientF2C()(slope);
  Numbers expected = array.memory();
  for (double& value : expected) value = value < 0 ? value : 2 * value;
  REQUIRE(memory == expected);
}

template <class Make>
void require_is_the_part_of_all(bool levels_first, const Make& make) {
  for (const std::size_t levels : {1U, 2U, 7U, 33U}) {
    for (const std::size_t columns : {1U, 3U, 64U}) {
      for (const bool from_top : {false, true}) {
        const Array array{levels, columns, levels_first, from_top};
        Numbers memory = array.memory();
        const auto part = make(array, memory).with_columns(Array::halo, columns).with_levels(Array::halo, levels);
        if (from_top) {
          require_is_the_part(array, memory, part.from_top());
        } else {
          require_is_the_part(array, memory, part);
        }
      }
    }
  }
}

/// What a Fortran compiler hands over.
struct Descriptor {
  void* base_addr;
  std::size_t elem_len;
  int rank;
  struct {
    std::ptrdiff_t lower_bound, extent, sm;
  } dim[2];
};

}  // namespace

TEST_CASE("Levels first: a slab of an array with halo columns, upward and downward", "[slab]") {
  require_is_the_part_of_all(true, [](const Array& array, Numbers& memory) {
    return levels_first(memory.data(), array.height(), array.width());
  });
}

TEST_CASE("Columns first: a slab of an array with halo columns, upward and downward", "[slab]") {
  require_is_the_part_of_all(false, [](const Array& array, Numbers& memory) {
    return columns_first(memory.data(), array.width(), array.height());
  });
}

TEST_CASE("A Fortran descriptor is a slab of any strides", "[slab]") {
  Numbers memory(4 * 5);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<double>(i);
  // t(4, 5) of which t(3:1:-1, 2:4:2) is passed.
  const Descriptor section{&memory[4 + 2], sizeof(double), 2, {{0, 3, -8}, {0, 2, 64}}};
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);
  REQUIRE(wrap_center(levels_first<double>(section), grid).to_host() == Numbers{6, 5, 4, 14, 13, 12});
  REQUIRE(wrap_center(levels_first<double>(section).from_top(), grid).to_host() == Numbers{4, 5, 6, 12, 13, 14});
  const auto across = ColumnGrid::uniform(2, 0.0, 2.0, 3);
  REQUIRE(wrap_center(columns_first<double>(section), across).to_host() == Numbers{6, 14, 5, 13, 4, 12});
  const auto known = levels_first<double>(section).from_top().as<layout::LevelsContiguous>();
  const auto view = wrap_center(known, grid);
  static_assert(std::is_same_v<decltype(view)::layout_type, layout::LevelsContiguous>);
  REQUIRE(view.to_host() == Numbers{4, 5, 6, 12, 13, 14});
}

TEST_CASE("What is not in the array is refused with its shape", "[slab][errors]") {
  Numbers memory(12);
  const auto slab = levels_first(memory.data(), 4, 3);
  REQUIRE_THROWS_MATCHES(slab.with_columns(2, 2), ShapeError,
                         MessageMatches(ContainsSubstring("3 columns") && ContainsSubstring("no 2 columns from 2 on")));
  REQUIRE_THROWS_AS(slab.with_levels(5, 0), ShapeError);
  REQUIRE_NOTHROW(slab.with_levels(4, 0));
  REQUIRE_THROWS_MATCHES(slab.as<layout::ColumnsContiguous>(), ShapeError,
                         MessageMatches(ContainsSubstring("is not columns contiguous")));
  REQUIRE_THROWS_MATCHES(wrap_center(slab, ColumnGrid::uniform(4, 0.0, 1.0, 2)), ShapeError,
                         MessageMatches(ContainsSubstring("2 columns") && ContainsSubstring("has 3")));
  Descriptor array{memory.data(), sizeof(double), 2, {{0, 4, 8}, {0, 3, 32}}};
  REQUIRE_THROWS_MATCHES(levels_first<float>(array), ShapeError,
                         MessageMatches(ContainsSubstring("(4, 3)") && ContainsSubstring("8 bytes") &&
                                        ContainsSubstring("asked for elements of 4")));
  array.dim[1].sm = 31;
  REQUIRE_THROWS_MATCHES(levels_first<double>(array), ShapeError, MessageMatches(ContainsSubstring("not whole")));
  array.rank = 1;
  REQUIRE_THROWS_MATCHES(levels_first<double>(array), ShapeError, MessageMatches(ContainsSubstring("two dimensions")));
}

TEST_CASE("A slab of nothing is refused as a null pointer is", "[slab][errors]") {
  double* nothing = nullptr;
  const auto slab = columns_first(nothing, 3, 4).with_columns(1, 2).from_top();
  REQUIRE_THROWS_MATCHES(wrap_center(slab, ColumnGrid::uniform(4, 0.0, 1.0, 2)), ShapeError,
                         MessageMatches(ContainsSubstring("null pointer")));
}
