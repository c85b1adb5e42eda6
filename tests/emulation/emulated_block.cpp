// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cstring>

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

TEST_CASE("A block shares work, writes several outputs and respects a mask", "[emulation]") {
  const auto evaluate_on = [](auto& n, const auto& how) {
    using Backend = typename std::remove_cvref_t<decltype(n.a)>::backend;
    CenterField<double, Backend> div(n.grid);
    FaceField<double, Backend> flux(n.grid);
    div.fill(-1.0);
    flux.fill(-1.0);
    SurfaceField<double, Backend> odd(n.grid);
    odd.fill([](std::size_t column) { return static_cast<double>(column % 2); });
    const auto g = shared(GradientC2F()(n.a * n.b));
    evaluate(into(div, DivergenceF2C()(n.f * g)), into(flux, n.f * g), how.where(odd > 0.5));
    auto all = div.to_host();
    const auto more = flux.to_host();
    all.insert(all.end(), more.begin(), more.end());
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
