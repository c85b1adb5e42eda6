// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>

#include "operations.hpp"
#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/numbers.hpp"

namespace {

using namespace columnwise_test;

struct Share {
  STENCIL_FUNCTION auto operator()(auto x, auto whole) const { return results(x * x / whole); }
};
struct Limited {
  STENCIL_FUNCTION auto operator()(auto x, auto k) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetValue(0.5)))(x);
    return results(DivergenceF2C()(k * where(slope > 0.0, slope * slope, 0.5 * slope)));
  }
};
}  // namespace

TEST_CASE("Arguments of a column function may be sums, running values and solutions", "[columnwise]") {
  const Case c{33, 3, Kind::alike};
  State<double, backend::Cpu, layout::LevelsContiguous> s(c);
  CenterField<double> by_function(s.grid), in_steps(s.grid), x(s.grid);
  SurfaceField<double> whole(s.grid);
  const auto share = columnwise(Share{});
  const auto a = band(0.5, 3.0 + s.b, 0.25);
  by_function = share(solve(a, s.a), column_max(s.b)) - column_integral(share(s.b, 2.0));
  x = solve(a, s.a);
  whole = column_max(s.b);
  in_steps = x * x / whole;
  x = s.b * s.b / 2.0;
  whole = column_integral(x);
  in_steps = in_steps - whole;
  const auto computed = by_function.to_host(), expected = in_steps.to_host();
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(std::abs(computed[i] - expected[i]) < 1e-13);
}

TEMPLATE_LIST_TEST_CASE("Sums and running values in both directions have the bits of the same expression",
                        "[columnwise]", support::OtherAxis) {
  const auto sums = [](auto x) {
    return results(cumulative_integral(x, top(0.25)), cumulative_integral(x, bottom(0.25)),
                   column_accumulate(functions::Add{}, 0.5, as_is, from_top, x),
                   column_reduce(functions::Add{}, 0.5, as_is, from_top, x));
  };
  for (const int levels : {1, 2, 3, 4, 63, 64, 65, 127, 129, 130, 300}) {
    const auto grid = support::quadratic_grid(levels, 5);
    typename TestType::centers x(grid);
    typename TestType::faces down(grid), up(grid), expected_down(grid), expected_up(grid);
    typename TestType::centers each(grid), expected_each(grid);
    typename TestType::surface total(grid), expected_total(grid);
    support::scatter(x);
    fields(down, up, each, total) = columnwise(sums)(x);
    expected_down = cumulative_integral(x, top(0.25));
    expected_up = cumulative_integral(x, bottom(0.25));
    expected_each = column_accumulate(functions::Add{}, 0.5, as_is, from_top, x);
    expected_total = column_reduce(functions::Add{}, 0.5, as_is, from_top, x);
    CAPTURE(levels);
    CHECK(down.to_host() == expected_down.to_host());
    CHECK(up.to_host() == expected_up.to_host());
    CHECK(each.to_host() == expected_each.to_host());
    CHECK(total.to_host() == expected_total.to_host());
  }
}

TEST_CASE("The derivative of a column function is that of the same formula as a tree", "[columnwise]") {
  for (const Kind kind : {Kind::alike, Kind::ring, Kind::per_column}) {
    const Case c{17, 5, kind};
    State<double, backend::Cpu, layout::LevelsContiguous> s(c);
    CenterField<double> by_function(s.grid), by_rows(s.grid), by_tree(s.grid);
    const auto f = columnwise(Limited{});
    const auto [tree] = Limited{}(as_node(s.a), as_node(s.f));
    by_function = jvp(f(s.a, s.f), wrt(s.a), s.b);
    by_rows = jacobian(f(s.a, s.f), wrt(s.a)) * s.b;
    by_tree = jvp(tree, wrt(s.a), s.b);
    const auto first = by_function.to_host(), other = by_rows.to_host(), expected = by_tree.to_host();
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CHECK(first[i] == expected[i]);
      CHECK(std::abs(other[i] - expected[i]) < 1e-12 * (1 + std::abs(expected[i])));
    }
  }
}

namespace {
/// Everything through which a derivative along a direction goes, but smooth.
struct Coupled {
  STENCIL_FUNCTION auto operator()(auto x, auto k) const {
    const auto square = x * x, twice = 2.0 * x;  // of one type, also with derivatives
    const auto mean = column_integral(square);
    const auto path = cumulative_integral(0.5 * twice, top(0.5));
    const auto fallen = march(
        from_top, 0.0 * at_level(x, 0),
        [](auto& s, auto y) {
          s = 0.5 * s + y * y;
          return s;
        },
        x);
    const auto spread = solve(band(-0.5, 3.0 + x, -0.25), x);
    return results(x * mean + DivergenceF2C()(k * path) + fallen + spread + at_level(x, -1) + column_max(x));
  }
};
}  // namespace

TEST_CASE("A directional derivative goes through sums, running values, marches and solves", "[columnwise]") {
  const Case c{12, 3, Kind::alike};
  State<double, backend::Cpu, layout::LevelsContiguous> s(c);
  CenterField<double> slope(s.grid), up(s.grid), down(s.grid), x(s.grid);
  const auto f = columnwise(Coupled{});
  slope = jvp(f(s.a, s.f), wrt(s.a), s.b);
  const double h = 1e-5;
  x = s.a + h * s.b;
  up = f(x, s.f);
  x = s.a - h * s.b;
  down = f(x, s.f);
  for (std::size_t column = 0; column < c.columns; ++column) {
    for (int k = 0; k < c.levels; ++k) {
      const double difference = (up(k, column) - down(k, column)) / (2 * h);
      CHECK(std::abs(slope(k, column) - difference) < 1e-7 * (1 + std::abs(difference)));
    }
  }
}

namespace {
template <class Flux, class Change>
struct Tendencies {
  Flux flux;
  Change change;
};
struct ByName {
  STENCIL_FUNCTION auto operator()(auto x, auto k) const {
    const auto flux = k * GradientC2F()(x);
    const auto change = DivergenceF2C()(flux);
    return Tendencies<decltype(1.0 * flux), decltype(1.0 * change)>{flux, change};
  }
};
struct Twice {
  STENCIL_FUNCTION auto operator()(auto x, auto k) const {
    const auto t = columnwise(ByName{})(x, k);
    return results(2.0 * t.change, InterpolateF2C()(t.flux));
  }
};
}  // namespace

TEST_CASE("A column function may return a struct, whose members are its results", "[columnwise]") {
  const Case c{9, 3, Kind::alike};
  State<double, backend::Cpu, layout::LevelsContiguous> s(c);
  CenterField<double> change(s.grid), doubled(s.grid), between(s.grid), expected(s.grid);
  FaceField<double> flux(s.grid), expected_flux(s.grid);
  fields(flux, change) = columnwise(ByName{})(s.a, s.f);
  fields(doubled, between) = columnwise(Twice{})(s.a, s.f);
  expected_flux = s.f * GradientC2F()(s.a);
  expected = DivergenceF2C()(expected_flux);
  CHECK(flux.to_host() == expected_flux.to_host());
  CHECK(change.to_host() == expected.to_host());
  expected = 2.0 * expected;
  CHECK(doubled.to_host() == expected.to_host());
  expected = InterpolateF2C()(expected_flux);
  CHECK(between.to_host() == expected.to_host());
}

namespace {
struct Parcel {
  double mass;
  float speed[2];
  int levels;
};
struct Parcels {
  STENCIL_FUNCTION auto operator()(auto q, auto start, auto count) const {
    const auto rise = [](auto& parcel, auto x) {
      parcel.mass += x;
      parcel.speed[1] *= 2;
      ++parcel.levels;
      return parcel.mass + 100 * static_cast<double>(parcel.speed[0]) + 1000 * static_cast<double>(parcel.speed[1]) +
             1e4 * parcel.levels;
    };
    const auto from_values = march(from_bottom, make<Parcel>(start, 3, at_level(q, 0), count), rise, q);
    const auto from_numbers = march(from_bottom, make<Parcel>(2.0F, 3, 4.0, 5), rise, q);
    return results(from_values, from_numbers);
  }
};
}  // namespace

TEMPLATE_TEST_CASE("A march starts from a struct of values per column and numbers", "[columnwise]",
                   layout::LevelsContiguous, layout::ColumnsContiguous) {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 5);
  CenterField<float, backend::Cpu, TestType> q(grid), first(grid), second(grid);
  SurfaceField<double> start(grid);
  SurfaceField<int> count(grid);
  q.fill([](double z) { return static_cast<float>(z + 0.5); });  // 1, 2, 3
  start.fill([](std::size_t column) { return 0.25 * static_cast<double>(column); });
  count.fill([](std::size_t column) { return static_cast<int>(2 * column); });
  fields(first, second) = columnwise(Parcels{})(q, start, count);
  const float sums[] = {1, 3, 6};
  for (std::size_t c = 0; c < 5; ++c) {
    for (int k = 0; k < 3; ++k) {
      const float doubled = k == 0 ? 2 : k == 1 ? 4 : 8;
      const auto column = static_cast<float>(c), level = static_cast<float>(k + 1);
      REQUIRE(first(k, c) == 0.25F * column + sums[k] + 300 + 1000 * doubled + 1e4F * (2 * column + level));
      REQUIRE(second(k, c) == 2 + sums[k] + 300 + 1000 * 4 * doubled + 1e4F * (5 + level));
    }
  }
}

namespace {
/// A formula and its Jacobian from one evaluation, beside the formula and beside the Jacobians of two formulas at once.
struct Linearized {
  STENCIL_FUNCTION auto operator()(auto q, auto k) const {
    const auto grad = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto f = [&](auto y) { return y * y * exp(y) - DivergenceF2C()(k * grad(y * y)); };
    const auto at_faces = [&](auto y) { return k * grad(y * y); };
    auto [value, slope] = value_and_jacobian(f, q);
    auto [flux, slope_of_flux] = value_and_jacobian(at_faces, q);
    const auto [by_itself, of_flux] = jacobian([&](auto y) { return results(f(y), at_faces(y)); }, q);
    return results(value, f(q), slope * q, by_itself * q, flux, at_faces(q), slope_of_flux * q, of_flux * q);
  }
};
}  // namespace

TEST_CASE("A formula and its Jacobian from one evaluation are those of each by itself", "[columnwise]") {
  State<double, backend::Cpu, layout::LevelsContiguous> s({9, 3, Kind::per_column});
  CenterField<double> c[4] = {CenterField<double>(s.grid), CenterField<double>(s.grid), CenterField<double>(s.grid),
                              CenterField<double>(s.grid)};
  FaceField<double> f[4] = {FaceField<double>(s.grid), FaceField<double>(s.grid), FaceField<double>(s.grid),
                            FaceField<double>(s.grid)};
  fields(c[0], c[1], c[2], c[3], f[0], f[1], f[2], f[3]) = columnwise(Linearized{})(s.a, s.f);
  for (const int i : {0, 2}) {
    CHECK(differing(c[i].to_host(), c[i + 1].to_host()) == 0);
    CHECK(differing(f[i].to_host(), f[i + 1].to_host()) == 0);
    CHECK(c[i].to_host() != c[2 - i].to_host());
  }
}

TEST_CASE("Operations on columns of grid quantities alone are results, and stand inside formulas", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 8.0, 2);
  CenterField<float> q(grid), scaled(grid), reached(grid);
  SurfaceField<float> deep(grid), high(grid), both(grid), nested(grid);
  q.fill([](double z) { return z; });
  const auto depths = columnwise([](auto x) {
    const auto second = at_level(heights(Center{}), 1);
    const auto depth = column_sum(spacing(Center{}));
    const auto above_second = heights(Center{}) - second;
    const auto nested = column_sum(above_second) + at_level(above_second, -1);
    const auto reached = march(
        from_bottom, 0.0,
        [](auto& sum, auto z, auto of_x) {
          sum = sum + z;
          return 0 * of_x + sum;
        },
        above_second, x);
    return results(0.5 * depth, second, at_level(x, 0) * (second + 1.0), x * (2.0 * depth), nested, reached);
  });
  fields(deep, high, both, scaled, nested, reached) = depths(q);
  CHECK(deep(1) == 4);
  CHECK(high(1) == 1.5F);
  CHECK(both(1) == 1.25F);
  CHECK(scaled(3, 1) == 3.5F * 16);
  CHECK(nested(1) == 20 + 6);  // -1 + 0 + ... + 6, and the highest of them
  CHECK(reached(7, 1) == 20);
}

TEST_CASE("The level of at_level differs from column to column, and may be one that there is not", "[columnwise]") {
  const auto at = columnwise([](auto x, auto f) {
    const auto face = first_level_where(f > 0.5);
    return results(at_level(x, face, -3.0), at_level(2.0 * x - 0.0, face), at_level(f, face, -4.0));
  });
  const auto check = [&]<class Layout>(Layout, int levels) {
    constexpr int columns = 7;
    const auto grid = ColumnGrid::uniform(levels, 0.0, static_cast<double>(levels), columns);
    CenterField<double, backend::Cpu, Layout> x(grid);
    FaceField<double, backend::Cpu, Layout> f(grid);
    SurfaceField<double> of_x(grid), of_double(grid), of_face(grid);
    x.fill([](double z) { return z; });
    f.fill([](double) { return 0.0; });
    const int faces[columns] = {levels, 0, levels / 2, levels - 1, 1, -1, levels};
    for (std::size_t c = 0; c < columns; ++c) {
      if (faces[c] >= 0) f(faces[c], c) = 1.0 + static_cast<double>(c);
    }
    fields(of_x, of_double, of_face) = at(x, f);
    for (std::size_t c = 0; c < columns; ++c) {
      const bool exists = faces[c] >= 0 && faces[c] < levels;
      INFO(levels << " levels, column " << c);
      CHECK(of_x(c) == (exists ? faces[c] + 0.5 : -3.0));
      CHECK((exists ? of_double(c) == 2 * faces[c] + 1 : std::isnan(of_double(c))));
      CHECK(of_face(c) == (faces[c] >= 0 ? 1.0 + static_cast<double>(c) : -4.0));
    }
  };
  for (const int levels : {1, 3, 65, 700, 4097}) {
    check(layout::LevelsContiguous{}, levels);
    check(layout::ColumnsContiguous{}, levels);
  }
}
