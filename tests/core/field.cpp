// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "support/axes.hpp"

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

const auto three_by_two = ColumnGrid::uniform(3, 0.0, 3.0, 2);

}  // namespace

TEMPLATE_LIST_TEST_CASE("A new field is zero and knows its shape", "[field]", support::AllAxes) {
  const typename TestType::centers centers(three_by_two);
  const typename TestType::faces faces(three_by_two);
  const typename TestType::surface surface(three_by_two);
  REQUIRE(centers.levels() == 3);
  REQUIRE(faces.levels() == 4);
  REQUIRE(surface.levels() == 1);
  REQUIRE(faces.columns() == 2);
  REQUIRE(faces.grid() == three_by_two);
  using Numbers = std::vector<typename TestType::number>;
  REQUIRE(centers.to_host() == Numbers(6));
  REQUIRE(faces.to_host() == Numbers(8));
  REQUIRE(surface.to_host() == Numbers(2));
}

TEMPLATE_LIST_TEST_CASE("fill takes a function of height, of height and column, or a value", "[field]",
                        support::AllAxes) {
  using Numbers = std::vector<typename TestType::number>;
  typename TestType::centers centers(three_by_two);
  centers.fill([](double z, std::size_t column) { return z + 10 * static_cast<double>(column); });
  REQUIRE(centers.to_host() == Numbers{0.5, 1.5, 2.5, 10.5, 11.5, 12.5});
  typename TestType::faces faces(three_by_two);
  faces.fill([](double z) { return 2 * z; });
  REQUIRE(faces.to_host() == Numbers{0, 2, 4, 6, 0, 2, 4, 6});
  faces.fill(7);
  REQUIRE(faces.to_host() == Numbers(8, 7));
  typename TestType::surface surface(three_by_two);
  surface.fill([](std::size_t column) { return 3 + static_cast<double>(column); });
  REQUIRE(surface.to_host() == Numbers{3, 4});
  surface.fill(0.5);
  REQUIRE(surface.to_host() == Numbers{0.5, 0.5});
}

TEMPLATE_LIST_TEST_CASE("The host order is levels contiguous whatever the layout", "[field]", support::AllAxes) {
  using Numbers = std::vector<typename TestType::number>;
  typename TestType::centers field(three_by_two);
  field.from_host(Numbers{1, 2, 3, 4, 5, 6});
  REQUIRE(field(0, 0) == 1);
  REQUIRE(field(2, 0) == 3);
  REQUIRE(field(0, 1) == 4);
  REQUIRE(field.to_host() == Numbers{1, 2, 3, 4, 5, 6});
  field(1, 1) = 50;
  REQUIRE(field.to_host() == Numbers{1, 2, 3, 4, 50, 6});
  constexpr bool along_levels = TestType::layout::levels_contiguous;
  REQUIRE(field.data()[1] == (along_levels ? 2 : 4));
}

TEST_CASE("from_host refuses another number of values and says which it takes", "[field][errors]") {
  CenterField<double> field(three_by_two, "theta");
  field = 1.0;
  REQUIRE_THROWS_MATCHES(
      field.from_host({1, 2, 3, 4, 5}), ShapeError,
      MessageMatches(ContainsSubstring("theta") && ContainsSubstring("6 values") && ContainsSubstring("5")));
  REQUIRE_THROWS_AS(field.from_host({}), ShapeError);
  REQUIRE(field.to_host() == std::vector<double>(6, 1.0));
}

TEMPLATE_LIST_TEST_CASE("Copying a field copies its values", "[field]", support::TwoAxes) {
  using Numbers = std::vector<typename TestType::number>;
  typename TestType::centers first(three_by_two);
  first.fill(1);
  typename TestType::centers copy(first);
  first.fill(2);
  REQUIRE(copy.to_host() == Numbers(6, 1));
  copy = first;
  first.fill(3);
  REQUIRE(copy.to_host() == Numbers(6, 2));
  auto& same = first;
  first = same;
  REQUIRE(first.to_host() == Numbers(6, 3));
}

TEST_CASE("Moving a field takes its memory along", "[field]") {
  CenterField<double> first(three_by_two, "first");
  first.fill(4);
  const double* memory = first.data();
  CenterField<double> second(std::move(first));
  REQUIRE(second.data() == memory);
  REQUIRE(second.to_host() == std::vector<double>(6, 4.0));
  std::vector<CenterField<double>> many;
  many.push_back(std::move(second));
  many.emplace_back(three_by_two);
  many.back().fill(5);
  many.erase(many.begin());
  REQUIRE(many[0].to_host() == std::vector<double>(6, 5.0));
}

TEST_CASE("A field outlives the grid it was made on", "[field]") {
  auto grid = std::make_unique<ColumnGrid>(ColumnGrid::uniform(3, 0.0, 3.0, 2));
  FaceField<double> gradient(*grid);
  CenterField<double> height(*grid);
  grid.reset();
  height = heights(Center{});
  gradient = GradientC2F()(height);
  REQUIRE(gradient.to_host() == std::vector<double>(8, 1.0));
}

TEST_CASE("A field made from an expression has the grid of its operands", "[field]") {
  CenterField<double> field(three_by_two);
  field.fill([](double z) { return z; });
  const FaceField<double> gradient = GradientC2F()(2.0 * field);
  REQUIRE(gradient.grid() == three_by_two);
  REQUIRE(gradient.to_host() == std::vector<double>(8, 2.0));
  const CenterField<float> narrow = field;
  REQUIRE(narrow.to_host() == std::vector<float>{0.5F, 1.5F, 2.5F, 0.5F, 1.5F, 2.5F});
}

TEST_CASE("A field cannot be made from an expression without fields", "[field][errors]") {
  REQUIRE_THROWS_MATCHES(CenterField<double>(heights(Center{}) + 1.0), GridError,
                         MessageMatches(ContainsSubstring("no grid")));
}

TEST_CASE("A field of another layout, precision or backend's order is assigned value by value", "[field]") {
  CenterField<double> levels(three_by_two);
  levels.from_host({1, 2, 3, 4, 5, 6});
  CenterField<float, backend::Cpu, layout::ColumnsContiguous> columns(three_by_two);
  columns = levels;
  REQUIRE(columns.to_host() == std::vector<float>{1, 2, 3, 4, 5, 6});
  levels = 2.0 * columns + levels;
  REQUIRE(levels.to_host() == std::vector<double>{3, 6, 9, 12, 15, 18});
}

TEST_CASE("A number may be assigned to a field", "[field]") {
  CenterField<float> field(three_by_two);
  field = 2;
  REQUIRE(field.to_host() == std::vector<float>(6, 2.0F));
  field = 0.1;
  REQUIRE(field.to_host() == std::vector<float>(6, 0.1F));
}

TEST_CASE("Fields may hold truths and integers", "[field]") {
  CenterField<bool> truth(three_by_two);
  REQUIRE(truth.to_host() == std::vector<bool>(6, false));
  truth.fill(true);
  REQUIRE(truth.to_host() == std::vector<bool>(6, true));
  truth.from_host({true, false, true, false, false, true});
  REQUIRE(truth(2, 0));
  REQUIRE_FALSE(truth(1, 1));
  FaceField<std::int32_t, backend::Cpu, layout::ColumnsContiguous> count(three_by_two);
  count.fill([](double z, std::size_t column) { return static_cast<int>(z) + 10 * static_cast<int>(column); });
  REQUIRE(count.to_host() == std::vector<std::int32_t>{0, 1, 2, 3, 10, 11, 12, 13});
}

TEST_CASE("fill of a field of truths calls the function", "[field]") {
  CenterField<bool> above(three_by_two);
  above.fill([](double z) { return z > 1; });  // a lambda without captures converts to bool, too
  REQUIRE(above.to_host() == std::vector<bool>{false, true, true, false, true, true});
  above.fill([](double z, std::size_t column) { return z > 1 && column == 1; });
  REQUIRE(above.to_host() == std::vector<bool>{false, false, false, false, true, true});
}

TEST_CASE("Fields may hold vectors", "[field]") {
  using Wind = Vec<double, 2>;
  CenterField<Wind> wind(three_by_two);
  wind.fill([](double z, std::size_t column) { return Wind{z, static_cast<double>(column)}; });
  REQUIRE(wind.to_host()[4] == Wind{1.5, 1});
  REQUIRE(wind(2, 0) == Wind{2.5, 0});
  wind(2, 0)[1] = 9;
  REQUIRE(wind.to_host()[2] == Wind{2.5, 9});
  wind.fill(Wind{3, 4});
  REQUIRE(wind(1, 1) == Wind{3, 4});
}
