// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

// newton and implicit_step where a backend carries them out in one pass over columns, beside the CPU, where each
// iteration is an assignment of its own.

using namespace stencil;

namespace {

using Device = backend::Emulation;
using Host = backend::Cpu;

template <class Backend, class T = double, class Where = Center, class Layout = layout::LevelsContiguous>
struct Columns {
  ColumnGrid grid;
  Field<T, Where, Backend, Layout> x{grid}, other{grid}, source{grid};
  FaceField<double, Backend, Layout> k{grid};
  SurfaceField<double, Backend> flux{grid};
  SurfaceField<int, Backend> land{grid}, floor{grid}, top{grid};

  explicit Columns(const ColumnGrid& of) : grid(of) {
    x.fill([](double z, std::size_t c) { return static_cast<T>(1 + z * (1 - z) + 0.1 * static_cast<double>(c % 5)); });
    other.fill([](double z, std::size_t c) { return static_cast<T>(0.3 + 0.1 * z + 0.01 * static_cast<double>(c)); });
    source.fill([](double z, std::size_t) { return static_cast<T>(0.2 - 0.1 * z); });
    k.fill([](double z, std::size_t c) { return 0.05 + 0.1 * z + 0.01 * static_cast<double>(c % 3); });
    flux.fill([](std::size_t c) { return 0.02 * static_cast<double>(c); });
    land.fill([](std::size_t c) { return static_cast<int>(c % 3 != 1); });
    floor.fill([](std::size_t c) { return static_cast<int>(c % 4); });
    top.fill([](std::size_t c) { return 5 + static_cast<int>(c % 2); });
  }
};

template <class T>
double tolerance() {
  return std::is_same_v<T, float> ? 2e-5 : 1e-11;
}

/// step(columns) on both backends gives the same x, which differs from what it was, and the same report.
template <class T = double, class Where = Center, class Layout = layout::LevelsContiguous, class Step>
void require_alike(const ColumnGrid& grid, const Step& step) {
  Columns<Host, T, Where, Layout> host(grid);
  Columns<Device, T, Where, Layout> device(grid);
  const auto before = host.x.to_host();
  int iterations = 0;
  if constexpr (std::is_void_v<decltype(step(host))>) {
    step(host);
    step(device);
  } else {
    const NewtonReport reports[] = {step(host), step(device)};
    iterations = reports[0].iterations;
    CHECK(reports[0].iterations == reports[1].iterations);
    CHECK(std::abs(reports[0].last_change - reports[1].last_change) <= tolerance<T>());
  }
  const auto expected = host.x.to_host(), got = device.x.to_host();
  double most = 0, changed = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    most = std::fmax(most, std::abs(static_cast<double>(got[i]) - static_cast<double>(expected[i])));
    changed = std::fmax(changed, std::abs(static_cast<double>(expected[i]) - static_cast<double>(before[i])));
    REQUIRE(std::isfinite(got[i]));
  }
  CAPTURE(iterations);
  CHECK(most <= tolerance<T>());
  CHECK(changed > 1e-3);
}

ColumnGrid bounded(int levels = 9) { return ColumnGrid::stretched(levels, 0.0, 1.0, 0.7 / levels, 7); }

/// Whether newton and implicit_step of such a formula take one pass.
template <class X, class Formula>
constexpr bool in_one_pass(const X&, const Formula&) {
  return column_functions::solves_columns<X, Formula, AssignmentPolicy<>>;
}

const auto diffusion = [](const auto& k, const auto& q) { return DivergenceF2C(no_flux)(k * GradientC2F()(q)); };

/// A column function in a formula.
struct Reaction {
  template <class X, class S>
  STENCIL_FUNCTION auto operator()(X x, S s) const {
    return results(s - x * x * x);
  }
};

}  // namespace

TEST_CASE("Newton's method in one pass solves what the one by iterations does", "[newton][one pass]") {
  for (const int levels : {1, 2, 9, 40}) {
    CAPTURE(levels);
    const auto grid = bounded(levels);
    const auto root = [](auto& c) { return newton(c.x, c.x * c.x - 2.0 - c.other); };
    require_alike<float>(grid, root);
    require_alike<double, Face>(grid, root);
    const auto nonlinear = [](auto& c) {
      return newton(c.x, c.x - c.other - 0.01 * diffusion(c.k * InterpolateC2F()(c.x * c.x), c.x));
    };
    require_alike(grid, nonlinear);
    require_alike<float, Center, layout::ColumnsContiguous>(grid, nonlinear);
  }
}

TEST_CASE("Implicit steps in one pass are those by several assignments", "[newton][one pass]") {
  // The source has the type of the unknown, which stands more than once.
  const auto tendency = [](auto& c) { return diffusion(c.k, c.x) + c.source - 0.5 * c.x * c.x + 0.1 * c.other; };
  using Across = layout::ColumnsContiguous;
  // A float64 with levels contiguous and a float32 with columns contiguous have all methods between them, and
  // Rosenbrock2, which has two stages, both.
  for (const auto& grid : {bounded(), ColumnGrid::periodic(12, 0.0, 1.0, 5)}) {
    require_alike(grid, [&](auto& c) { return implicit_step(c.x, tendency(c), 0.2); });
    require_alike(grid, [&](auto& c) { implicit_step(c.x, tendency(c), 0.2, Rosenbrock2{}); });
  }
  require_alike<float, Center, Across>(bounded(),
                                       [&](auto& c) { implicit_step(c.x, tendency(c), 0.2, LinearlyImplicitEuler{}); });
  require_alike<float, Center, Across>(bounded(),
                                       [&](auto& c) { implicit_step(c.x, tendency(c), 0.2, Rosenbrock2{}); });
}

TEST_CASE("In one pass formulas have column functions, conditions per column and grid quantities",
          "[newton][one pass]") {
  const auto grid = bounded();
  require_alike(grid, [](auto& c) {
    return implicit_step(c.x, columnwise(Reaction{})(c.x, c.source + c.other) + diffusion(c.k, c.x), 0.1);
  });
  require_alike(grid, [](auto& c) {
    const DivergenceF2C div(bottom(SetValue(-1.0 * c.flux)), top(SetValue(0.0)));
    return implicit_step(c.x, div(c.k * GradientC2F()(c.x)) - heights(Center{}) * c.x, 0.1);
  });
  require_alike(grid, [](auto& c) {
    const auto relaxed = [](auto x) { return 1.0 - x; };
    implicit_step(c.x, pointwise(relaxed)(c.x) * c.flux, 0.1, LinearlyImplicitEuler{});
  });
  // A tendency that does not read the unknown would be an explicit one.
  Columns<Device> c(grid);
  const auto before = c.x.to_host();
  CHECK_THROWS_WITH(implicit_step(c.x, 1.0 * c.source, 0.1), Catch::Matchers::ContainsSubstring("does not occur"));
  CHECK(c.x.to_host() == before);
}

TEST_CASE("In one pass too only what a policy writes changes, and only that must converge", "[newton][one pass]") {
  const auto grid = bounded();
  const auto residual = [](auto& c) { return log(c.x) - 0.1 - diffusion(c.k, c.x) * 0.01; };
  require_alike(grid, [&](auto& c) {
    for (int k = 0; k < 9; ++k) c.x(k, 1) = c.x(k, 4) = -1.0;  // the sea, where there is no logarithm
    return newton(c.x, residual(c), policy().where(c.land > 0));
  });
  require_alike(grid, [&](auto& c) { return newton(c.x, residual(c), active_levels(c.floor, c.top)); });
  require_alike(grid, [&](auto& c) {
    implicit_step(c.x, diffusion(c.k, c.x), 0.1, Rosenbrock2{}, active_levels(c.floor, c.top));
  });
  require_alike(grid, [&](auto& c) {
    implicit_step(c.x, diffusion(c.k, c.x), 0.1, LinearlyImplicitEuler{}, policy().where(c.land > 0));
  });
  Columns<Device> c(grid);
  const auto before = c.x.to_host();
  newton(c.x, residual(c), active_levels(c.floor, c.top));
  CHECK(c.x(0, 1) == before[9]);  // below the floor of column 1
}

TEST_CASE("What fails in one pass is said as by iterations, and nothing is lost", "[newton][one pass]") {
  Columns<Host> host(bounded());
  Columns<Device> device(bounded());
  const auto message = [](const auto& step) -> std::string {
    try {
      step();
    } catch (const SolveError& error) {
      return error.what();
    }
    return "nothing";
  };
  const auto require_same = [&](const auto& step) {
    const auto before = device.x.to_host();
    const auto expected = message([&] { step(host); });
    CHECK(expected != "nothing");
    CHECK(message([&] { step(device); }) == expected);
    CHECK(device.x.to_host() == before);
  };
  const NewtonOptions few{.most_iterations = 2};
  require_same([&](auto& c) { newton(c.x, c.x * c.x - 2.0, few); });
  require_same([&](auto& c) { newton(c.x, c.x * c.x - -1.0); });  // of the type above, without a root
  host.x(4, 3) = device.x(4, 3) = -1.0;
  require_same([](auto& c) { newton(c.x, log(c.x) - 0.1); });
  require_same([](auto& c) { implicit_step(c.x, log(c.x), 0.1); });
  require_same([](auto& c) { implicit_step(c.x, log(c.x), 0.1, LinearlyImplicitEuler{}); });
  require_same([](auto& c) { implicit_step(c.x, log(c.x), 0.1, Rosenbrock2{}); });
  CHECK_THROWS_WITH(newton(device.x, device.other - 1.0), Catch::Matchers::ContainsSubstring("does not occur"));
  CHECK_THROWS_AS(newton(device.x, device.x - 1.0, {.largest_step = 0.0}), Error);
}

TEST_CASE("Formulas that other values cannot be put into are solved by iterations", "[newton][one pass]") {
  Columns<Device> c(bounded());
  Columns<Host> host(bounded());
  CHECK(in_one_pass(c.x, c.x * c.x - c.other));
  CHECK_FALSE(in_one_pass(host.x, host.x * host.x - host.other));
  const auto at_bottom = [](auto& of) {
    const GradientC2F grad(bottom(SetValue(at_level(of.x, 0) - of.flux)), top(SetGradient(0.0)));
    return of.x - of.other - 0.01 * DivergenceF2C()(of.k * grad(of.x));
  };
  CHECK_FALSE(in_one_pass(c.x, at_bottom(c)));
}
