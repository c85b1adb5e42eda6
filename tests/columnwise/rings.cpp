// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>

#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

namespace {

using namespace stencil;

/// Values of levels two above and two below go into sums and a search, and into no result with levels.
struct OnlySummed {
  STENCIL_FUNCTION auto operator()(auto x, auto weight) const {
    const auto rows = band(0.5 * weight, -1.0 * weight, 6.0 + weight, -1.0 * weight, 0.25 * weight);
    return results(column_sum(weight * above(above(x))), column_sum(weight * below(below(x))), column_max(rows * x),
                   first_level_where(below(below(x)) > 0.905, from_top));
  }
};

/// Single faces, by numbers and by a level per column.
struct SingleFaces {
  STENCIL_FUNCTION auto operator()(auto f, auto level) const {
    return results(at_level(f, -1), at_level(f, -2), at_level(f, level, -3.0), at_level(f, level - 1, -3.0));
  }
};
template <class Backend, class Layout, class Policy>
void require_faces(int levels, const Policy& policy) {
  const auto grid = ColumnGrid::periodic(levels, 0.0, 1.0, 3);
  FaceField<double, Backend, Layout> f(grid);
  SurfaceField<double, Backend> top(grid), next(grid), none(grid), last(grid);
  SurfaceField<int, Backend> level(grid);
  for (std::size_t c = 0; c < 3; ++c) {
    for (int k = 0; k < levels; ++k) f(k, c) = 10.0 * static_cast<double>(c) + k;
    level(c) = levels;
  }
  assign(fields(top, next, none, last), columnwise(SingleFaces{})(f, level), policy);
  for (std::size_t c = 0; c < 3; ++c) {
    CHECK(top(c) == f(0, c));
    CHECK(next(c) == f(levels - 1, c));
    CHECK(none(c) == -3.0);
    CHECK(last(c) == f(levels - 1, c));
  }
}

template <class Backend, class Layout, class Policy>
void require_sums(int levels, std::size_t columns, const Policy& policy) {
  const auto grid = ColumnGrid::periodic(levels, 0.0, 1.0, columns);
  CenterField<double, Backend, Layout> x(grid), weight(grid);
  SurfaceField<double, Backend> above_it(grid), below_it(grid), most(grid);
  SurfaceField<int, Backend> found(grid);
  for (std::size_t c = 0; c < columns; ++c) {
    for (int k = 0; k < levels; ++k) {
      x(k, c) = 0.01 * static_cast<double>((37 * static_cast<std::size_t>(k) + 11 * c) % 97);
      weight(k, c) = 0.01 * static_cast<double>((53 * static_cast<std::size_t>(k) + 29 * c) % 89);
    }
  }
  assign(fields(above_it, below_it, most, found), columnwise(OnlySummed{})(x, weight), policy);
  for (std::size_t c = 0; c < columns; ++c) {
    const auto at = [&](int k) { return static_cast<long double>(x((k + levels) % levels, c)); };
    long double up = 0, down = 0, largest = -1e9L;
    int first = no_level;
    for (int k = 0; k < levels; ++k) {
      const long double w = weight(k, c);
      up += w * at(k + 2), down += w * at(k - 2);
      const long double row =
          0.5L * w * at(k - 2) - w * at(k - 1) + (6 + w) * at(k) - w * at(k + 1) + 0.25L * w * at(k + 2);
      largest = row > largest ? row : largest;
      first = at(k - 2) > 0.905L ? k : first;
    }
    INFO(levels << " levels, column " << c);
    CHECK(std::fabs(above_it(c) - up) < 1e-12L * (1 + up));
    CHECK(std::fabs(below_it(c) - down) < 1e-12L * (1 + down));
    CHECK(std::fabs(most(c) - largest) < 1e-12L * (1 + largest));
    CHECK(found(c) == first);
  }
}

}  // namespace

TEST_CASE("What only sums and searches read of far levels is right around a ring", "[columnwise]") {
  for (const int levels : {5, 6, 17, 40}) {
    for (const std::size_t columns : {std::size_t{1}, std::size_t{9}}) {
      require_sums<backend::Cpu, layout::LevelsContiguous>(levels, columns, policy());
      require_sums<backend::Cpu, layout::ColumnsContiguous>(levels, columns, policy());
    }
  }
  require_sums<backend::Emulation, layout::LevelsContiguous>(17, 3, with(emulation::Lanes<2>{}));
}

TEST_CASE("The highest face of a ring is face 0, and no level per column", "[columnwise]") {
  for (const int levels : {1, 2, 9}) {
    require_faces<backend::Cpu, layout::LevelsContiguous>(levels, policy());
    require_faces<backend::Cpu, layout::ColumnsContiguous>(levels, policy());
  }
  require_faces<backend::Emulation, layout::LevelsContiguous>(9, with(emulation::Lanes<2>{}));
}
