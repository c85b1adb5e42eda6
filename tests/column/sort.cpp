// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "support/agreement.hpp"
#include "support/column_operations.hpp"
#include "support/levels.hpp"
#include "support/sorted_columns.hpp"

using namespace stencil;
using support::are;
using support::levels_of;

namespace {

template <class Field>
void fill_awkwardly(const Field& field) {
  std::vector<typename Field::value_type> values(static_cast<std::size_t>(field.levels()) * field.columns());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = support::awkward<typename Field::value_type>(i);
  field.from_host(values);
}

}  // namespace

TEST_CASE("A column of four, sorted by hand", "[column]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0);
  CenterField<double> a(grid), sorted(grid), heights_sorted(grid);
  CenterField<int> order(grid);
  a.from_host({3, 1, 4, 1});
  sorted = column_sort(a);
  order = column_sort_permutation(a);
  heights_sorted = column_sort_by(a, heights(Center{}));
  REQUIRE(sorted.to_host() == std::vector<double>{1, 1, 3, 4});
  REQUIRE(order.to_host() == std::vector<int>{1, 3, 0, 2});
  REQUIRE(heights_sorted.to_host() == std::vector{1.5, 3.5, 0.5, 2.5});
  sorted = column_sort(a, descending);
  order = column_sort_permutation(a, descending);
  REQUIRE(sorted.to_host() == std::vector<double>{4, 3, 1, 1});
  REQUIRE(order.to_host() == std::vector<int>{2, 0, 1, 3});
  CenterField<double> falling(grid);
  evaluate(into(sorted, column_sort_by(a, heights(Center{}))),
           into(falling, column_sort_by(a, heights(Center{}), descending)));
  REQUIRE(sorted.to_host() == std::vector{1.5, 3.5, 0.5, 2.5});
  REQUIRE(falling.to_host() == std::vector{2.5, 0.5, 1.5, 3.5});
}

TEST_CASE("A key whose memory the destination has in another order is sorted as it was", "[column]") {
  const auto grid = ColumnGrid::uniform(300, 0.0, 1.0, 300);
  CenterField<double> a(grid), expected(grid);
  support::scatter(a);
  const auto turned = wrap_center(a.data(), 300, 1, grid);
  expected = turned;
  expected = column_sort(expected);
  a = column_sort(turned);
  REQUIRE(a.to_host() == expected.to_host());
}

TEMPLATE_LIST_TEST_CASE("Sorted columns and their permutation are those of std::stable_sort", "[column]",
                        support::OneAxis) {
  using T = typename TestType::number;
  support::each_column_shape([](int levels, std::size_t columns) {
    const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
    typename TestType::centers a(grid), sorted(grid);
    typename TestType::template field<Face> f(grid), g(grid);
    Field<int, Center, backend::Cpu, typename TestType::layout> order(grid);
    Field<int, Face, backend::Cpu, typename TestType::layout> face_order(grid);
    fill_awkwardly(a);
    fill_awkwardly(f);
    const auto check = [&](auto way) {
      sorted = column_sort(a, way);
      order = column_sort_permutation(a, way);
      evaluate(into(g, column_sort(f, way)), into(face_order, column_sort_permutation(f, way)));
      CAPTURE(levels, columns, way.descending);
      REQUIRE(support::misplaced<T>(a.to_host(), sorted.to_host(), order.to_host(), levels, way.descending) == 0);
      REQUIRE(support::misplaced<T>(f.to_host(), g.to_host(), face_order.to_host(), levels + 1, way.descending) == 0);
    };
    check(ascending);
    check(descending);
  });
}

TEST_CASE("Whole numbers are sorted, the least and the greatest among them", "[column]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0);
  constexpr int least = std::numeric_limits<int>::min(), most = std::numeric_limits<int>::max();
  CenterField<int> a(grid);
  a.from_host({0, most, -1, least, most});
  a = column_sort(a, descending);
  REQUIRE(a.to_host() == std::vector{most, most, 0, -1, least});
}

TEMPLATE_LIST_TEST_CASE("An expression with operators is sorted as its values are, in place, under a mask too",
                        "[column]", support::OtherAxis) {
  for (const int levels : {1, 33}) {
    const auto grid = support::quadratic_grid(levels, 37);
    typename TestType::centers a(grid), land(grid), values(grid), expected(grid), b(grid);
    typename TestType::faces f(grid);
    support::scatter(a);
    support::scatter(f, 2);
    support::scatter(land, 3);
    const auto slope = GradientF2C()(f * InterpolateC2F()(a)) + a;
    values = slope;
    expected = column_sort(values);
    b = a;
    const auto smooth = InterpolateF2C()(InterpolateC2F()(land));
    assign(b, column_sort(GradientF2C()(f * InterpolateC2F()(b)) + b), policy().where(smooth > 0));
    values = smooth;
    for (std::size_t c = 0; c < 37; ++c) {
      for (int k = 0; k < levels; ++k) REQUIRE(b(k, c) == (values(k, c) > 0 ? expected(k, c) : a(k, c)));
    }
    b = a;
    b = column_sort(GradientF2C()(f * InterpolateC2F()(b)) + b);
    REQUIRE_THAT(levels_of(b), are(expected.to_host()));
    // Sorted by what it carries, among others, it gives the same.
    evaluate(into(a, column_sort_by(slope, slope)), into(land, column_sort_by(slope, land)));
    REQUIRE_THAT(levels_of(a), are(expected.to_host()));
  }
}

TEST_CASE("Fields carried along read old values, whatever is written first", "[column]") {
  const auto grid = support::quadratic_grid(40, 5);
  CenterField<double> key(grid), t(grid), s(grid), mask(grid);
  CenterField<int, backend::Cpu, layout::ColumnsContiguous> order(grid);
  CenterField<Vec<float, 2>> wind(grid);
  support::scatter(key);
  support::scatter(t, 2);
  support::scatter(mask, 4);
  s = 2 * t;
  wind.fill([](double z, std::size_t) { return Vec<float, 2>{static_cast<float>(z), -static_cast<float>(z)}; });
  const auto old_key = key.to_host(), old_t = t.to_host(), old_s = s.to_host(), old_mask = mask.to_host();
  const auto old_wind = wind.to_host();
  // The mask, the keys and what is carried are all overwritten; two keys of one type.
  evaluate(into(key, column_sort(key)), into(t, column_sort_by(key, s + 0.5 * t)), into(s, column_sort_by(mask, t)),
           into(mask, column_sort_by(key, mask)), into(order, column_sort_permutation(key)),
           into(wind, column_sort_by(key, wind)), policy().where(mask > -0.5));
  for (std::size_t c = 0; c < 5; ++c) {
    const auto by_key = support::sorted_rows(old_key, c * 40, 40, false);
    const auto by_mask = support::sorted_rows(old_mask, c * 40, 40, false);
    for (int k = 0; k < 40; ++k) {
      const std::size_t i = c * 40 + static_cast<std::size_t>(k);
      const bool open = old_mask[i] > -0.5;
      const std::size_t from = c * 40 + static_cast<std::size_t>(by_key[static_cast<std::size_t>(k)]);
      const std::size_t other = c * 40 + static_cast<std::size_t>(by_mask[static_cast<std::size_t>(k)]);
      CAPTURE(c, k, open);
      REQUIRE(key(k, c) == old_key[open ? from : i]);
      REQUIRE(t(k, c) == (open ? old_s[from] + 0.5 * old_t[from] : old_t[i]));
      REQUIRE(s(k, c) == (open ? old_t[other] : old_s[i]));
      REQUIRE(mask(k, c) == old_mask[open ? from : i]);
      REQUIRE(order(k, c) == (open ? by_key[static_cast<std::size_t>(k)] : 0));
      REQUIRE(wind(k, c).component[1] == old_wind[open ? from : i].component[1]);
    }
  }
}

TEST_CASE("A destination of another type takes the values that it would have been given", "[column]") {
  const auto grid = support::quadratic_grid(33, 3);
  CenterField<double> a(grid);
  CenterField<float> plain(grid), sorted(grid);
  support::scatter(a);
  plain = a;
  plain = column_sort(plain);
  sorted = column_sort(a);
  REQUIRE_THAT(levels_of(sorted), are(plain.to_host()));
}

TEST_CASE("Faces of a ring have no sorted order, and the error says so before anything is written", "[column]") {
  const auto ring = ColumnGrid::periodic(4, 0.0, 1.0, 2);
  FaceField<double> f(ring);
  f.fill([](double z) { return -z; });
  const auto before = f.to_host();
  REQUIRE_THROWS_AS(f = column_sort(f), GridError);
  REQUIRE(f.to_host() == before);
  CenterField<double> a(ring);
  a.fill([](double z) { return -z; });
  a = column_sort(a);
  REQUIRE(a(0, 1) == -0.875);
}

TEST_CASE("What a sort does is explained", "[column]") {
  CenterField<double> a(ColumnGrid::uniform(4, 0.0, 1.0), "a");
  REQUIRE(explain(a, column_sort_by(a, 2 * a)).text().find("column_sort_by(a, (2 * a))") != std::string::npos);
}
