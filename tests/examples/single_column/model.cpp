// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

#include "model/backends.hpp"

using namespace single_column;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// A light wind over a ground that gives off heat, or draws it.
Case heated_case(double flux) {
  const auto constant = [](double value) { return Profile{{0.0, 1000.0}, {value, value}}; };
  Case result;
  result.name = "heated";
  result.latitude = 45.0;
  result.u = constant(5.0);
  result.v = constant(0.0);
  result.theta = {{0.0, 1000.0}, {300.0, 305.0}};
  result.u_geostrophic = {{0.0}, {constant(5.0)}};
  result.v_geostrophic = {{0.0}, {constant(0.0)}};
  result.surface_heat = SurfaceHeat::flux;
  result.surface = {{0.0}, {flux}};
  result.roughness = {{0.0}, {0.1}};
  result.roughness_heat = {{0.0}, {0.01}};
  return result;
}

Settings short_run(double seconds) {
  Settings settings;
  settings.levels = 33;
  settings.columns = 3;
  settings.top = 1000.0;
  settings.ground_spacing = 10.0;
  settings.duration = seconds;
  return settings;
}

struct FirstAndLast : Observer {
  Geometry geometry;
  Snapshot first;
  Snapshot last;
  void begin(const Geometry& given) override { geometry = given; }
  void sample(const Snapshot& snapshot) override {
    if (first.u.empty()) first = snapshot;
    last = snapshot;
  }
  /// Integral over a column [m times the quantity].
  double content(const std::vector<double>& values, std::size_t column) const {
    const std::size_t levels = geometry.z_centers.size();
    double sum = 0.0;
    for (std::size_t k = 0; k < levels; ++k) {
      sum += values[column * levels + k] * (geometry.z_faces[k + 1] - geometry.z_faces[k]);
    }
    return sum;
  }
};

FirstAndLast run(const Case& a_case, const Settings& settings, Storage storage = {}) {
  FirstAndLast observer;
  run_on_cpu(a_case, settings, storage, observer);
  return observer;
}

}  // namespace

TEST_CASE("single_column: a column gains the heat that the ground gives off") {
  const double flux = GENERATE(0.2, 0.01, -0.01);
  const FirstAndLast seen = run(heated_case(flux), short_run(1800.0));
  for (std::size_t column = 0; column < 3; ++column) {
    const double gain = seen.content(seen.last.theta, column) - seen.content(seen.first.theta, column);
    CHECK_THAT(gain, WithinRel(flux * 1800.0, 1e-7));
  }
}

TEST_CASE("single_column: heating from below stirs, cooling stills") {
  const double stirred = std::abs(run(heated_case(0.2), short_run(1800.0)).last.flux_u[0]);
  const double neutral = std::abs(run(heated_case(0.0), short_run(1800.0)).last.flux_u[0]);
  const double stilled = std::abs(run(heated_case(-0.01), short_run(1800.0)).last.flux_u[0]);
  CHECK(stirred > neutral);
  CHECK(neutral > stilled);
}

TEST_CASE("single_column: above the boundary layer the wind stays geostrophic and swings freely elsewhere") {
  // No geostrophic wind aloft means an inertial oscillation: the speed stays, the direction turns by f t.
  Case oscillation = heated_case(-0.001);
  for (auto& profile : oscillation.u_geostrophic.profile) profile.value = {0.0, 0.0};
  const FirstAndLast seen = run(oscillation, short_run(3600.0));
  const double turned = 2.0 * 7.292e-5 * std::sin(45.0 * 3.14159265358979 / 180.0) * 3600.0;
  const std::size_t top = seen.geometry.z_centers.size() - 1;
  CHECK_THAT(seen.last.u[top], WithinRel(5.0 * std::cos(turned), 1e-6));
  CHECK_THAT(seen.last.v[top], WithinRel(-5.0 * std::sin(turned), 1e-6));
}

TEST_CASE("single_column: column 0 does not depend on the ensemble around it") {
  Settings alone = short_run(1200.0);
  alone.columns = 1;
  alone.time_step = 1.0;
  Settings ensemble = alone;
  ensemble.columns = 7;
  const FirstAndLast one = run(heated_case(0.05), alone);
  const FirstAndLast seven = run(heated_case(0.05), ensemble);
  for (std::size_t k = 0; k < one.last.u.size(); ++k) CHECK_THAT(seven.last.u[k], WithinAbs(one.last.u[k], 1e-11));
  CHECK(seven.last.u[3 * 33 + 32] != seven.last.u[32]);
}

TEST_CASE("single_column: of a large ensemble every so many-th column is shown") {
  const FieldLayout layout = GENERATE(FieldLayout::levels, FieldLayout::columns);
  Settings settings = short_run(300.0);
  settings.columns = 8;
  const FirstAndLast all = run(heated_case(0.05), settings, {Precision::double_precision, layout});
  settings.sampled_columns = 3;
  const FirstAndLast some = run(heated_case(0.05), settings, {Precision::double_precision, layout});
  REQUIRE(some.geometry.columns == 3);
  REQUIRE(some.geometry.column_step == 3);
  const auto of_all = [&](const std::vector<double>& values, std::size_t rows) {
    std::vector<double> result;
    for (std::size_t column = 0; column < 8; column += 3) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(column * rows);
      result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(rows));
    }
    return result;
  };
  CHECK(some.last.time_step == all.last.time_step);
  CHECK(some.last.u == of_all(all.last.u, 33));
  CHECK(some.last.theta == of_all(all.last.theta, 33));
  CHECK(some.last.flux_theta == of_all(all.last.flux_theta, 34));
}

TEST_CASE("single_column: layouts and precisions agree") {
  Settings settings = short_run(1200.0);
  settings.time_step = 1.0;
  const FirstAndLast reference = run(heated_case(0.05), settings);
  const auto agree = [&](Storage storage, double tolerance) {
    const FirstAndLast other = run(heated_case(0.05), settings, storage);
    for (std::size_t i = 0; i < reference.last.u.size(); ++i) {
      CHECK_THAT(other.last.u[i], WithinAbs(reference.last.u[i], tolerance));
      CHECK_THAT(other.last.theta[i], WithinAbs(reference.last.theta[i], tolerance));
    }
  };
  agree({Precision::double_precision, FieldLayout::columns}, 1e-10);
  agree({Precision::single_precision, FieldLayout::levels}, 2e-3);
  agree({Precision::single_precision, FieldLayout::columns}, 2e-3);
}

TEST_CASE("single_column: the time stepping is of third order") {
  const auto wind = [](double dt) {
    Settings settings = short_run(120.0);
    settings.columns = 1;
    settings.levels = 10;
    settings.ground_spacing = 100.0;
    settings.time_step = dt;
    return run(heated_case(0.05), settings).last.u;
  };
  const std::vector<double> exact = wind(0.625);
  const auto error = [&exact](const std::vector<double>& u) {
    double sum = 0.0;
    for (std::size_t k = 0; k < u.size(); ++k) sum += (u[k] - exact[k]) * (u[k] - exact[k]);
    return std::sqrt(sum);
  };
  const double rate = std::log2(error(wind(10.0)) / error(wind(5.0)));
  CHECK(rate > 2.7);
  CHECK(rate < 3.3);
}

TEST_CASE("single_column: the geostrophic wind is linear in time between the profiles of the case") {
  Case changing = heated_case(0.0);
  const Profile calm{{0.0, 1000.0}, {0.0, 0.0}};
  const Profile windy{{0.0, 1000.0}, {10.0, 10.0}};
  changing.u = calm;
  changing.u_geostrophic = {{0.0, 600.0, 1200.0}, {calm, windy, windy}};
  changing.v_geostrophic = {{0.0, 600.0, 1200.0}, {calm, calm, calm}};
  const FirstAndLast seen = run(changing, short_run(600.0));
  // Aloft dv/dt = f (u_g - u), and u is still small: v = f * 10 * 600 / 2 to first order in f t.
  const double coriolis = 2.0 * 7.292e-5 * std::sin(45.0 * 3.14159265358979 / 180.0);
  CHECK_THAT(seen.last.v[32], WithinRel(coriolis * 10.0 * 600.0 / 2.0, 1e-3));
}

TEST_CASE("single_column: a time step that is too long is reported as instability") {
  Settings settings = short_run(3600.0);
  settings.time_step = 60.0;
  CHECK_THROWS_AS(run(heated_case(0.3), settings), RunError);
}

TEST_CASE("single_column: free convection without any wind mixes the layer it heats") {
  Case calm = heated_case(0.2);
  for (auto* profile : {&calm.u, &calm.v, &calm.u_geostrophic.profile[0]}) profile->value = {0.0, 0.0};
  const FirstAndLast seen = run(calm, short_run(7200.0));
  const auto& z = seen.geometry.z_centers;
  for (std::size_t k = 0; k < z.size(); ++k) {
    CHECK(std::abs(seen.last.u[k]) < 1e-6);
    // Heat of 1440 K m lifts the mixed layer to about 770 m, where it meets the air above.
    if (z[k] > 100.0 && z[k] < 600.0) CHECK_THAT(seen.last.theta[k], WithinAbs(303.9, 0.6));
    if (z[k] > 950.0) CHECK_THAT(seen.last.theta[k], WithinAbs(seen.first.theta[k], 0.05));
  }
}
