// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "case/profile.hpp"
#include "case/read_case.hpp"
#include "case/units.hpp"

using namespace single_column;
using Catch::Matchers::WithinRel;

TEST_CASE("single_column: units are taken in their usual spellings and refused otherwise") {
  CHECK(unit_factor("m s-1", "m s-1") == 1.0);
  CHECK(unit_factor(" m/s ", "m s-1") == 1.0);
  CHECK(unit_factor("hPa", "Pa") == 100.0);
  CHECK_FALSE(unit_factor("degC", "K"));
  CHECK_FALSE(unit_factor("m", "m s-1"));
  CHECK_FALSE(unit_factor("", "m"));
}

TEST_CASE("single_column: dates and units of time are read") {
  CHECK(parse_date("1970-01-02") == 86400.0);
  CHECK(parse_date("1970-01-01 01:00:30") == 3630.0);
  CHECK(parse_date("2000-03-01T00:00:00").value() - parse_date("2000-02-28 00:00:00").value() == 2 * 86400.0);
  CHECK_FALSE(parse_date("2000-02-30"));
  CHECK(parse_date("1970-01-01 00:00:01.5 UTC") == 1.5);
  CHECK(parse_date("1970-01-01T01Z") == 3600.0);
  for (const char* wrong : {"soon", "", "2000-01", "2000-1-1x", "99999999999-01-01", "-1-01-01", "2000-01-01 25:00:00",
                            "2000-01-01 10:60", "2000-01-01 10:00:nan", "2000-01-01 10:00:inf", "2000-01-01 10:00:1e3",
                            "2000-01-01 10:00:00 +02:00", "2000-01-01 10:-5:00"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_date(wrong));
  }
  const auto units = parse_time_units("hours since 2000-01-01 10:00:00");
  REQUIRE(units);
  CHECK(units->seconds == 3600.0);
  CHECK(units->reference == "2000-01-01 10:00:00");
  CHECK_FALSE(parse_time_units("hours"));
  CHECK_FALSE(parse_time_units("fortnights since 2000-01-01"));
}

TEST_CASE("single_column: profiles are linear between their points and constant beyond") {
  const Profile profile{{0.0, 10.0, 30.0}, {1.0, 2.0, 6.0}};
  CHECK(profile(-5.0) == 1.0);
  CHECK(profile(0.0) == 1.0);
  CHECK(profile(5.0) == 1.5);
  CHECK(profile(10.0) == 2.0);
  CHECK(profile(20.0) == 4.0);
  CHECK(profile(99.0) == 6.0);
}

TEST_CASE("single_column: the shipped GABLS1 case is the published one") {
  const Case gabls1 = read_case(SINGLE_COLUMN_CASES "/gabls1.nc");
  CHECK(gabls1.duration == 9.0 * 3600.0);
  CHECK(gabls1.latitude == 73.0);
  CHECK(gabls1.top() == 400.0);
  CHECK(gabls1.surface_heat == SurfaceHeat::temperature);
  CHECK(gabls1.u(200.0) == 8.0);
  CHECK(gabls1.v(200.0) == 0.0);
  CHECK(gabls1.u_geostrophic.profile.front()(0.0) == 8.0);
  CHECK(gabls1.theta(100.0) == 265.0);
  CHECK_THAT(gabls1.theta(400.0), WithinRel(268.0, 1e-12));
  CHECK_THAT(gabls1.surface(3600.0), WithinRel(265.0 - 0.25, 1e-12));
  CHECK(gabls1.roughness(0.0) == 0.1);
  CHECK(gabls1.roughness_heat(0.0) == 0.1);
  CHECK(gabls1.left_out.empty());
}
