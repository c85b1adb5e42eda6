// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "support/numbers.hpp"
#include "support/strided_view.hpp"

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

/// Levels at random heights between the ends, other ones in every column.
ColumnGrid rough(int levels, std::size_t columns, std::uint64_t seed) {
  std::vector<double> z;
  for (std::size_t c = 0; c < columns; ++c) {
    std::vector<double> faces{-1.0, 2.0};
    for (int i = 1; i < levels; ++i)
      faces.push_back(0.5 + 1.49 * support::scattered(c * 10000 + static_cast<std::size_t>(i), seed));
    std::sort(faces.begin(), faces.end());
    z.insert(z.end(), faces.begin(), faces.end());
  }
  return ColumnGrid::from_faces_per_column(z, columns);
}

double mass(const CenterField<double>& x, std::size_t column) {
  long double sum = 0;
  for (int k = 0; k < x.levels(); ++k)
    sum += static_cast<long double>(x(k, column)) * (x.grid().z_faces(column)[static_cast<std::size_t>(k) + 1] -
                                                     x.grid().z_faces(column)[static_cast<std::size_t>(k)]);
  return static_cast<double>(sum);
}

/// Overlap after overlap, in long double.
std::vector<double> by_overlaps(const CenterField<double>& x, const ColumnGrid& to, std::size_t column) {
  std::vector<double> y;
  const auto z = x.grid().z_faces(column), z_new = to.z_faces(column);
  for (std::size_t i = 0; i + 1 < z_new.size(); ++i) {
    long double sum = 0;
    for (std::size_t j = 0; j + 1 < z.size(); ++j) {
      const long double piece = std::min<long double>(z[j + 1], z_new[i + 1]) - std::max<long double>(z[j], z_new[i]);
      if (piece > 0) sum += piece * x(static_cast<int>(j), column);
    }
    y.push_back(static_cast<double>(sum / (static_cast<long double>(z_new[i + 1]) - z_new[i])));
  }
  return y;
}

template <class Scheme>
void require_conservative_and_bounded(int from_levels, int to_levels) {
  const std::size_t columns = 5;
  const auto from = rough(from_levels, columns, 1), to = rough(to_levels, columns, 2);
  CenterField<double> x(from), y(to), ones(to), back(from);
  support::scatter(x, 3);
  y = remap(from, to, Scheme{})(x);
  ones = remap(from, to, Scheme{})(0.0 * x + 7.0);
  back = remap(to, from, Scheme{})(y);
  INFO(from_levels << " to " << to_levels << " levels, " << Scheme::name);
  for (std::size_t c = 0; c < columns; ++c) {
    CHECK(std::fabs(mass(y, c) - mass(x, c)) <= 30 * eps * 3);
    CHECK(std::fabs(mass(back, c) - mass(x, c)) <= 60 * eps * 3);
    double low = 1e9, high = -1e9;
    for (int k = 0; k < from_levels; ++k) {
      low = std::min(low, x(k, c));
      high = std::max(high, x(k, c));
    }
    for (int k = 0; k < to_levels; ++k) {
      CHECK(y(k, c) >= low - 30 * eps);
      CHECK(y(k, c) <= high + 30 * eps);
      CHECK(std::fabs(ones(k, c) - 7) <= 7 * 30 * eps);
    }
  }
  y = remap(from, to, Scheme{})(x);
  CenterField<double> same(from);
  same = remap(from, rough(from_levels, columns, 1), Scheme{})(x);
  CHECK(same.to_host() == x.to_host());
}

/// L2 error of a profile remapped between two grids of different cells. Means of cells are exact.
template <class Scheme, class Primitive>
double error(int levels, bool ring, const Primitive& integral) {
  const auto grid = [&](int n) { return ring ? ColumnGrid::periodic(n, 0.0, 1.0) : ColumnGrid::uniform(n, 0.0, 1.0); };
  const auto from = grid(levels), to = grid(levels + levels / 3);
  const auto means = [&](const ColumnGrid& g, const CenterField<double>& x) {
    for (int k = 0; k < g.levels(); ++k) {
      const auto z = g.z_faces();
      const double low = z[static_cast<std::size_t>(k)], high = z[static_cast<std::size_t>(k) + 1];
      x(k, 0) = (integral(high) - integral(low)) / (high - low);
    }
  };
  CenterField<double> x(from), y(to), exact(to);
  means(from, x);
  means(to, exact);
  y = remap(from, to, Scheme{})(x) - exact;
  double sum = 0;
  for (int k = 0; k < to.levels(); ++k) sum += y(k, 0) * y(k, 0) / to.levels();
  return std::sqrt(sum);
}
template <class Scheme, class Primitive>
double rate(bool ring, const Primitive& integral) {
  return std::log2(error<Scheme>(192, ring, integral) / error<Scheme>(384, ring, integral));
}

/// The CPU backend, which counts how often it gives memory to an assignment.
struct Counting : backend::Cpu {
  static inline int count = 0;
  template <class P>
  static auto scratch(std::size_t bytes, const P& how) {
    ++count;
    return backend::Cpu::scratch(bytes, how);
  }
};
/// How often `assigned` was given memory.
template <class F>
int memory_for(const F& assigned) {
  Counting::count = 0;
  assigned();
  return Counting::count;
}

const auto ramp = [](double z) { return std::log(std::cosh(16 * (z - 0.5))) / 16; };  // of tanh: monotone, flat ends
const auto wave = [](double z) { return -std::cos(6.283185307179586 * z); };

}  // namespace

TEST_CASE("A remap conserves mass, keeps bounds and constants, and between equal grids changes nothing", "[remap]") {
  for (const int from : {1, 2, 3, 4, 33, 137}) {
    for (const int to : {1, 2, 31, 200}) {
      require_conservative_and_bounded<FirstOrderRemap>(from, to);
      require_conservative_and_bounded<PPM>(from, to);
      require_conservative_and_bounded<MirroredPPM>(from, to);
    }
  }
}

TEST_CASE("Fields remapped together have the bits of each alone", "[remap]") {
  const auto require = [](const ColumnGrid& from, const ColumnGrid& to, auto scheme) {
    CenterField<double> x(from), y(from), new_x(to), new_y(to), twice(to), alone(to);
    support::scatter(x, 3);
    support::scatter(y, 4);
    fields(new_x, new_y, twice) = remap(from, to, scheme)(x, y, 2.0 * x + heights(Center{}));
    alone = remap(from, to, scheme)(x);
    REQUIRE(new_x.to_host() == alone.to_host());
    alone = remap(from, to, scheme)(y);
    REQUIRE(new_y.to_host() == alone.to_host());
    alone = remap(from, to, scheme)(2.0 * x + heights(Center{}));
    REQUIRE(twice.to_host() == alone.to_host());
    // Of an array of fields as one by one, and beside others.
    const std::array<CenterField<double>, 2> both{x, y};
    std::array<CenterField<double>, 2> new_both{CenterField<double>(to), CenterField<double>(to)};
    fields(new_both, alone) = remap(from, to, scheme)(both, 2.0 * x + heights(Center{}));
    REQUIRE(new_both[0].to_host() == new_x.to_host());
    REQUIRE(new_both[1].to_host() == new_y.to_host());
    REQUIRE(alone.to_host() == twice.to_host());
  };
  const auto both = [&](const ColumnGrid& from, const ColumnGrid& to) {
    INFO(from.levels() << " to " << to.levels() << " levels");
    require(from, to, FirstOrderRemap{});
    require(from, to, PPM{});
    require(from, to, MirroredPPM{});
  };
  for (const int from : {1, 2, 3, 33, 137}) {
    for (const int to : {1, 2, 31, 200}) {
      both(rough(from, 3, 1), rough(to, 3, 2));
      both(ColumnGrid::periodic(from, 0.0, 1.0, 2), ColumnGrid::periodic(to, 0.0, 1.0, 2));
    }
  }
}

TEMPLATE_TEST_CASE("Many columns of the same heights have the bits of each by itself", "[remap]", float, double) {
  const auto require = [](auto layout, std::size_t columns, bool ring) {
    using L = decltype(layout);
    using Field = CenterField<TestType, backend::Cpu, L>;
    const auto grid = [&](int levels, std::size_t count) {
      return ring ? ColumnGrid::periodic(levels, 0.0, 1.0, count)
                  : ColumnGrid::stretched(levels, 0.0, 1.0, 0.01, count);
    };
    const auto from = grid(19, columns), to = grid(12, columns), from_one = grid(19, 1), to_one = grid(12, 1);
    Field x(from), mean(from), flat(to), of_product(to), curved(to), beside(to);
    support::scatter(x, 5);
    mean = running_mean(x, 0.3);
    flat = remap(from, to)(x);
    of_product = remap(from, to)(x * x);
    fields(curved, beside) = remap(from, to, PPM{})(x, x * x);
    Field single(from_one), mean_one(from_one), new_one(to_one);
    const auto same = [](const Field& many, std::size_t c, const Field& alone) {
      for (int k = 0; k < alone.levels(); ++k)
        if (many(k, c) != alone(k, 0)) return false;
      return true;
    };
    for (std::size_t c = 0; c < columns; ++c) {
      INFO(L::name << ", column " << c << " of " << columns << ", ring: " << ring);
      for (int k = 0; k < 19; ++k) single(k, 0) = x(k, c);
      mean_one = running_mean(single, 0.3);
      REQUIRE(same(mean, c, mean_one));
      new_one = remap(from_one, to_one)(single);
      REQUIRE(same(flat, c, new_one));
      new_one = remap(from_one, to_one)(single * single);
      REQUIRE(same(of_product, c, new_one));
      new_one = remap(from_one, to_one, PPM{})(single);
      REQUIRE(same(curved, c, new_one));
      new_one = remap(from_one, to_one, PPM{})(single * single);
      REQUIRE(same(beside, c, new_one));
    }
  };
  for (const std::size_t columns : {31U, 32U, 75U}) {
    for (const bool ring : {false, true}) {
      require(layout::LevelsContiguous{}, columns, ring);
      require(layout::ColumnsContiguous{}, columns, ring);
    }
  }
}

TEST_CASE("A remap or a running mean alone is written to the destination itself", "[remap]") {
  const auto from = rough(33, 3, 1), to = rough(20, 3, 2);
  CenterField<double, Counting> x(from), mean(from), in_place(from), y(to), z(to);
  support::scatter(x, 1);
  CHECK(memory_for([&] { y = remap(from, to, PPM{})(x); }) == 0);
  CHECK(memory_for([&] { z = 1.0 * remap(from, to, PPM{})(x); }) == 1);
  CHECK(y.to_host() == z.to_host());
  CHECK(memory_for([&] { mean = running_mean(x, 0.4); }) == 0);
  in_place = x + 0.0;
  CHECK(memory_for([&] { in_place = running_mean(in_place, 0.4); }) == 1);
  CHECK(in_place.to_host() == mean.to_host());
  z = y + 0.0;
  CHECK(memory_for([&] { assign(z, remap(from, to)(x), policy().where(y > 0.0)); }) == 1);
  for (std::size_t c = 0; c < 3; ++c)
    for (int k = 0; k < 20; ++k) CHECK((y(k, c) > 0 || z(k, c) == y(k, c)));
}

TEST_CASE("Fields remapped together are refused where one alone would be, and where memory is shared", "[remap]") {
  const auto from = ColumnGrid::uniform(4, 0.0, 1.0), to = ColumnGrid::uniform(5, 0.0, 1.0);
  CenterField<double> x(from), y(from), new_x(to), new_y(to);
  CHECK_THROWS_MATCHES((fields(new_x, y) = remap(from, to)(x, x)), GridError,
                       MessageMatches(ContainsSubstring("the destination")));
  CHECK_THROWS_MATCHES((fields(new_x, new_y) = remap(from, to)(x, new_x)), GridError,
                       MessageMatches(ContainsSubstring("operand 1")));
  new_x = 3.0;
  CHECK_THROWS_MATCHES((fields(new_x, new_x) = remap(from, to)(x, y)), Error,
                       MessageMatches(ContainsSubstring("a destination twice")));
  CHECK_THROWS_MATCHES((fields(new_x, wrap_center(new_x.data(), to)) = remap(from, to)(x, y)), Error,
                       MessageMatches(ContainsSubstring("a destination twice")));
  CHECK(new_x.to_host() == std::vector<double>(5, 3.0));
  const auto same = ColumnGrid::stretched(4, 0.0, 1.0, 0.2);
  auto there = wrap_center(x.data(), same);
  CenterField<double> other(same);
  CHECK_THROWS_MATCHES((fields(other, there) = remap(from, same)(x, y)), ShapeError,
                       MessageMatches(ContainsSubstring("share memory")));
}

TEST_CASE("The first-order remap is the mean of what overlaps, shared heights as those of each column", "[remap]") {
  const auto from = rough(40, 3, 1), to = rough(29, 3, 2);
  CenterField<double> x(from), y(to);
  support::scatter(x, 1);
  y = 2.0 * remap(from, to)(x);
  for (std::size_t c = 0; c < 3; ++c) {
    const auto expected = by_overlaps(x, to, c);
    for (int k = 0; k < 29; ++k) CHECK(std::fabs(y(k, c) - 2 * expected[static_cast<std::size_t>(k)]) <= 60 * eps);
  }
  const auto fine = ColumnGrid::stretched(40, 0.0, 1.0, 0.01, 3), coarse = ColumnGrid::uniform(7, 0.0, 1.0, 3);
  CenterField<double> a(fine), b(coarse), c(coarse);
  support::scatter(a, 2);
  b = remap(fine, coarse)(exp(a));
  c = remap_matrix(fine, coarse)(exp(a));
  for (std::size_t i = 0; i < 3; ++i)
    for (int k = 0; k < 7; ++k) CHECK(std::fabs(b(k, i) - c(k, i)) <= 60 * eps);
  // To finer cells that divide the coarse ones, and back.
  const auto halves = ColumnGrid::uniform(14, 0.0, 1.0, 3);
  c = remap(halves, coarse)(remap(coarse, halves)(b));
  for (std::size_t i = 0; i < 3; ++i)
    for (int k = 0; k < 7; ++k) CHECK(std::fabs(b(k, i) - c(k, i)) <= 10 * eps * std::fabs(b(k, i)));
}

TEST_CASE("The remaps are of order 1 and 3, and at extremes the limited one of order above 2", "[remap]") {
  const double first = rate<FirstOrderRemap>(false, ramp), third = rate<PPM>(false, ramp),
               limited = rate<PPM>(true, wave);
  CAPTURE(first, third, limited);
  CHECK(first > 0.95);
  CHECK(first < 1.05);
  CHECK(third > 2.9);
  CHECK(third < 3.4);
  CHECK(limited > 2.0);
  CHECK(limited < 3.1);
}

TEMPLATE_TEST_CASE("PPM finds what a parabola has, away from the ends", "[remap]", float, double) {
  const double tolerance = 64 * std::numeric_limits<TestType>::epsilon();
  const auto mean = [](double low, double high) { return (low * low + low * high + high * high) / 3; };
  const auto means = [&](const CenterField<TestType>& x) {
    const auto z = x.grid().z_faces();
    for (std::size_t k = 0; k + 1 < z.size(); ++k)
      x(static_cast<int>(k), 0) = static_cast<TestType>(mean(z[k], z[k + 1]));
  };
  const auto uneven = [](double power) {
    std::vector<double> z;
    for (int i = 0; i <= 12; ++i) z.push_back(std::pow(i / 12.0, power) + (i % 3 == 1 ? 0.01 : 0));
    return ColumnGrid::from_faces(z);
  };
  const auto to = ColumnGrid::uniform(40, 0.0, 1.0);
  for (const auto& from : {ColumnGrid::uniform(8, 0.0, 1.0), uneven(1.0), uneven(1.3)}) {
    CenterField<TestType> x(from), y(to), expected(to);
    means(x);
    means(expected);
    y = remap(from, to, PPM{})(x);
    for (int k = 14; k < 26; ++k) CHECK(std::fabs(y(k, 0) - expected(k, 0)) < tolerance);
  }
}

TEST_CASE("PPM keeps bounds of values of any size", "[remap]") {
  const auto from = ColumnGrid::uniform(6, 0.0, 6.0);
  const auto to = ColumnGrid::from_faces(std::vector{0.0, 1.0, 2.0, 2.25, 2.5, 3.0, 4.0, 5.0, 6.0});
  CenterField<float> y(to), expected(to);
  const CenterField<float> of_one(from, {0.0F, 0.0F, 0.05F, 1.0F, 1.0F, 1.0F});
  expected = remap(from, to, PPM{})(of_one);
  CHECK(expected(2, 0) > 0.0F);
  CHECK(expected(4, 0) > 2 * expected(2, 0));
  for (const float size : {1e-25F, 1e-23F, 1e20F, 1e30F}) {
    const CenterField<float> x(from, {0.0F, 0.0F, 0.05F * size, size, size, size});
    y = remap(from, to, PPM{})(x);
    for (int k = 0; k < 8; ++k) {
      INFO("values of " << size << ", cell " << k);
      CHECK(std::fabs(y(k, 0) / size - expected(k, 0)) < 1e-5F);
    }
  }
}

TEST_CASE("A cell without thickness has the value at its height", "[remap]") {
  // Layers vanish at the bottom, in the middle, two at one height, where an old face is, inside an old cell, at the
  // top.
  const std::vector<double> thick{0, 2, 0, 0, 1.5, 0, 2.5, 0}, values{0.5, 0.5, 2.5, 2.5, 3.5, 3.5, 4.5, 5.5};
  const auto from = ColumnGrid::uniform(6, 0.0, 6.0, 2);
  const auto to = ColumnGrid::uniform(8, 0.0, 6.0, 2).with_changing_heights();
  CenterField<double> h(to), alone(to), a(to), b(to), x(from), twice(from), back(from);
  for (int k = 0; k < 8; ++k) h(k, 0) = h(k, 1) = thick[static_cast<std::size_t>(k)];
  set_thickness(to, h, bottom(0.0));
  for (int k = 0; k < 6; ++k) x(k, 0) = x(k, 1) = k + 0.5;
  twice = 2.0 * x;
  const auto require_values = [&](const auto& remapped) {
    alone = remapped(x);
    fields(a, b) = remapped(x, twice);
    for (const std::size_t c : {0U, 1U}) {
      for (int k = 0; k < 8; ++k) {
        INFO("cell " << k);
        const auto i = static_cast<std::size_t>(k);
        if (thick[i] == 0) CHECK(std::fabs(alone(k, c) - values[i]) <= 0.5);
        CHECK(alone(k, c) == a(k, c));
        CHECK(2 * alone(k, c) == b(k, c));
        CHECK(std::isfinite(alone(k, c)));
      }
      CHECK(std::fabs(mass(alone, c) - mass(x, c)) < 100 * eps);
    }
  };
  const auto first_order = remap(from, to);
  require_values(first_order);
  alone = first_order(x);
  for (const int k : {0, 2, 3, 5, 7}) CHECK(alone(k, 1) == values[static_cast<std::size_t>(k)]);
  require_values(remap(from, to, PPM{}));
  require_values(remap(from, to, MirroredPPM{}));

  // And back: what has no thickness gives nothing, and between equal grids only such cells change.
  for (int k = 0; k < 8; ++k) alone(k, 0) = alone(k, 1) = 1.0 + k * k;
  back = remap(to, from)(alone);
  CHECK(std::fabs(mass(back, 0) - mass(alone, 0)) < 100 * eps);
  fields(a, b) = remap(to, to)(alone, 2.0 * alone);
  const std::vector<double> above{2, 2, 17, 17, 17, 37, 37, 37};
  for (int k = 0; k < 8; ++k) {
    CHECK(a(k, 0) == above[static_cast<std::size_t>(k)]);
    CHECK(b(k, 0) == 2 * a(k, 0));
  }
}

TEST_CASE("Thin cells that rounding puts beyond the end of a column have the value there", "[remap]") {
  // Heights are sums from the top, so that the lowest faces differ in rounding; the lowest cells hold nearly nothing.
  const auto from = ColumnGrid::uniform(4, 0.0, 4.0).with_changing_heights();
  const auto to = ColumnGrid::uniform(5, 0.0, 4.0).with_changing_heights();
  CenterField<double> h(from), x(from), twice(from), thin(to), alone(to), a(to), b(to);
  const auto fill = [](auto& field, const std::vector<double>& values) {
    for (int k = 0; k < field.levels(); ++k) field(k, 0) = values[static_cast<std::size_t>(k)];
  };
  const double sliver = 0x1p-50;
  fill(x, {1.5, 2.5, 1.0, 3.0});
  twice = 2.0 * x;
  for (const double vanished : {0.0, 1e-14}) {
    fill(h, {vanished, 1.0, 1.0, 2.0});
    set_thickness(from, h, top(0.0));
    fill(thin, {sliver, sliver, vanished + sliver, 2.0, 2.0});
    set_thickness(to, thin, top(0.0));
    const auto require_between = [&](const auto& remapped) {
      alone = remapped(x);
      fields(a, b) = remapped(x, twice);
      for (int k = 0; k < 5; ++k) {
        INFO("cell " << k);
        CHECK(alone(k, 0) >= 1.0);
        CHECK(alone(k, 0) <= 3.0);
        CHECK(a(k, 0) == alone(k, 0));
        CHECK(b(k, 0) == 2 * alone(k, 0));
      }
      CHECK(std::fabs(mass(alone, 0) - mass(x, 0)) < 100 * eps);
    };
    require_between(remap(from, to));
    require_between(remap(from, to, PPM{}));
    require_between(remap(from, to, MirroredPPM{}));
  }
}

TEST_CASE("A cell without thickness at the top has the value of the highest cell that has some", "[remap]") {
  const auto from = ColumnGrid::uniform(4, 0.0, 4.0).with_changing_heights();
  const auto to = ColumnGrid::uniform(5, 0.0, 4.0).with_changing_heights();
  CenterField<double> h(from), x(from), thin(to), alone(to), a(to);
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> across(to);
  h(0, 0) = h(1, 0) = 2.0;
  x(0, 0) = 1.0;
  x(1, 0) = 3.0;
  x(2, 0) = 50.0;  // without thickness
  x(3, 0) = std::numeric_limits<double>::quiet_NaN();
  set_thickness(from, h, bottom(0.0));
  thin(0, 0) = 1.0;
  thin(1, 0) = 3.0;
  set_thickness(to, thin, bottom(0.0));
  const auto remapped = remap(from, to);
  alone = remapped(x);
  fields(a) = remapped(x);
  fields(across) = remapped(x);
  for (int k = 0; k < 5; ++k) {
    INFO("cell " << k);
    CHECK(std::fabs(alone(k, 0) - (k == 0 ? 1.0 : k == 1 ? 7.0 / 3.0 : 3.0)) < 8 * eps);
    CHECK(a(k, 0) == alone(k, 0));
    CHECK(across(k, 0) == alone(k, 0));
  }
  h.fill(0.0);
  h(3, 0) = 4.0;
  set_thickness(from, h, bottom(0.0));
  x(3, 0) = 3.0;
  alone = remapped(x);
  for (int k = 0; k < 5; ++k) CHECK(alone(k, 0) == 3.0);
}

TEST_CASE("A NaN in a cell without thickness goes nowhere", "[remap]") {
  const auto from = ColumnGrid::uniform(4, 0.0, 4.0).with_changing_heights();
  const auto to = ColumnGrid::uniform(3, 0.0, 3.0);
  CenterField<double> h(from), x(from), alone(to), a(to);
  for (int k = 0; k < 4; ++k) x(k, 0) = k;
  h(0, 0) = 2.0;
  h(1, 0) = 0.0;
  h(2, 0) = h(3, 0) = 0.5;
  x(0, 0) = 4.0;
  x(1, 0) = std::numeric_limits<double>::quiet_NaN();
  set_thickness(from, h, bottom(0.0));
  alone = remap(from, to)(x);
  fields(a) = remap(from, to)(x);
  for (int k = 0; k < 3; ++k) {
    CHECK(alone(k, 0) == (k < 2 ? 4.0 : 2.5));
    CHECK(a(k, 0) == alone(k, 0));
  }
}

TEST_CASE("A NaN in a cell stays in the cells that overlap it", "[remap]") {
  const auto from = ColumnGrid::uniform(6, 0.0, 6.0), to = ColumnGrid::uniform(3, 0.0, 6.0);
  CenterField<double> x(from), y(to);
  x.fill(1.0);
  x(2, 0) = std::numeric_limits<double>::quiet_NaN();
  y = remap(from, to)(x);
  CHECK(y(0, 0) == 1);
  CHECK(std::isnan(y(1, 0)));
  CHECK(y(2, 0) == 1);
  // Of an infinite value no part is a number.
  const auto across = ColumnGrid::uniform(4, 0.0, 6.0);
  CenterField<double> parts(across);
  x(2, 0) = 1.0;
  x(1, 0) = std::numeric_limits<double>::infinity();
  parts = remap(from, across)(x);
  for (int k = 0; k < 4; ++k) CHECK(std::isnan(parts(k, 0)) == (k < 2));
}

TEST_CASE("PPM leaves end cells flat and takes the mean of two cells at the face next to them", "[remap]") {
  const auto from = ColumnGrid::uniform(5, 0.0, 5.0), to = ColumnGrid::uniform(10, 0.0, 5.0);
  const CenterField<double> x(from, {0.0, 1.0, 2.0, 3.0, 4.0});
  CenterField<double> y(to);
  y = remap(from, to, PPM{})(x);
  const std::vector<double> expected{0.0, 0.0, 0.75, 1.25, 1.75, 2.25, 2.75, 3.25, 4.0, 4.0};
  for (int k = 0; k < 10; ++k) CHECK(std::fabs(y(k, 0) - expected[static_cast<std::size_t>(k)]) < 8 * eps);
}

TEST_CASE("MirroredPPM is PPM in a column that stands between its mirror images", "[remap]") {
  const std::vector<double> z{0.0, 1.0, 1.5, 3.0, 3.25, 5.0}, z_new{0.0, 0.25, 1.25, 1.75, 3.125, 4.75, 5.0};
  const auto with_images = [](const std::vector<double>& faces) {
    std::vector<double> all;
    for (std::size_t i = faces.size() - 1; i > 0; --i) all.push_back(-faces[i]);
    all.insert(all.end(), faces.begin(), faces.end());
    for (std::size_t i = faces.size() - 1; i-- > 0;) all.push_back(10.0 - faces[i]);
    return ColumnGrid::from_faces(all);
  };
  const auto from = ColumnGrid::from_faces(z), to = ColumnGrid::from_faces(z_new);
  const auto three = with_images(z), three_new = with_images(z_new);
  const CenterField<double> x(from, {0.5, 1.25, 2.25, 3.125, 4.125});
  CenterField<double> y(to), x_of_three(three), y_of_three(three_new);
  for (int k = 0; k < 15; ++k) x_of_three(k, 0) = x(k < 5 ? 4 - k : k < 10 ? k - 5 : 14 - k, 0);
  y = remap(from, to, MirroredPPM{})(x);
  y_of_three = remap(three, three_new, PPM{})(x_of_three);
  for (int k = 0; k < 6; ++k) CHECK(std::fabs(y(k, 0) - y_of_three(6 + k, 0)) < 100 * eps);
}

TEST_CASE("A remap refuses grids that do not belong together and names both", "[remap][errors]") {
  const auto says = [](const char* text) { return MessageMatches(ContainsSubstring(text)); };
  const auto grid = ColumnGrid::uniform(4, 0.0, 10.0, 3);
  remap(grid, ColumnGrid::uniform(8, 0.0, 10.0, 3));  // what a grid remembers of one it does not say of another
  REQUIRE_THROWS_MATCHES(remap(grid, ColumnGrid::uniform(8, 0.0, 11.0, 3)), GridError,
                         says("from 4 levels x 3 columns between 0 m and 10 m to 8 levels x 3 columns "
                              "between 0 m and 11 m"));
  REQUIRE_THROWS_AS(remap(grid, ColumnGrid::uniform(8, 1e-9, 10.0, 3)), GridError);
  REQUIRE_THROWS_AS(remap(grid, ColumnGrid::uniform(8, 0.0, 10.0 + 1e-9, 3)), GridError);
  const auto own = ColumnGrid::from_faces_per_column(std::vector{0.0, 10.0, 0.0, 10.0, 0.0, 9.0}, 3);
  REQUIRE_THROWS_MATCHES(remap(grid, own), GridError, says("in column 2"));
  REQUIRE_THROWS_MATCHES(remap(own, grid), GridError, says("in column 2"));
  // Ends of heights that change are compared by check_ends.
  remap(grid, ColumnGrid::uniform(8, 0.0, 9.0, 3).with_changing_heights());
  REQUIRE_THROWS_MATCHES(remap(grid, ColumnGrid::uniform(8, 0.0, 10.0, 2)), GridError, says("same number of columns"));
  REQUIRE_THROWS_MATCHES(remap(grid, ColumnGrid::periodic(8, 0.0, 10.0, 3)), GridError, says("a ring"));
  CenterField<double> y(grid);
  REQUIRE_THROWS_MATCHES((y = remap(grid, ColumnGrid::uniform(8, 0.0, 10.0, 3))(y)), GridError, says("on another"));
  REQUIRE_THROWS_MATCHES(remap_matrix(grid, rough(4, 3, 1)), GridError, says("span the same interval"));
  const auto shared = ColumnGrid::uniform(4, -1.0, 2.0, 3);
  REQUIRE_THROWS_MATCHES(remap_matrix(shared, rough(4, 3, 1)), GridError, says("shared by all columns"));
  REQUIRE_THROWS_MATCHES(remap_matrix(rough(4, 3, 1), shared), GridError, says("shared by all columns"));
}
