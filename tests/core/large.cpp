// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cstddef>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"
#include "support/threads.hpp"

using namespace stencil;

namespace {

template <class Centers, class Faces>
void flagship(const Centers& a, const Faces& f, Centers& result) {
  result = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(f * GradientC2F()(a));
}

template <class Field, class E>
bool goes_past_the_caches(const Field& to, const E& e) {
  using Plan = plan::StoreCostly;
  auto node = as_node(e);
  const auto outputs =
      make_outputs(AssignmentOutput<typename Field::leaf_type, decltype(node), NoMask>{to.target(), node, {}, {}});
  plan::OperandList operands;
  const bool in_column = detail::checks::check<Plan>(operands, outputs) == detail::checks::Staging::column;
  const cpu::Stores stores = cpu::stores_for(operands, outputs, in_column, 2);
  return stores == cpu::Stores::streamed || stores == cpu::Stores::staged_streamed;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("Fields larger than the caches have the values of small ones", "[large]", support::OneAxis) {
  using Number = typename TestType::number;
  const support::Threads threads(4);
  // 64 levels fill whole vectors; columns of 63 are aligned to nothing.
  for (const int levels : {64, 63}) {
    const std::size_t columns = (std::size_t{40} << 20U) / (3 * 64 * sizeof(Number));
    const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
    const auto small = ColumnGrid::uniform(levels, 0.0, 1.0, 1);
    typename TestType::centers a(grid), result(grid), one_column(small), expected(small);
    typename TestType::faces f(grid), one_wind(small);
    support::scatter(a, 1);
    support::scatter(f, 2);
    flagship(a, f, result);
    const auto all = result.to_host();
    const auto rows = static_cast<std::size_t>(levels);
    for (std::size_t column = 0; column < columns; column += 997) {
      for (int level = 0; level < levels; ++level) one_column(level, 0) = a(level, column);
      for (int level = 0; level <= levels; ++level) one_wind(level, 0) = f(level, column);
      flagship(one_column, one_wind, expected);
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(column * rows);
      CAPTURE(levels, column);
      REQUIRE(std::vector<Number>(first, first + levels) == expected.to_host());
    }
  }
}

TEMPLATE_LIST_TEST_CASE("The number of threads does not change a bit", "[large][threads]", support::OtherAxis) {
  for (const std::size_t columns : {std::size_t{1}, std::size_t{2}, std::size_t{1000}, std::size_t{4999}}) {
    const auto grid = ColumnGrid::uniform(70, 0.0, 1.0, columns);
    typename TestType::centers a(grid), single(grid), several(grid);
    typename TestType::faces f(grid);
    support::scatter(a, 1);
    support::scatter(f, 2);
    {
      const support::Threads threads(1);
      flagship(a, f, single);
    }
    for (const int count : {2, 3, 7}) {
      const support::Threads threads(count);
      several = 0.0;
      flagship(a, f, several);
      REQUIRE_THAT(support::levels_of(several), support::are(single.to_host()));
    }
  }
}

TEMPLATE_TEST_CASE("Values go past the caches where there are many, unless they have just been read", "[large]",
                   layout::LevelsContiguous, layout::ColumnsContiguous) {
  const auto grid = ColumnGrid::uniform(64, 0.0, 1.0, std::size_t{1} << 15U);  // 16 MiB in a field
  CenterField<double, backend::Cpu, TestType> a(grid), b(grid);
  CHECK(goes_past_the_caches(a, b + 1.0));
  CHECK(goes_past_the_caches(a, InterpolateF2C()(GradientC2F()(b))));
  CHECK_FALSE(goes_past_the_caches(a, a + b));
  CHECK_FALSE(goes_past_the_caches(a, b + InterpolateF2C()(GradientC2F()(a))));
}

#if defined(__linux__)
TEST_CASE("Columns may lie more than 2^32 values apart", "[large]") {
  // Address space without memory: only the pages that are written come to exist.
  const std::ptrdiff_t stride = (std::ptrdiff_t{1} << 32U) + 7;
  const auto bytes = static_cast<std::size_t>(2 * stride + 100) * sizeof(float);
  void* const space = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (space == MAP_FAILED) SKIP("the system does not lend 32 GiB of addresses");
  auto* const memory = static_cast<float*>(space);
  const auto grid = ColumnGrid::uniform(33, 0.0, 33.0, 3);
  const auto far_apart = wrap_center(memory, 1, stride, grid);
  CenterField<float> near(grid), back(grid);
  support::scatter(near);
  far_apart = near;
  REQUIRE(memory[2 * stride + 32] == near(32, 2));
  back = far_apart + InterpolateF2C()(InterpolateC2F()(far_apart));
  near = near + InterpolateF2C()(InterpolateC2F()(near));
  REQUIRE(back.to_host() == near.to_host());
  munmap(space, bytes);
}
#endif

#if defined(_OPENMP)
TEST_CASE("Threads of the caller's may assign to fields of their own", "[threads]") {
  const auto grid = ColumnGrid::uniform(70, 0.0, 1.0, 1200);
  CenterField<double> a(grid), expected(grid);
  FaceField<double> f(grid);
  support::scatter(a, 1);
  support::scatter(f, 2);
  flagship(a, f, expected);
  std::vector<CenterField<double>> results;
  for (int i = 0; i < 4; ++i) results.emplace_back(grid);
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 4; ++i) flagship(a, f, results[static_cast<std::size_t>(i)]);
  for (const auto& result : results) REQUIRE(result.to_host() == expected.to_host());
}
#endif
