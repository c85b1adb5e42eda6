// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <stencil/kokkos.hpp>
#include <stencil/kokkos/sort.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kokkos_runtime.hpp"

namespace kokkos_test {  // where CUB is, `using namespace stencil` is not for the whole file

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

using Backend = backend::Kokkos<>;
const kokkos::TeamScratch<> teams{.columns = 2, .threads = 2};

/// Memory of the execution space with these values.
template <std::size_t Count>
Kokkos::View<double*> uploaded(const std::array<double, Count>& values) {
  const Kokkos::View<double*> there("there", Count);
  Backend::copy_from_host(there.data(), values.data(), Count);
  return there;
}

}  // namespace

TEST_CASE("A field made before Kokkos::initialize() says so", "[kokkos]") {
  REQUIRE_THAT(said_before_initialize(), ContainsSubstring("before Kokkos::initialize()"));
}

TEST_CASE("An instance of the execution space goes with strategies and masks", "[kokkos]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 3);
  CenterField<double, Backend> a(grid);
  SurfaceField<double, Backend> mask(grid);
  mask.fill([](std::size_t column) { return column == 1 ? 1 : 0; });
  const Backend::execution_space space;
  assign(a, heights(Center{}), on(space));
  assign(a, 2.0 * a, on(space).with(teams).where(mask));
  REQUIRE(a.to_host() == std::vector<double>{0.5, 1.5, 2.5, 1, 3, 5, 0.5, 1.5, 2.5});
}

TEST_CASE("Vectors of numbers, in both strategies", "[kokkos]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 3);
  CenterField<Vec<double, 2>, Backend> wind(grid), expected(grid), got(grid);
  wind.fill([](double z, std::size_t column) { return Vec<double, 2>{z * z, static_cast<double>(column) - z}; });
  const auto tendency = InterpolateF2C()(CurlC2F(bottom(SetValue(Vec<double, 2>{0.0, 0.0})))(wind));
  expected = tendency;
  assign(got, tendency, with(teams));
  // d/dz of (z^2, c - z) is (2 z, -1); its curl (1, 2 z), but for the value given below and the closure above.
  REQUIRE(got.to_host()[2 * 4 + 1] == Vec<double, 2>{1.0, 3.0});
  REQUIRE(got.to_host() == expected.to_host());
}

TEST_CASE("A destination that is read in another order waits for all results", "[kokkos][aliasing]") {
  // The same memory from the bottom up and from the top down; the third column reads what the first writes.
  for (const bool in_teams : {false, true}) {
    const auto grid = ColumnGrid::uniform(2, 0.0, 2.0, 3);
    std::array<double, 7> values{1, 2, 3, 4, 5, 6, 7};
    const auto memory = uploaded(values);
    const auto upward = wrap_center<Backend>(memory.data(), 1, 2, grid);
    const auto downward = wrap_center<Backend>(memory.data() + 6, -1, -2, grid);
    SurfaceField<double, Backend> outer(grid);
    outer.fill([](std::size_t column) { return column == 1 ? 0 : 1; });
    if (in_teams) {
      assign(upward, downward + 0.0, with(teams).where(outer));
    } else {
      assign(upward, downward + 0.0, policy().where(outer));
    }
    Backend::copy_to_host(values.data(), memory.data(), values.size());
    CAPTURE(in_teams);
    REQUIRE(values == std::array<double, 7>{7, 6, 3, 4, 3, 2, 7});
  }
}

TEST_CASE("Teams that store nothing, and teams whose tiles need the far scratch, give the same values", "[kokkos]") {
  const auto grid = ColumnGrid::stretched(3000, 0.0, 1.0, 0.7 / 3000, 3);
  CenterField<double, Backend> a(grid), expected(grid), got(grid);
  a.fill([](double z, std::size_t column) { return z * (1 - z) + static_cast<double>(column); });
  const auto laplacian = DivergenceF2C()(GradientC2F()(a));
  expected = laplacian;
  assign(got, laplacian, with(kokkos::TeamScratch<plan::StoreNothing>{}));
  REQUIRE(got.to_host() == expected.to_host());
  got.fill(0.0);
  const kokkos::TeamScratch<> large{.columns = 3};
  REQUIRE_THAT(explain(got, laplacian, with(large)).text(), ContainsSubstring("scratch of level 1"));
  assign(got, laplacian, with(large));
  REQUIRE(got.to_host() == expected.to_host());
  if (kokkos::on_host<Backend::memory_space>) {
    const int columns = Kokkos::TeamPolicy<Backend::execution_space>::scratch_size_max(1) / (3000 * 8) + 1;
    REQUIRE_THROWS_MATCHES(assign(got, laplacian, with(kokkos::TeamScratch<>{.columns = columns})), ShapeError,
                           MessageMatches(ContainsSubstring("bytes of scratch, but Kokkos has")));
  }
}

TEST_CASE("Sorted columns, histograms and profiles", "[kokkos][column]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);
  CenterField<double, Backend> a(grid), sorted(grid);
  CenterField<int, Backend> order(grid);
  a.from_host({3, 1, 2, 5, 6, 4});
  evaluate(into(sorted, column_sort(2.0 * a)), into(order, column_sort_permutation(a, descending)));
  REQUIRE(sorted.to_host() == std::vector<double>{2, 4, 6, 8, 10, 12});
  REQUIRE(order.to_host() == std::vector{0, 2, 1, 1, 0, 2});
  REQUIRE(histogram<Backend>(a, std::vector<double>{1, 3, 5}, a).sums == std::vector<double>{3, 12});
  REQUIRE(level_mean<Backend>(a) == std::vector<double>{4, 3.5, 3});
  REQUIRE(level_quantile<Backend>(a, 0.5) == std::vector<double>{4, 3.5, 3});
}

TEST_CASE("A table is asked in expressions, in vectors and by teams", "[kokkos]") {
  const auto grid = ColumnGrid::uniform(7, 0.0, 2.0, 5);
  const std::vector<double> x{0.0, 0.5, 1.25, 2.0}, values{1.0, 3.0, 2.0, 5.0};
  const auto on_cpu = table(x, values, interpolation::Cubic{});
  const auto t = table<Backend>(x, values, interpolation::Cubic{});
  CenterField<double> a(grid), expected(grid);
  CenterField<double, Backend> b(grid), computed(grid);
  const auto height = [](double z) { return z * z / 2; };
  a.fill(height), b.fill(height);
  expected = on_cpu(a) + a;
  computed = t(b) + b;
  CHECK(computed.to_host() == expected.to_host());
  assign(computed, t(b) + b, with(teams));
  CHECK(computed.to_host() == expected.to_host());
}

TEST_CASE("Explanations name the strategy and its team", "[kokkos]") {
  const auto grid = ColumnGrid::uniform(20, 0.0, 1.0, 4);
  CenterField<double, Backend> a(grid), b(grid);
  const auto text = explain(b, DivergenceF2C()(GradientC2F()(a)), with(teams)).text();
  REQUIRE_THAT(text, ContainsSubstring("kokkos::TeamScratch: asked for"));
  REQUIRE_THAT(text, ContainsSubstring("at most 2 threads for 2 columns, scratch of level 0"));
  REQUIRE_THAT(text, ContainsSubstring("1 barrier\n"));
  const auto* chosen = Backend::on_host                            ? "kokkos::Vectors"
                       : kokkos::on_cuda<Backend::execution_space> ? "cuda::RegisterColumns: the default"
                                                                   : "kokkos::TeamScratch: the default of a device";
  REQUIRE_THAT(explain(b, a + 1.0).text(), ContainsSubstring(chosen));
}

TEST_CASE("Tools of Kokkos see an assignment with its formula for a name", "[kokkos]") {
  static std::vector<std::string> seen;
  static int running = 0;
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 3);
  CenterField<double, Backend> a(grid);
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(
      [](const char* name, std::uint32_t, std::uint64_t*) { seen.emplace_back(name), ++running; });
  Kokkos::Tools::Experimental::set_end_parallel_for_callback([](std::uint64_t) { --running; });
  assign(a, heights(Center{}), on(Backend::execution_space()));
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
  Kokkos::Tools::Experimental::set_end_parallel_for_callback(nullptr);
  REQUIRE(seen == std::vector<std::string>{"center = heights(center)"});
  REQUIRE(running == 0);
}

// What a device needs, on what is here.
TEMPLATE_TEST_CASE_SIG("The kernels of a device, whose members take neighbouring columns, give the bits of the CPU",
                       "[kokkos]", ((bool ring), ring), false, true) {
  using Columns = CenterField<double, Backend, layout::ColumnsContiguous>;
  const auto grid = ring ? ColumnGrid::periodic(20, 0.0, 1.0, 7) : ColumnGrid::stretched(20, 0.0, 1.0, 0.03, 7);
  Columns a(grid), expected(grid), got(grid);
  a.fill([](double z, std::size_t column) { return z * (1 - z) + static_cast<double>(column); });
  const auto pair = into(got, DivergenceF2C()(InterpolateC2F()(a) * GradientC2F()(a * a)));
  expected = pair.expression;
  auto outputs = make_outputs(
      AssignmentOutput<std::remove_const_t<decltype(pair.destination)>, std::remove_const_t<decltype(pair.expression)>>{
          pair.destination, pair.expression, {}, {}});
  kokkos::run_kernel<false, true, ring ? ColumnEnds::ring : ColumnEnds::bounded>(
      outputs, Backend::execution_space(), kokkos::columns_of<Backend::execution_space>(grid.data()),
      kokkos::TeamScratch<>{.columns = 3, .threads = 4});
  Kokkos::fence();
  REQUIRE(got.to_host() == expected.to_host());
}

TEST_CASE("The metric and values arrive in the memory of an execution space", "[kokkos]") {
  const auto grid = ColumnGrid::stretched(5, 0.0, 10.0, 1.0, 2);
  const kokkos::Metric<Kokkos::DefaultHostExecutionSpace> uploaded(grid.data());
  const auto& there = uploaded.columns().metric<float>().face;
  const auto original = grid.data().view<float>().face;
  REQUIRE(there.inverse_dz != original.inverse_dz);
  REQUIRE(std::equal(original.inverse_dz, original.inverse_dz + 6, there.inverse_dz));
  REQUIRE(std::equal(original.z, original.z + 6, there.z));
  REQUIRE(uploaded.columns().levels == 5);
  const std::vector<double> from{1, 2, 3};
  std::vector<double> to(3);
  kokkos::copy<Kokkos::HostSpace, Kokkos::HostSpace>(to.data(), from.data(), 3);
  REQUIRE(to == from);
}

TEST_CASE("What a function throws on a thread of Kokkos reaches the caller", "[kokkos][errors]") {
  // Past Kokkos, which sees every kernel end: with threads an exception that left a kernel would end the program.
  static int running = 0;
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(
      [](const char*, std::uint32_t, std::uint64_t*) { ++running; });
  Kokkos::Tools::Experimental::set_end_parallel_for_callback([](std::uint64_t) { --running; });
  using OnHost = backend::Kokkos<Kokkos::DefaultHostExecutionSpace>;
  CenterField<double, OnHost> a(ColumnGrid::uniform(20, 0.0, 1.0, 3200)), result(a.grid());
  a(5, 3199) = -1;
  const auto checked = pointwise([](double x) {
    if (x < 0) throw std::domain_error("negative");
    return x;
  });
  REQUIRE_THROWS_AS(result = checked(a), std::domain_error);
  REQUIRE(running == 0);
  a(5, 3199) = 1;
  REQUIRE_NOTHROW(result = checked(a));
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
  Kokkos::Tools::Experimental::set_end_parallel_for_callback(nullptr);
}

}  // namespace kokkos_test
