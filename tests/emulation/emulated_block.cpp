// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

#include "nested.hpp"

namespace {

using namespace stencil;
using Threads = backend::Emulation;

template <class T>
bool same_bits(const std::vector<T>& x, const std::vector<T>& y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(T)) == 0;
}

ColumnGrid grid_of(int levels, bool ring) {
  return ring ? ColumnGrid::periodic(levels, 0.0, 1.0, 5) : ColumnGrid::stretched(levels, 0.0, 1.0, 0.7 / levels, 5);
}

}  // namespace

TEMPLATE_TEST_CASE("An emulated block gives the bits of the CPU backend", "[emulation]", float, double) {
  for (const bool ring : {false, true}) {
    for (const int levels : {1, 2, 3, 33}) {
      Nested<Threads, TestType> block(grid_of(levels, ring));
      Nested<backend::Cpu, TestType> vectors(block.grid);
      block.b = block.four_levels();
      vectors.b = vectors.four_levels();
      CHECK(same_bits(block.b.to_host(), vectors.b.to_host()));
      block.a = block.update();
      vectors.a = vectors.update();
      CHECK(same_bits(block.a.to_host(), vectors.a.to_host()));
    }
  }
}

TEST_CASE("A mask that reads the destinations sees them as they were", "[emulation]") {
  const auto all_of = [](auto backend, const ColumnGrid& grid, const auto& how) {
    CenterField<double, decltype(backend)> a(grid), b(grid);
    a.fill([](double z, std::size_t column) {
      return (static_cast<int>(z * 4096) * 7 + static_cast<int>(column)) % 17 - 8;
    });
    b.fill(-1.0);
    // Most values change their sign, and with it what a mask that came late would read. Nothing but the mask has to
    // wait.
    evaluate(into(a, -a), into(b, 2.0 * b), how.where(InterpolateF2C()(InterpolateC2F()(a)) > 0));
    auto both = a.to_host();
    for (const double value : b.to_host()) both.push_back(value);
    return both;
  };
  for (const bool ring : {false, true}) {
    for (const int levels : {1, 2, 20}) {
      const auto grid = grid_of(levels, ring);
      const auto expected = all_of(backend::Cpu{}, grid, policy());
      CHECK(same_bits(all_of(Threads{}, grid, with(emulation::Block<>{})), expected));
      CHECK(same_bits(all_of(Threads{}, grid, with(emulation::Lanes<2>{})), expected));
    }
  }
}

TEST_CASE("Blocks of every shape give the same bits", "[emulation]") {
  Nested<backend::Cpu> vectors(grid_of(20, false));
  vectors.a = vectors.update();
  for (const int ranks : {1, 2, 7, 64}) {
    for (const int columns : {1, 3, 8}) {
      Nested<Threads> block(vectors.grid);
      assign(block.a, block.update(), with(emulation::Block<>{ranks, columns, -1}));
      CHECK(same_bits(block.a.to_host(), vectors.a.to_host()));
    }
  }
}

TEST_CASE("Tiles of some levels and their halo give the same bits", "[emulation]") {
  for (const bool ring : {false, true}) {
    for (const int levels : {1, 2, 3, 7, 20, 65}) {
      Nested<backend::Cpu> vectors(grid_of(levels, ring));
      CenterField<double> expected(vectors.grid);
      expected = vectors.four_levels();
      for (const int rows : {1, 2, 3, 16}) {
        for (const int ranks : {1, 3, 8}) {
          Nested<Threads> block(vectors.grid);
          CenterField<double, Threads> result(vectors.grid);
          result.fill(-1.0);
          assign(result, block.four_levels(), with(emulation::Block<>{ranks, 2, -1, rows}));
          CenterField<double, Threads> four(vectors.grid);
          four.fill(-1.0);
          assign(four, block.four_levels(),
                 with(emulation::Block<plan::StoreEverything, 4>{ranks, 20 / ranks, -1, rows}));
          INFO(levels << " levels, ring " << ring << ", " << rows << " rows, " << ranks << " ranks");
          CHECK(same_bits(result.to_host(), expected.to_host()));
          CHECK(same_bits(four.to_host(), expected.to_host()));
        }
      }
    }
  }
}

TEST_CASE("Lanes of every number and width give the same bits", "[emulation]") {
  for (const bool ring : {false, true}) {
    for (const int levels : {1, 2, 7, 20, 65}) {
      Nested<backend::Cpu> vectors(grid_of(levels, ring));
      vectors.a = vectors.update();
      const auto check = [&](const auto& lanes) {
        Nested<Threads> team(vectors.grid);
        assign(team.a, team.update(), with(lanes));
        CHECK(same_bits(team.a.to_host(), vectors.a.to_host()));
      };
      check(emulation::Lanes<1>{9});
      check(emulation::Lanes<2>{6});
      check(emulation::Lanes<4>{4});
      check(emulation::Lanes<5>{3});
      check(emulation::Lanes<8>{3});
      check(emulation::Lanes<2>{40});
    }
  }
}

TEST_CASE("Lanes are dealt so that every row has one that writes it", "[emulation]") {
  for (const bool ring : {false, true}) {
    for (const int levels : {1, 2, 3, 10, 33, 63, 64, 65, 137, 1000, 4097}) {
      for (const int held : {1, 2, 4, 8}) {
        for (const int reach : {1, 2, 5}) {
          for (const int team : {16, 32, 512}) {
            constexpr int columns = 5;
            const auto deal = detail::registers::deal(columns, levels, ring, held, team, reach, false);
            std::vector<int> written(static_cast<std::size_t>(columns * levels), 0);
            int whole = 0;
            for (std::ptrdiff_t t = 0; t < deal.teams(); ++t) {
              int lowest = 0;  // row of the first lane of the team that belongs to the same column
              std::ptrdiff_t column = -1;
              for (int me = 0; me < team; ++me) {
                const LanePosition place = deal.place(t, me);
                REQUIRE((place.column >= 0 && place.column < columns));
                const int first_row = place.lane * held;
                if (place.column != column) lowest = first_row;
                column = place.column;
                if (!place.works) continue;
                // Below a row that is written the team holds what the row depends on, or the column ends.
                const bool held_below = lowest <= first_row - reach || (!ring && lowest <= 0);
                if (!held_below) ++whole;
                for (int row = first_row; row < first_row + held; ++row) {
                  if (row >= 0 && row < levels) ++written[static_cast<std::size_t>(column * levels + row)];
                }
              }
            }
            CHECK(std::all_of(written.begin(), written.end(), [](int n) { return n == 1; }));
            if (!ring) CHECK(whole == 0);
          }
        }
      }
    }
  }
}

TEST_CASE("A block writes several outputs, one a field alone, and respects a mask", "[emulation]") {
  const auto evaluate_on = [](auto& n, const auto& how) {
    using Backend = typename std::remove_cvref_t<decltype(n.a)>::backend;
    CenterField<double, Backend> div(n.grid), copy(n.grid);
    FaceField<double, Backend> flux(n.grid);
    div.fill(-1.0);
    copy.fill(-1.0);
    flux.fill(-1.0);
    SurfaceField<double, Backend> odd(n.grid);
    odd.fill([](std::size_t column) { return static_cast<double>(column % 2); });
    const auto g = GradientC2F()(n.a * n.b);
    evaluate(into(div, DivergenceF2C()(n.f * g)), into(flux, n.f * g), into(copy, n.a), how.where(odd > 0.5));
    auto all = div.to_host();
    for (const auto& more : {flux.to_host(), copy.to_host()}) all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  Nested<Threads> block(grid_of(9, false));
  Nested<backend::Cpu> vectors(block.grid);
  CHECK(same_bits(evaluate_on(block, with(emulation::Block<>{})), evaluate_on(vectors, policy())));
}

TEST_CASE("The plan puts one barrier between tree levels", "[emulation]") {
  const Nested<backend::Cpu> n(grid_of(4, false));
  using Four = decltype(n.four_levels());
  STATIC_REQUIRE(plan::Height<plan::StoreEverything, Four>::value == 4);
  STATIC_REQUIRE(plan::Height<plan::StoreNothing, Four>::value == 0);
}
