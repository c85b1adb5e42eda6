// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/mdspan.hpp>
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "support/mdspan.hpp"

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using support::dynamic;
using Numbers = std::vector<double>;

namespace {

const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);

// A standard library with mdspan is tested with its own.
#if defined(__cpp_lib_mdspan)
using Two = std::dextents<int, 2>;
using One = std::dextents<int, 1>;
using Right = std::layout_right;
using Left = std::layout_left;
using Stride = std::layout_stride;
template <class T, class E, class Layout>
using View = std::mdspan<T, E, Layout>;
#else
using Two = support::Extents<int, dynamic, dynamic>;
using One = support::Extents<int, dynamic>;
using Right = support::LayoutRight;
using Left = support::LayoutLeft;
using Stride = support::LayoutStride;
template <class T, class E, class Layout>
using View = support::Mdspan<T, E, Layout>;
#endif

template <class T>
using RightView = View<T, Two, Right>;
template <class T>
using LeftView = View<T, Two, Left>;
template <class T>
using StrideView = View<T, Two, Stride>;

Numbers counted(std::size_t count) {
  Numbers numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return numbers;
}

template <class Layout, class Field>
constexpr bool has_layout(const Field&) {
  return std::is_same_v<typename Field::layout_type, Layout>;
}

}  // namespace

TEST_CASE("An mdspan is wrapped with the layout that its type promises", "[mdspan]") {
  Numbers memory = counted(6);
  const auto right = wrap_center(RightView<double>(memory.data(), Two(2, 3)), grid);
  REQUIRE(has_layout<layout::LevelsContiguous>(right));
  REQUIRE(right.to_host() == Numbers{0, 1, 2, 3, 4, 5});
  const auto left = wrap_center(LeftView<double>(memory.data(), Two(2, 3)), grid);
  REQUIRE(has_layout<layout::ColumnsContiguous>(left));
  REQUIRE(left.to_host() == Numbers{0, 2, 4, 1, 3, 5});
  left = 10.0 * left;
  REQUIRE(memory == Numbers{0, 10, 20, 30, 40, 50});

  Numbers wide = counted(20);
  const StrideView<double> gaps(wide.data() + 1, Stride::mapping<Two>(Two(2, 3), std::array{7, 2}));
  const auto strided = wrap_center(gaps, grid);
  REQUIRE(has_layout<layout::Strided>(strided));
  REQUIRE(strided.to_host() == Numbers{1, 3, 5, 8, 10, 12});
}

TEST_CASE("An mdspan may have fixed extents, const values, and one dimension at the surface", "[mdspan]") {
  using Fixed = support::Extents<std::int16_t, dynamic, 4>;
  const Numbers memory = counted(8);
  const auto faces = wrap_face(support::Mdspan<const double, Fixed>(memory.data(), Fixed(2, 4)), grid);
  REQUIRE(has_layout<layout::LevelsContiguous>(faces));
  CenterField<double> slope(grid);
  slope = GradientF2C()(faces);
  REQUIRE(slope.to_host() == Numbers(6, 1));
  const auto surface = wrap_surface(
      View<const double, One, Stride>(memory.data() + 1, Stride::mapping<One>(One(2), std::array{5})), grid);
  REQUIRE(surface.to_host() == Numbers{1, 6});
  REQUIRE(wrap_surface(memory.data(), 3, grid).to_host() == Numbers{0, 3});
}

TEST_CASE("An mdspan of another shape is refused", "[mdspan][errors]") {
  Numbers memory(8);
  REQUIRE_THROWS_MATCHES(wrap_center(RightView<double>(memory.data(), Two(2, 4)), grid), ShapeError,
                         MessageMatches(ContainsSubstring("3 levels (second extent), but the array has 4")));
  REQUIRE_THROWS_MATCHES(wrap_surface(View<double, One, Right>(memory.data(), One(3)), grid), ShapeError,
                         MessageMatches(ContainsSubstring("2 columns (first extent), but the array has 3")));
}

TEST_CASE("A field is an mdspan of its own layout", "[mdspan]") {
  CenterField<double> levels(grid);
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> columns(grid);
  for (auto k : {0, 1, 2}) {
    for (std::size_t column : {0U, 1U}) levels(k, column) = columns(k, column) = 10.0 * static_cast<double>(column) + k;
  }
  const auto right = as_mdspan<RightView<double>>(levels);
  const auto left = as_mdspan<LeftView<double>>(columns);
  REQUIRE(right.data_handle() == levels.data());
  REQUIRE(left.stride(1) == 2);
  right(1, 2) = left(1, 2) + 1;
  REQUIRE(levels(2, 1) == 13);
  // And there and back.
  REQUIRE(wrap_center(left, grid).to_host() == Numbers{0, 1, 2, 10, 11, 12});
  const auto any = as_mdspan<StrideView<double>>(columns);
  REQUIRE(any.stride(0) == 1);
  REQUIRE(any.stride(1) == 2);

  SurfaceField<float> surface(grid);
  surface.fill([](std::size_t column) { return 5.0F + static_cast<float>(column); });
  REQUIRE(as_mdspan<View<float, One, Right>>(surface)(1) == 6);
#if defined(__cpp_lib_mdspan)
  static_assert(std::is_same_v<decltype(as_mdspan(levels))::layout_type, std::layout_right>);
  static_assert(std::is_same_v<decltype(as_mdspan(columns))::layout_type, std::layout_left>);
#endif
}

TEST_CASE("A wrapped array is an mdspan of its strides, and of no other", "[mdspan][errors]") {
  Numbers memory = counted(20);
  const auto gaps = wrap_center(memory.data(), 2, 7, grid, "theta");
  const auto view = as_mdspan<StrideView<double>>(gaps);
  REQUIRE(&view(1, 2) == &memory[11]);
  REQUIRE_THROWS_MATCHES(as_mdspan<RightView<double>>(gaps), ShapeError,
                         MessageMatches(ContainsSubstring("\"theta\"") && ContainsSubstring("layout_stride")));
  const auto backward = wrap_center(memory.data() + 2, -1, 3, grid);
  REQUIRE_THROWS_MATCHES(as_mdspan<StrideView<double>>(backward), ShapeError,
                         MessageMatches(ContainsSubstring("negative stride")));
  REQUIRE_THROWS_MATCHES(as_mdspan<StrideView<double>>(CenterField<double>()), ShapeError,
                         MessageMatches(ContainsSubstring("no grid yet")));
  // Of addresses that nobody reads.
  const std::ptrdiff_t most = 2147483647;
  REQUIRE(as_mdspan<StrideView<double>>(wrap_center(memory.data(), 1, most - 3, grid)).stride(0) == most - 3);
  REQUIRE_THROWS_MATCHES(as_mdspan<StrideView<double>>(wrap_center(memory.data(), 1, most - 2, grid)), ShapeError,
                         MessageMatches(ContainsSubstring("take one with std::size_t")));
}

TEST_CASE("A field is a span, and each of its columns is one", "[span]") {
  FaceField<double> f(grid);
  f.fill([](double z, std::size_t column) { return z + 10 * static_cast<double>(column); });
  const std::span<double> all = as_span(f);
  REQUIRE(Numbers(all.begin(), all.end()) == f.to_host());
  const std::span<double> second = as_span(f, 1);
  REQUIRE(Numbers(second.begin(), second.end()) == Numbers{10, 11, 12, 13});
  second[3] = -1;
  REQUIRE(f(3, 1) == -1);
  // A column of one's own is a field of one column.
  const auto alone = ColumnGrid::uniform(3, 0.0, 3.0);
  const auto column = wrap_face(second, alone);
  column = 2.0 * column;
  REQUIRE(f(3, 1) == -2);

  CenterField<double, backend::Cpu, layout::ColumnsContiguous> across(grid);
  across.fill([](double z) { return z; });
  const auto in_order = as_span(across);
  REQUIRE(Numbers(in_order.begin(), in_order.end()) == Numbers{0.5, 0.5, 1.5, 1.5, 2.5, 2.5});
}

TEST_CASE("A span of what has gaps, or is not there, is refused", "[span][errors]") {
  Numbers memory(30);
  const auto gaps = wrap_center(memory.data(), 1, 5, grid, "q");
  REQUIRE_THROWS_MATCHES(as_span(gaps), ShapeError,
                         MessageMatches(ContainsSubstring("\"q\"") && ContainsSubstring("gaps")));
  REQUIRE(as_span(gaps, 1).data() == memory.data() + 5);
  REQUIRE_THROWS_AS(as_span(gaps, 2), ShapeError);
  REQUIRE_THROWS_MATCHES(as_span(wrap_center(memory.data(), 2, 6, grid), 0), ShapeError,
                         MessageMatches(ContainsSubstring("not neighbours")));
}
