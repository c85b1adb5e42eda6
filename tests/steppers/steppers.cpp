// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <stencil/stencil.hpp>

#include <stencil/emulation/emulation.hpp>

using namespace stencil;

namespace {

const ColumnGrid grid = ColumnGrid::uniform(2, 0.0, 1.0);

/// u' = u v, v' = -2 t v^2 from (1, 1) at t = 0: u = exp(atan t), v = 1 / (1 + t^2). Not linear and with a right side
/// that depends on time, so that each condition of order counts: a tree of derivatives vanishes in neither.
struct Rates {
  STENCIL_FUNCTION auto operator()(auto u, auto v, auto t) const { return results(u * v, -2.0 * t * v * v); }
};

/// The error at t = 1 after `steps` steps of step(t, dt), which changes u and v.
template <class U, class V, class Step>
double error_after(int steps, U& u, V& v, const Step& step) {
  u.fill(1.0);
  v.fill(1.0);
  const double dt = 1.0 / steps;
  for (int n = 0; n < steps; ++n) step(n * dt, dt);
  const double last_u = u.to_host().back(), last_v = v.to_host().back();
  return std::abs(last_u - std::exp(std::atan(1.0))) + std::abs(last_v - 0.5);
}

/// Errors fall at this order: at no mesh's pair is the rate further off than the next term of a series allows.
template <class Error>
void require_order(double order, const Error& error) {
  for (const int steps : {40, 80}) {
    const double coarse = error(steps), fine = error(2 * steps);
    CAPTURE(order, steps, coarse, fine, std::log2(coarse / fine));
    CHECK(std::abs(std::log2(coarse / fine) - order) < 0.12);
  }
}

}  // namespace

TEST_CASE("SSPRK33 is of third order and RK4 of fourth, for fields of two backends and two locations", "[steppers]") {
  CenterField<double> u(grid), v_here(grid);
  FaceField<double, backend::Emulation, layout::ColumnsContiguous> v(grid);
  const auto rates = [&](double t, auto& du, auto& dv) {
    v_here.fill(v.to_host().front());
    du = u * v_here;
    dv = -2.0 * t * v * v;
  };
  SSPRK33 third(u, v);
  RK4 fourth(u, v);
  require_order(3, [&](int n) { return error_after(n, u, v, [&](double t, double dt) { third(t, dt, rates); }); });
  require_order(4, [&](int n) { return error_after(n, u, v, [&](double t, double dt) { fourth(t, dt, rates); }); });
}

TEST_CASE("Both parts of ARS343 are of third order, and so are they together", "[steppers]") {
  std::vector<double> memory(4);
  CenterField<double> u(grid);
  const auto v = wrap_center(memory.data(), 2, 1, grid);  // every other number
  ARS343 step(u, v);
  const auto rates = columnwise(Rates{});
  const auto explicit_part = [&](double t, auto& du, auto& dv) { fields(du, dv) = rates(u, v, t); };
  // Backward Euler by hand: v + 2 t dt v^2 = v_before, and u (1 - dt v) = u_before.
  const auto implicit_part = [&](double t, double dt) {
    v = 2.0 * v / (1.0 + sqrt(1.0 + 8.0 * t * dt * v));
    u = u / (1.0 - dt * v);
  };
  const auto nothing = [](auto& du, auto& dv) { du = 0.0, dv = 0.0; };
  const auto stay = [](double) {};
  const auto error = [&](int n, const auto& tendency, const auto& advance) {
    return error_after(n, u, v, [&](double t, double dt) { step(t, dt, tendency, advance); });
  };
  require_order(3, [&](int n) { return error(n, explicit_part, stay); });
  require_order(3, [&](int n) { return error(n, nothing, implicit_part); });
  // u explicit, v implicit.
  require_order(3, [&](int n) {
    return error(
        n, [&](auto& du, auto& dv) { du = u * v, dv = 0.0; },
        [&](double t, double dt) { v = 2.0 * v / (1.0 + sqrt(1.0 + 8.0 * t * dt * v)); });
  });
  CHECK(memory[1] == 0);  // what lies between
}

TEST_CASE("ARS343 takes a tendency for implicit_step, and is damped where that is stiff", "[steppers]") {
  CenterField<double> u(grid);
  u.fill(0.5);
  ARS343 step(u);
  // Logistic growth, u' = u - u^2 from 1/2: 1 / (1 + exp(-t)).
  const auto error = [&](int steps) {
    u.fill(0.5);
    for (int n = 0; n < steps; ++n) step(n / double(steps), 1.0 / steps, 1.0 * u, -1.0 * u * u);
    return std::abs(u(1, 0) - 1 / (1 + std::exp(-1.0)));
  };
  require_order(3, error);
  u.fill(1.0);
  step(0.0, 1.0, 0.0 * u, [&](double dt) { implicit_step(u, -1e8 * u, dt, LinearlyImplicitEuler{}); });
  CHECK(std::abs(u(0, 0)) < 1e-6);
}

TEST_CASE("A single step is the polynomial of its method, in float too", "[steppers]") {
  CenterField<double> u(grid);
  CenterField<Vec<float, 2>> w(grid);
  const double z = -0.5;
  u.fill(1.0);
  w.fill(Vec<float, 2>{1.0F, 2.0F});
  const auto rates = [&](auto& du, auto& dw) { du = z * u, dw = z * w; };
  SSPRK33 third(u, w);
  third(0.0, 1.0, rates);
  const double to_third = 1 + z + z * z / 2 + z * z * z / 6;
  CHECK(std::abs(u(0, 0) - to_third) < 1e-15);
  CHECK(std::abs(w(1, 0)[1] - 2 * static_cast<float>(to_third)) < 1e-6F);
  u.fill(1.0);
  RK4 fourth(u);
  fourth(0.0, 1.0, z * u);
  CHECK(std::abs(u(0, 0) - to_third - z * z * z * z / 24) < 1e-15);
}

TEST_CASE("SSPRK33 keeps the bounds that upwind steps of Courant number 1 keep", "[steppers]") {
  const auto ring = ColumnGrid::periodic(50, 0.0, 50.0);
  CenterField<double> q(ring);
  FaceField<double> wind(ring);
  wind.fill(1.0);
  q.fill([](double z) { return z > 10 && z < 25 ? 1.0 : 0.0; });
  SSPRK33 step(q);
  for (int n = 0; n < 60; ++n) step(n, 1.0, -1.0 * DivergenceF2C()(UpwindBiasedProductC2F()(wind, q)));
  CHECK(global_min(q) > -1e-15);
  CHECK(global_max(q) < 1 + 1e-15);
  CHECK(std::abs(global_sum(q) - 15) < 1e-12);
}

TEST_CASE("What a tendency does not write keeps its value, whatever an earlier stage or step wrote there",
          "[steppers]") {
  const auto tall = ColumnGrid::uniform(4, 0.0, 4.0, 2);
  CenterField<double> u(tall);
  CenterField<Vec<float, 2>> w(tall);
  const auto check = [&](auto&& step, const auto&... implicit) {
    u = 1.0;
    w = Vec<float, 2>{1.0F, 2.0F};
    int lowest = 0, stages = 0;
    const auto decay = [&](double, auto& du, auto& dw) {
      assign(du, -1.0 * u, active_levels(lowest + stages++ % 2, 3));  // one level less in every other stage
      assign(dw, -1.0 * w, active_levels(lowest, 3));
    };
    const auto without_time = [&](auto& du, auto& dw) { decay(0.0, du, dw); };
    step(0.0, 0.1, without_time, implicit...);
    const double once = u(0, 1);
    const float first = w(1, 1)[0];
    CHECK((once != u(1, 1) && u(1, 1) < 1 && first < 1));
    lowest = 2;
    step(0.1, 0.1, decay, implicit...);
    CHECK((u(0, 1) == once && u(2, 1) != u(1, 1) && w(1, 1)[0] == first && w(2, 1)[0] < first));
  };
  check(SSPRK33(u, w));
  check(RK4(u, w));
  check(ARS343(u, w), [](double) {});
}

namespace {
template <class C, class F>
struct Two {
  C u;
  F w;
};
/// The rates of an array, and of what a struct has.
struct Decays {
  STENCIL_FUNCTION auto operator()(auto q, auto two) const {
    return results(each([](auto x) { return -0.5 * x; }, q), -1.0 * two.u, -2.0 * two.w);
  }
};
struct DecaysApart {
  STENCIL_FUNCTION auto operator()(auto p, auto q, auto u, auto w) const {
    return results(-0.5 * p, -0.5 * q, -1.0 * u, -2.0 * w);
  }
};
}  // namespace

TEST_CASE("A stepper takes arrays, structs and ties of fields, with the bits of the fields one by one", "[steppers]") {
  std::array<CenterField<double>, 2> q{CenterField<double>(grid), CenterField<double>(grid)};
  Two<CenterField<double>, FaceField<double>> two{CenterField<double>(grid), FaceField<double>(grid)};
  std::vector<double> memory(2, 1.0);
  auto wrapped = wrap_center(memory.data(), 1, 2, grid);
  const auto values_after = [&](auto&& step, const auto&... tendencies) {
    q[0].fill(1.0), q[1].fill(2.0), two.u.fill(3.0), two.w.fill(4.0);
    for (const double time : {0.0, 0.1}) step(time, 0.1, tendencies...);
    return std::array{q[0].to_host(), q[1].to_host(), two.u.to_host(), two.w.to_host()};
  };
  const auto apart = columnwise(DecaysApart{})(q[0], q[1], two.u, two.w);
  const auto expected = values_after(RK4(q[0], q[1], two.u, two.w), apart);
  CHECK(values_after(RK4(q, two), columnwise(Decays{})(q, two)) == expected);
  CHECK(values_after(RK4(q, std::tie(two.u, two.w)), columnwise(Decays{})(q, two)) == expected);
  CHECK(values_after(RK4(q, two), [&](double, auto&... rates) { fields(rates...) = apart; }) == expected);
  const auto nothing = [](double) {};
  CHECK(values_after(ARS343(q, two), columnwise(Decays{})(q, two), nothing) ==
        values_after(ARS343(q[0], q[1], two.u, two.w), apart, nothing));
  SSPRK33 of_wrapped(std::array{wrapped});
  of_wrapped(0.0, 0.5, -1.0 * wrapped);
  CHECK(std::abs(memory[1] - (1 - 0.5 + 0.125 - 0.125 / 6)) < 1e-15);
  CHECK_THROWS_AS(RK4(q, q[1]), Error);
}

TEST_CASE("A function that writes the rates of several fields takes any number of them, at two locations, without time",
          "[steppers]") {
  FaceField<double> w(grid);
  std::array<CenterField<double>, 2> tracers{CenterField<double>(grid), CenterField<double>(grid)};
  w = 1.0;
  for (auto& tracer : tracers) tracer = 2.0;
  const auto rates_of_all = [&](auto& rate_of_w, auto&... rates) {
    rate_of_w = -1.0 * w;
    ((rates = 1.0), ...);
  };
  RK4 step(w, tracers);
  step(0.0, 0.5, rates_of_all);
  CHECK(std::abs(w(2, 0) - (1 - 0.5 + 0.125 - 0.125 / 6 + 0.0625 / 24)) < 1e-15);
  CHECK((tracers[0](0, 0) == 2.5 && tracers[1](1, 0) == 2.5));
  step(0.5, 0.5, [&](double, auto& rate_of_w, auto&... rates) { rates_of_all(rate_of_w, rates...); });
  CHECK((tracers[0](0, 0) == 3.0 && tracers[1](1, 0) == 3.0));
}

TEST_CASE("A stepper refuses a field that is given twice, and an implicit part without it", "[steppers]") {
  CenterField<double> u(grid, "u"), v(grid);
  CHECK_THROWS_WITH(SSPRK33(u, v, u), Catch::Matchers::ContainsSubstring("is given twice"));
  CHECK_THROWS_AS(ARS343(u, u), Error);
  CHECK_THROWS_WITH(ARS343(u)(0.0, 0.1, -u, v), Catch::Matchers::ContainsSubstring("does not occur"));
  CHECK_NOTHROW(RK4(u, v));
  // Arrays that overlap, and such that only lie between each other.
  std::vector<double> memory(2 * grid.columns() * static_cast<std::size_t>(grid.levels()) + 1);
  const auto array = [&](std::size_t first, std::ptrdiff_t apart) {
    return wrap_center(memory.data() + first, apart, apart * grid.levels(), grid);
  };
  CHECK_THROWS_WITH(SSPRK33(array(0, 1), array(1, 1)), Catch::Matchers::ContainsSubstring("share memory"));
  CHECK_THROWS_WITH(RK4(array(0, 2), array(0, 1)), Catch::Matchers::ContainsSubstring("share memory"));
  CHECK_NOTHROW(RK4(array(0, 2), array(1, 2)));
  const auto other = ColumnGrid::uniform(2, 0.0, 1.0, 2);
  for (const std::size_t first : {0U, 1U}) {
    CHECK_THROWS_WITH(RK4(array(0, 1), wrap_center(memory.data() + first, 1, grid.levels(), other)),
                      Catch::Matchers::ContainsSubstring("share memory"));
  }
}

TEST_CASE("Fields on two grids are advanced by a function that writes, not by a column function", "[steppers]") {
  CenterField<double> u(grid, "u"), v(ColumnGrid::uniform(5, 0.0, 1.0), "v");
  u.fill(1.0);
  v.fill(1.0);
  RK4 fourth(u, v);
  SSPRK33 third(u, v);
  const auto require_grid_error = [&](auto& step) {
    CHECK_THROWS_AS(step(0.0, 0.1, columnwise(Rates{})(u, v, 0.0)), GridError);
    CHECK(u.to_host() == std::vector<double>(2, 1.0));
    CHECK(v.to_host() == std::vector<double>(5, 1.0));
  };
  require_grid_error(fourth);
  require_grid_error(third);
  const auto write = [&](auto& du, auto& dv) { du = -1.0 * u, dv = -2.0 * v; };
  fourth(0.0, 0.1, write);
  third(0.0, 0.1, write);
  CHECK(std::abs(u(1, 0) - std::exp(-0.2)) < 1e-5);
  CHECK(std::abs(v(4, 0) - std::exp(-0.4)) < 1e-4);
}

TEST_CASE("A stepper refuses a time or a length that is no finite number", "[steppers]") {
  CenterField<double> u(grid);
  u = 1.0;
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const auto message = Catch::Matchers::ContainsSubstring("two finite numbers");
    CHECK_THROWS_WITH(SSPRK33(u)(bad, 0.1, -u), message);
    CHECK_THROWS_WITH(SSPRK33(u)(0.0, bad, -u), message);
    CHECK_THROWS_WITH(RK4(u)(bad, 0.1, -u), message);
    CHECK_THROWS_WITH(ARS343(u)(0.0, bad, -u, -u), message);
  }
  CHECK(u(0, 0) == 1.0);
}

TEST_CASE("What a tendency or a solve throws leaves the fields as they were", "[steppers]") {
  CenterField<double> u(grid), v(grid);
  u.fill(2.0);
  v.fill(3.0);
  int left = 0;
  const auto rates = [&](auto& du, auto& dv) {
    if (left-- == 0) throw std::runtime_error("enough");
    du = u * v, dv = u;
  };
  const auto require_as_before = [&](const auto& step, int stages) {
    for (int which = 0; which < stages; ++which) {
      left = which;
      CHECK_THROWS_AS(step(), std::runtime_error);
      CHECK(u(0, 0) == 2.0);
      CHECK(v(1, 0) == 3.0);
    }
  };
  require_as_before([&] { SSPRK33(u, v)(0.0, 0.1, rates); }, 3);
  require_as_before([&] { RK4(u, v)(0.0, 0.1, rates); }, 4);
  require_as_before([&] { ARS343(u, v)(0.0, 0.1, rates, [](double) {}); }, 4);
}

namespace {

/// Transport of q by w, which drag slows.
struct Transport {
  STENCIL_FUNCTION auto operator()(auto q, auto w) const {
    return results(-DivergenceF2C(no_flux)(UpwindBiasedProductC2F()(w, q)), -0.01 * abs(w) * w);
  }
};

/// What three steps make of q and w, if the tendency is a function that writes the rates of a column function, that
/// column function, and of q alone a function that writes an expression, and that expression.
template <class Backend, class T, class Layout>
void require_same_bits() {
  const auto columns = ColumnGrid::stretched(9, 0.0, 900.0, 90.0, 5);
  CenterField<T, Backend, Layout> q(columns);
  FaceField<T, Backend, Layout> w(columns);
  const auto begin = [&] {
    q.fill([](double z, std::size_t c) { return static_cast<T>(z < 300 ? 1 + 0.1 * static_cast<double>(c) : 0.3); });
    w.fill([](double z, std::size_t c) { return static_cast<T>(2 - 0.001 * z + 0.1 * static_cast<double>(c)); });
  };
  const auto after = [&](auto& step, const auto& tendency) {
    begin();
    const auto before = q.to_host();
    for (int n = 0; n < 3; ++n) step(10.0 * n, 10.0, tendency);
    auto all = q.to_host();
    CHECK(all != before);
    const auto more = w.to_host();
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const auto model = columnwise(Transport{})(q, w);
  const auto transport = -DivergenceF2C(no_flux)(UpwindBiasedProductC2F()(w, q));
  const auto of_both = [&](auto& dq, auto& dw) { fields(dq, dw) = model; };
  const auto of_one = [&](auto& dq) { dq = transport; };
  SSPRK33 third_of_both(q, w);
  SSPRK33 third(q);
  RK4 fourth_of_both(q, w);
  RK4 fourth(q);
  CHECK(after(third_of_both, model) == after(third_of_both, of_both));
  CHECK(after(fourth_of_both, model) == after(fourth_of_both, of_both));
  CHECK(after(third, transport) == after(third, of_one));
  CHECK(after(fourth, transport) == after(fourth, of_one));
  CHECK(after(fourth, result<0>(model)) == after(fourth, of_one));
}

}  // namespace

TEST_CASE("A tendency that is evaluated where a stage uses it gives the bits of one that is written first",
          "[steppers]") {
  require_same_bits<backend::Cpu, double, layout::LevelsContiguous>();
  require_same_bits<backend::Cpu, float, layout::ColumnsContiguous>();
  require_same_bits<backend::Cpu, double, layout::ColumnsContiguous>();
  require_same_bits<backend::Emulation, double, layout::LevelsContiguous>();
  require_same_bits<backend::Emulation, float, layout::ColumnsContiguous>();
}
