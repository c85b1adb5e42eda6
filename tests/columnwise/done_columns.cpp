// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <stencil/stencil.hpp>

#include "agreement.hpp"
#include "support/numbers.hpp"

/// Loops in which a column is done long before its neighbours.
namespace {

using namespace columnwise_test;

/// A loop with loops in its passes, and with everything that goes along columns. Every column asks for a number of
/// passes.
template <bool Marches>
struct Nested {
  STENCIL_FUNCTION auto operator()(auto x, auto f, auto asked) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto div = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));
    const auto pass = [&](auto q, auto w, auto left) {
      const auto mixed = solve(identity() - 0.01 * jacobian([&](auto y) { return div(slope(y)); }, q), q);
      const auto target =
          mixed + 0.1 * column_max(abs(w)) + 0.2 * x + 0.1 * at_level(q, first_level_where(q > 0.1), 0.5);
      const auto root = newton([&](auto v) { return v + v * v * v * asked - target; }, q);
      const auto positive =
          newton([&](auto v) { return log(v) - 0.3 * q; }, 2.0 + asked + 0.0 * q, {}, [](auto v) { return v > 0.0; });
      const auto of_column = newton([&](auto v) { return v + v * v * v * left - column_sum(x) * left; }, left);
      const auto [shifted, turns, all] =
          repeat_until([&](auto y) { return results(0.5 * y, column_max(abs(y)) < 0.01 * asked); }, 20, w + asked * f);
      const auto [fallen, lost] = [&] {
        if constexpr (Marches) {
          return march(
              from_top, 0.0,
              [](auto& from_above, auto here, auto there) {
                if (here > there) from_above += 0.1 * (here - there);
                from_above *= 0.5;
                return results(here + from_above, from_above);
              },
              root.x, positive.x);
        } else {
          return results(root.x + positive.x, column_max(positive.x) - root.x);
        }
      }();
      const auto now = left - 1.0;
      const auto moved = fallen + 0.01 * lost + 0.1 * of_column.x + 0.01 * (1.0 * turns + 1.0 * root.iterations);
      return results(0.5 * moved, 0.5 * (shifted + InterpolateC2F(bottom(SetValue(0.0)), top(SetValue(0.0)))(moved)),
                     now, now <= 0.0 || isnan(column_max(moved)));
    };
    const auto [q, w, left, passes, done] = repeat_until(pass, 9, x, f, asked);
    return results(q, w, left, 1.0 * passes, where(done, 1.0, 0.0) + 0.0 * left);
  }
};

template <class T, class L>
struct Fields {
  CenterField<T, backend::Cpu, L> x, q;
  FaceField<T, backend::Cpu, L> f, w;
  SurfaceField<T> asked, left, passes, done;
  SurfaceField<int> first;
  explicit Fields(const ColumnGrid& grid)
      : x(grid), q(grid), f(grid), w(grid), asked(grid), left(grid), passes(grid), done(grid), first(grid) {
    q = T(-7), w = T(-7), left = T(-7), passes = T(-7), done = T(-7);
  }
  template <class Function>
  void compute(const Function& function, bool masked, bool part) {
    const auto solved = columnwise(function)(x, f, asked);
    if (part) {
      assign(fields(q, w, left, passes, done), solved, active_levels(first, q.levels() - 1));
    } else if (masked) {
      assign(fields(q, w, left, passes, done), solved, policy().where(column_max(x) > T(0.5)));
    } else {
      fields(q, w, left, passes, done) = solved;
    }
  }
};
/// Neighbours that fill vectors ask for few passes, some column among them for many; 12 are more than there are.
int asked_by(std::size_t column) {
  const int few[] = {1, 3, 2, 1, 5, 1, 12, 2};
  return column % 37 == 5 ? 8 : few[column / 5 % 8];
}

/// Every column has the bits that it has on a grid of its own.
template <class T, class L, class Function>
void require_same_alone(const Case& c, const Function& function, bool part) {
  INFO(describe(c) << (part ? ", active levels" : ""));
  const ColumnGrid grid = grid_of(c);
  Fields<T, L> all(grid);
  support::scatter(all.x, 1), support::scatter(all.f, 2);
  for (std::size_t i = 0; i < c.columns; ++i) {
    all.asked(i) = static_cast<T>(asked_by(i));
    all.first(i) = static_cast<int>(i / 40 % 3);
  }
  all.compute(function, c.masked, part);
  for (std::size_t i = 0; i < c.columns; ++i) {
    Case single = c;
    single.columns = 1;
    ColumnGrid own = grid_of(single);
    if (c.kind == Kind::per_column) {
      std::vector<double> z;
      for (int k = 0; k <= c.levels; ++k) z.push_back(grid.z_faces(i)[static_cast<std::size_t>(k)]);
      own = ColumnGrid::from_faces_per_column(z, 1);
    }
    Fields<T, L> alone(own);
    for (int k = 0; k < all.x.levels(); ++k) alone.x(k, 0) = all.x(k, i);
    for (int k = 0; k < all.f.levels(); ++k) alone.f(k, 0) = all.f(k, i);
    alone.asked(0) = all.asked(i), alone.first(0) = all.first(i);
    alone.compute(function, c.masked, part);
    bool same = all.left(i) == alone.left(0) && all.passes(i) == alone.passes(0) && all.done(i) == alone.done(0);
    for (int k = 0; k < all.q.levels(); ++k) same = same && all.q(k, i) == alone.q(k, 0);
    for (int k = 0; k < all.w.levels(); ++k) same = same && all.w(k, i) == alone.w(k, 0);
    INFO("column " << i << " asks for " << asked_by(i) << ", made " << all.passes(i) << ", alone " << alone.passes(0));
    CHECK(same);
    CHECK((!std::isnan(static_cast<double>(all.passes(i))) &&
           (c.masked || all.passes(i) == static_cast<T>(std::min(9, asked_by(i))))));
    CHECK((c.masked || all.done(i) == (asked_by(i) > 9 ? T(0) : T(1))));
  }
}
template <class T, class L>
void require_all(int levels, std::size_t columns) {
  for (const Kind kind : {Kind::alike, Kind::per_column}) {
    require_same_alone<T, L>({levels, columns, kind}, Nested<true>{}, false);
    require_same_alone<T, L>({levels, columns, kind}, Nested<true>{}, true);
    require_same_alone<T, L>({levels, columns, kind, true}, Nested<true>{}, false);
  }
  require_same_alone<T, L>({levels, columns, Kind::ring}, Nested<false>{}, false);
}

/// Calls of the step of a march.
long steps_marched = 0;
template <int Size>
struct Counted {
  struct Sum {
    double values[Size];
  };
  auto operator()(auto x, auto asked) const {
    auto [y, left, passes, done] = repeat_until(
        [](auto q, auto to_do) {
          const auto half = march(
              from_bottom, Sum{},
              [](auto& sum, auto v) {
                ++steps_marched;
                sum.values[Size - 1] += v;
                return 0.5 * v;
              },
              q);
          return results(half, to_do - 1.0, to_do - 1.0 <= 0.0);
        },
        40, x, asked);
    return results(y, passes);
  }
};
template <class L, int Size>
void require_few_steps() {
  constexpr int levels = 7, columns = 96, most = 40;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  CenterField<double, backend::Cpu, L> x(grid), y(grid);
  SurfaceField<double> asked(grid);
  SurfaceField<int> passes(grid);
  support::scatter(x);
  asked = 2.0;
  asked(37) = most;
  steps_marched = 0;
  fields(y, passes) = columnwise(Counted<Size>{})(x, asked);
  for (std::size_t c = 0; c < columns; ++c) {
    const int expected = c == 37 ? most : 2;
    CHECK(passes(c) == expected);
    for (int k = 0; k < levels; ++k) CHECK(y(k, c) == std::ldexp(x(k, c), -expected));
  }
  constexpr int widest_vector = 16;
  CHECK(steps_marched <= levels * (2 * columns + most * widest_vector));
}

}  // namespace

TEST_CASE("A column of a loop has the bits of a lone one, whenever its neighbours are done", "[columnwise][loops]") {
  require_all<double, layout::ColumnsContiguous>(9, 75);
  require_all<double, layout::LevelsContiguous>(9, 75);
  require_all<float, layout::ColumnsContiguous>(7, 75);
  require_all<float, layout::LevelsContiguous>(7, 40);
  for (const std::size_t columns : {2U, 19U}) {
    require_all<double, layout::ColumnsContiguous>(5, columns);
    require_all<double, layout::LevelsContiguous>(5, columns);
  }
}
TEST_CASE("A loop leaves out vectors of columns that are done", "[columnwise][loops]") {
  require_few_steps<layout::ColumnsContiguous, 1>();
  require_few_steps<layout::LevelsContiguous, 1>();
  require_few_steps<layout::ColumnsContiguous, 40>();
}
