// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <stencil/kokkos.hpp>

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

using Backend = backend::Kokkos<>;

/// Two columns of three cells of 1 m.
const ColumnGrid& small_grid() {
  static const ColumnGrid grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);
  return grid;
}
KOKKOS_FUNCTION double number(std::size_t column, std::size_t level) {
  return static_cast<double>(10 * column + level * level);
}

/// Where the memory of a View is, which may be a device.
template <class V>
struct Fill {
  V view;
  KOKKOS_FUNCTION void operator()(std::size_t c) const {
    for (std::size_t k = 0; k < view.extent(1); ++k) view(c, k) = number(c, k);
  }
};
template <class V, class To>
struct Gather {
  V view;
  To to;
  KOKKOS_FUNCTION void operator()(std::size_t c) const {
    if constexpr (kokkos::rank<typename V::data_type> == 1) {
      to(c) = view(c);
    } else {
      for (std::size_t k = 0; k < view.extent(1); ++k) to(c * view.extent(1) + k) = view(c, k);
    }
  }
};

/// A number for each level and column.
template <class V>
void fill(const V& view) {
  Kokkos::parallel_for(Kokkos::RangePolicy<typename V::execution_space>(0, view.extent(0)), Fill<V>{view});
  Kokkos::fence();
}
/// All values of a View of any strides, column by column.
template <class V>
std::vector<double> numbers_in(const V& view) {
  using There = Kokkos::View<double*, typename V::device_type>;
  const There there("there", view.extent(0) * (kokkos::rank<typename V::data_type> == 1 ? 1 : view.extent(1)));
  Kokkos::parallel_for(Kokkos::RangePolicy<typename V::execution_space>(0, view.extent(0)),
                       Gather<V, There>{view, there});
  const auto here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), there);
  return {here.data(), here.data() + here.extent(0)};
}
template <class V>
bool holds(const V& view, double factor) {
  const auto all = numbers_in(view);
  bool good = all.size() == view.extent(0) * view.extent(1);
  for (std::size_t i = 0; i < all.size(); ++i)
    good = good && all[i] == factor * number(i / view.extent(1), i % view.extent(1));
  return good;
}

/// Reads and writes a View through a field, and the field's memory through a View again.
template <class Layout, class V>
void require_shared(const V& view) {
  fill(view);
  const auto field = wrap_center(view, small_grid(), "view");
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(field)>, WrappedArray<double, Center, Backend, Layout>>);
  REQUIRE(field.data() == view.data());
  REQUIRE(field.to_host() == std::vector<double>{0, 1, 4, 10, 11, 14});
  field = field + field;
  REQUIRE(holds(view, 2));
  const auto again = kokkos::strided_view(field);
  REQUIRE(again.data() == view.data());
  REQUIRE(holds(again, 2));
}

}  // namespace

TEST_CASE("A field of LayoutRight, LayoutLeft or LayoutStride works in the View's memory", "[kokkos][view]") {
  const auto right = Kokkos::View<double**, Kokkos::LayoutRight>("right", 2, 3);
  require_shared<layout::LevelsContiguous>(right);
  REQUIRE(holds(kokkos::view(wrap_center(right, small_grid())), 2));
  const auto left = Kokkos::View<double**, Kokkos::LayoutLeft>("left", 2, 3);
  require_shared<layout::ColumnsContiguous>(left);
  REQUIRE(holds(kokkos::view(wrap_center(left, small_grid())), 2));
  require_shared<layout::Strided>(
      Kokkos::View<double**, Kokkos::LayoutStride>("strided", Kokkos::LayoutStride(2, 2, 3, 5)));
  // Rows of a larger array, and a number of levels known to the compiler.
  const Kokkos::View<double* [7], Kokkos::LayoutRight> wide("wide", 2);
  require_shared<layout::LevelsContiguous>(
      Kokkos::View<double**, Kokkos::LayoutRight>(Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair<int, int>(0, 3))));
  require_shared<layout::LevelsContiguous>(Kokkos::View<double* [3], Kokkos::LayoutRight>("static", 2));
}

TEST_CASE("A View of const numbers is an operand, and one of rank 1 a surface field", "[kokkos][view]") {
  const Kokkos::View<double**, Kokkos::LayoutRight> x("x", 2, 4);
  fill(x);
  const Kokkos::View<const double**, Kokkos::LayoutRight> seen = x;
  CenterField<double, Backend> difference(small_grid());
  difference = GradientF2C()(wrap_face(seen, small_grid()));
  REQUIRE(difference.to_host() == std::vector<double>{1, 3, 5, 1, 3, 5});

  const Kokkos::View<double*> sums("sums", 2);
  const auto surface = wrap_surface(sums, small_grid());
  surface = column_integral(difference);
  REQUIRE(numbers_in(sums) == std::vector<double>{9, 9});
  // Every other value of an array.
  const Kokkos::View<double**, Kokkos::LayoutRight> pairs("pairs", 2, 2);
  const auto second = wrap_surface(Kokkos::subview(pairs, Kokkos::ALL, 1), small_grid());
  second = surface + 1.0;
  REQUIRE(numbers_in(pairs) == std::vector<double>{0, 10, 0, 10});
}

TEST_CASE("The memory of a field is a View, in either layout", "[kokkos][view]") {
  CenterField<double, Backend> levels(small_grid());
  fill(kokkos::view(levels));
  static_assert(std::is_same_v<decltype(kokkos::view(levels))::array_layout, Kokkos::LayoutRight>);
  FaceField<double, Backend, layout::ColumnsContiguous> columns(small_grid());
  fill(kokkos::view(columns));
  static_assert(std::is_same_v<decltype(kokkos::view(columns))::array_layout, Kokkos::LayoutLeft>);
  REQUIRE(levels.to_host() == std::vector<double>{0, 1, 4, 10, 11, 14});
  REQUIRE(columns.to_host() == std::vector<double>{0, 1, 4, 9, 10, 11, 14, 19});
  SurfaceField<double, Backend> surface(small_grid());
  Kokkos::deep_copy(Kokkos::subview(kokkos::view(surface), 1), 3.0);
  REQUIRE(surface.to_host() == std::vector<double>{0, 3});
  const CenterField<double> on_the_cpu(small_grid());
  REQUIRE(kokkos::view(on_the_cpu).data() == on_the_cpu.data());
}

TEST_CASE("What cannot be shared between a View and a field is said in a sentence", "[kokkos][view]") {
  const Kokkos::View<double**, Kokkos::LayoutRight> wrong("wrong", 2, 4);
  REQUIRE_THROWS_MATCHES(
      wrap_center(wrong, small_grid()), ShapeError,
      MessageMatches(ContainsSubstring("the grid needs 3 levels (second extent), but the array has 4")));
  REQUIRE_THROWS_MATCHES(
      wrap_face(Kokkos::View<double**, Kokkos::LayoutRight>("x", 1, 4), small_grid()), ShapeError,
      MessageMatches(ContainsSubstring("the grid needs 2 columns (first extent), but the array has 1")));
  REQUIRE_THROWS_AS(wrap_center(Kokkos::View<double**, Kokkos::LayoutRight>(), small_grid()), ShapeError);

  const Kokkos::View<double* [7], Kokkos::LayoutRight> wide("wide", 2);
  const Kokkos::View<double**, Kokkos::LayoutRight> rows =
      Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair<int, int>(0, 3));
  REQUIRE_THROWS_MATCHES(kokkos::view(wrap_center(rows, small_grid(), "rows")), ShapeError,
                         MessageMatches(ContainsSubstring("\"rows\"") && ContainsSubstring("strided_view")));
  double upside_down[6] = {};
  REQUIRE_THROWS_MATCHES(kokkos::strided_view(wrap_center<Backend>(upside_down + 2, -1, 3, small_grid())), ShapeError,
                         MessageMatches(ContainsSubstring("a negative stride")));
  const CenterField<double, Backend> without_grid;
  REQUIRE_THROWS_MATCHES(kokkos::view(without_grid), ShapeError, MessageMatches(ContainsSubstring("has no grid yet")));
  REQUIRE_THROWS_AS(kokkos::strided_view(without_grid), ShapeError);
}

TEST_CASE("A model's Views are operands and destinations", "[kokkos][view]") {
  // The model's own arrays, (columns, levels): levels contiguous in one, columns in the other.
  Kokkos::View<double**, Kokkos::LayoutRight> temperature("temperature", 100, 20);
  Kokkos::View<double**, Kokkos::LayoutLeft> heating("heating", 100, 20);

  const auto grid = ColumnGrid::uniform(20, 0.0, 1000.0, 100);
  const auto t = wrap_center(temperature, grid);
  t = 280.0 + 0.01 * heights(Center{});  // writes into the View
  wrap_center(heating, grid) =
      DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(0.5 * GradientC2F()(t));  // W/m2 and its divergence

  // And back: a field's memory as a View.
  CenterField<double, backend::Kokkos<>> doubled(grid);
  doubled = 2.0 * wrap_center(heating, grid);
  const auto view = kokkos::view(doubled);

  const auto heated = numbers_in(heating);
  REQUIRE(std::abs(heated[99 * 20] - 0.005 / 50) < 1e-12);
  REQUIRE(numbers_in(view) == [&] {
    auto twice = heated;
    for (double& x : twice) x *= 2;
    return twice;
  }());
}
