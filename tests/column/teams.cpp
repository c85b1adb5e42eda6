// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/algorithm/lanes.hpp>
#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

#include <barrier>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <thread>
#include <vector>

#include "support/agreement.hpp"
#include "support/column_operations.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

using namespace stencil;
using support::are;
using support::levels_of;

namespace {

template <class Backend, class T>
struct Results {
  CenterField<T, Backend> a, products;
  FaceField<T, Backend> f, decayed;
  SurfaceField<T, Backend> sum;

  template <class Strategy>
  Results(const ColumnGrid& grid, const Strategy& strategy)
      : a(grid), products(grid), f(grid), decayed(grid), sum(grid) {
    support::scatter(a, 1);
    support::scatter(f, 2);
    const auto how = with(strategy);
    // The destination is read at neighbouring rows, in columns of one piece and of several.
    assign(f, cumulative_integral(a * DivergenceF2C()(f), bottom(column_sum(a))), how);
    assign(products,
           column_accumulate(associative(support::MatrixProduct{}, support::MatrixOf{}), support::identity_matrix,
                             support::MatrixEntries{}, from_top, a),
           how);
    assign(decayed, column_accumulate(sequential([](T s, T x) { return s / 2 + x; }), T(1), as_is, from_top, a),
           how.where(InterpolateC2F()(a) > 0));
    assign(sum, column_sum(GradientC2F()(a)) + 1, how);
  }
};

/// 32 lanes on as many host threads, a slot for each.
class Lanes {
 public:
  struct Group {
    Lanes& all;
    int lane;
    int width;
    template <class T>
    T below(const T& value, int distance) const {
      return of(value, lane < distance ? lane : lane - distance);
    }
    template <class T>
    T of(const T& value, int other) const {
      auto& slots = all.slots_;
      slots[static_cast<std::size_t>(lane)] = static_cast<double>(value);
      all.barrier_.arrive_and_wait();
      const T there = static_cast<T>(slots[static_cast<std::size_t>(other)]);
      all.barrier_.arrive_and_wait();
      return there;
    }
  };

  explicit Lanes(int width) : width_(width), barrier_(width), slots_(static_cast<std::size_t>(width)) {}
  template <class F>
  void run(const F& f) {
    std::vector<std::thread> threads;
    for (int lane = 0; lane < width_; ++lane) threads.emplace_back([&, lane] { f(Group{*this, lane, width_}); });
    for (auto& t : threads) t.join();
  }

 private:
  int width_;
  std::barrier<> barrier_;
  std::vector<double> slots_;
};

}  // namespace

TEST_CASE("Blocks of every shape accumulate to the bits of the CPU backend", "[column][emulation]") {
  for (const int levels : {1, 2, 33, 300}) {
    const auto grid = support::quadratic_grid(levels, 5);
    const Results<backend::Cpu, double> vectors(grid, DefaultStrategy{});
    for (const auto& shape :
         {emulation::Block<>{1, 1, -1}, emulation::Block<>{4, 2, -1}, emulation::Block<>{7, 3, -1}}) {
      const Results<backend::Emulation, double> block(grid, shape);
      CAPTURE(levels, shape.ranks, shape.columns);
      CHECK_THAT(levels_of(block.f), are(levels_of(vectors.f)));
      CHECK_THAT(levels_of(block.products), are(levels_of(vectors.products)));
      CHECK_THAT(levels_of(block.decayed), are(levels_of(vectors.decayed)));
      CHECK_THAT(levels_of(block.sum), are(levels_of(vectors.sum)));
    }
  }
}

TEST_CASE("Lanes of a group join rows to the bits of one member", "[column][emulation]") {
  const auto add = [](double x, double y) { return x + y; };
  for (const auto& [count, lacking] :
       {std::pair{1, 0}, {3, 0},   {4, 0},   {5, 0},   {17, 0},    {64, 0},    {127, 0},
        {128, 0},        {129, 0}, {300, 0}, {1, 127}, {1, 126},   {2, 125},   {3, 1},
        {10, 118},       {62, 66}, {127, 1}, {126, 1}, {129, 127}, {130, 125}, {300, 84}}) {
    std::vector<double> x(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = support::scattered(i);
    const auto read = [&](int p) { return x[static_cast<std::size_t>(p)]; };

    std::vector<double> kept = x, expected(x.size()), values(x.size());
    const double last = detail::folding::scan(
        0.5, count, lacking, add, [&](int p) { return kept[static_cast<std::size_t>(p)]; },
        [&](int p, double state) { kept[static_cast<std::size_t>(p)] = state; },
        [&](int p, double value) { expected[static_cast<std::size_t>(p)] = value; });
    REQUIRE(detail::folding::total(0.5, count, lacking, add, read) == last);

    Lanes lanes(detail::folding::group_width(count + detail::folding::lane_lacks(lacking)));
    std::vector<double> lasts(32, last);
    lanes.run([&](const Lanes::Group& group) {
      lasts[static_cast<std::size_t>(group.lane)] =
          detail::folding::scan_in_lanes(group, 0.5, count, lacking, add, read,
                                         [&](int p, double value) { values[static_cast<std::size_t>(p)] = value; });
    });
    CAPTURE(count, lacking);
    REQUIRE(values == expected);
    REQUIRE(lasts == std::vector<double>(32, last));
  }
}

TEST_CASE("Lanes that hold rows in registers accumulate to the bits of the CPU backend", "[column][emulation]") {
  const auto run = []<class Backend>(const ColumnGrid& grid, Backend, const auto& strategy) {
    CenterField<double, Backend> a(grid), c(grid);
    FaceField<double, Backend> f(grid), g(grid);
    support::scatter(a, 1);
    support::scatter(g, 2);
    c = 0.0 * a;
    const auto how = with(strategy);
    assign(f, cumulative_integral(a, bottom(0.5)), how);
    const auto up = levels_of(f);
    assign(f, cumulative_integral(a, top(0.5)), how);
    assign(c, column_accumulate(functions::Add{}, 0.25, as_is, from_top, f), how.where(a > 0.0));
    // The destination is read at neighbouring rows.
    if (grid.levels() <= 60)
      assign(a, column_accumulate(functions::Add{}, 0.25, as_is, from_bottom, GradientF2C()(g) * a), how);
    assign(g, column_accumulate(functions::Max{}, -1.0, as_is, from_top, g), how);
    return std::vector{up, levels_of(f), levels_of(c), levels_of(a), levels_of(g)};
  };
  for (const int levels : {1, 2, 3, 4, 5, 32, 33, 127, 128, 129, 300}) {
    const auto grid = support::quadratic_grid(levels, 3);
    const auto expected = run(grid, backend::Cpu{}, DefaultStrategy{});
    const auto lanes = run(grid, backend::Emulation{}, emulation::Lanes<4>{});
    CAPTURE(levels);
    for (std::size_t i = 0; i < expected.size(); ++i) CHECK_THAT(lanes[i], are(expected[i]));
  }
}

TEST_CASE("Lanes take running values of neighbouring faces from the top where they are in one chunk",
          "[column][emulation]") {
  const auto down = []<class Backend>(int levels, Backend, const auto& how) {
    const auto grid = support::quadratic_grid(levels, 3);
    CenterField<double, Backend> a(grid), sums(grid);
    support::scatter(a, 1);
    assign(sums, column_accumulate(functions::Add{}, 0.25, as_is, from_top, GradientC2F()(a)), how);
    return levels_of(sums);
  };
  const auto lanes = with(emulation::Lanes<4>{});
  for (const int levels : {1, 4, 33, 127}) {
    CAPTURE(levels);
    CHECK_THAT(down(levels, backend::Emulation{}, lanes), are(down(levels, backend::Cpu{}, policy())));
  }
  // Of 129 faces the one on top is a chunk for itself, and its formula reads rows of the next.
  CHECK_THROWS_AS(down(128, backend::Emulation{}, lanes), Error);
}

TEST_CASE("Sums and extremes over all columns of an emulated backend have the bits of the CPU backend",
          "[column][emulation]") {
  const auto results = []<class Backend, class Layout>(Backend, Layout) {
    std::vector<std::vector<double>> all;
    for (const std::size_t columns : {1U, 31U, 9U * 32U + 5U, 4097U, 10000U}) {
      FaceField<double, Backend, Layout> f(support::quadratic_grid(2, columns));
      support::scatter(f);
      f = where(f > 0.4, 1e20 * f, where(f < -0.4, 1e-80 * f, f));  // no window holds all of these
      all.push_back(
          {global_sum<Backend>(f * f), global_norm<Backend>(f), global_min<Backend>(f), global_max<Backend>(f)});
      all.push_back(level_mean<Backend>(f));
      all.push_back(level_variance<Backend>(f));
    }
    return all;
  };
  const auto expected = results(backend::Cpu{}, layout::LevelsContiguous{});
  CHECK(results(backend::Emulation{}, layout::LevelsContiguous{}) == expected);
  CHECK(results(backend::Emulation{}, layout::ColumnsContiguous{}) == expected);
  CHECK(results(backend::Cpu{}, layout::ColumnsContiguous{}) == expected);
}

TEST_CASE("What no window of an emulated thread holds is in its sums, once", "[column][emulation]") {
  // Of three columns two cancel; the third is too small to lie in a window beside them.
  for (const std::size_t columns : {30U, 1002U, 12000U}) {
    const auto grid = support::quadratic_grid(2, columns);
    CenterField<double, backend::Emulation> x(grid);
    std::vector<double> values(2 * columns);
    double expected = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      const double large = 1e200 * (1 + support::scattered(c / 3));
      values[2 * c] = values[2 * c + 1] = c % 3 == 2 ? 0x1p-300 * static_cast<double>(c) : c % 3 == 1 ? -large : large;
      if (c % 3 == 2) expected += values[2 * c];
    }
    x.from_host(values);
    CAPTURE(columns);
    const double mean = expected / static_cast<double>(columns);
    CHECK(level_mean<backend::Emulation>(x) == std::vector{mean, mean});
  }
  // More groups of columns than the host joins at once.
  SurfaceField<double, backend::Emulation> s(support::quadratic_grid(1, 140000));
  s.fill([](std::size_t c) { return c == 139999 ? 2.0 : c == 4200 ? -1.0 : 0.0; });
  CHECK(global_max<backend::Emulation>(s) == 2.0);
  CHECK(global_min<backend::Emulation>(s) == -1.0);
}

TEST_CASE("Sorted columns and statistics of an emulated backend have the bits of the CPU backend",
          "[column][emulation]") {
  const auto results = []<class Backend>(Backend) {
    const auto grid = support::quadratic_grid(33, 9);
    CenterField<double, Backend> a(grid), b(grid);
    FaceField<double, Backend> f(grid), g(grid);
    support::scatter(a);
    support::scatter(f, 2);
    b = a;
    // The key reads neighbouring rows of what is written.
    assign(b, column_sort(DivergenceF2C()(f * GradientC2F()(b)), descending), policy().where(a > -0.5));
    evaluate(into(f, column_sort(f)), into(g, column_sort_by(f, f + InterpolateC2F()(a))));
    std::vector<std::vector<double>> all{b.to_host(), f.to_host(), g.to_host(), level_variance<Backend>(2 * b)};
    all.push_back(histogram<Backend>(a * b, std::vector<double>{-1, 0, 0.2, 1}, b).sums);
    all.push_back(level_quantile<Backend>(f, 0.3));
    return all;
  };
  CHECK(results(backend::Emulation{}) == results(backend::Cpu{}));
}
