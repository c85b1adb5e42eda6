// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "case/netcdf_file.hpp"
#include "common/canvas.hpp"
#include "common/panel.hpp"
#include "common/progress.hpp"
#include "output/diagnostics.hpp"
#include "output/netcdf_output.hpp"

using namespace single_column;
using Catch::Matchers::WithinRel;

TEST_CASE("single_column: the depth is where 5 % of the stress is left, over 0.95") {
  const std::vector<double> z{0.0, 100.0, 200.0, 300.0};
  // Stress 1, 0.6, 0.2, 0: 5 % lies at 200 + 100 * 0.15 / 0.2 m.
  const std::vector<double> u{-0.6, -0.36, -0.12, 0.0};
  const std::vector<double> v{0.8, 0.48, 0.16, 0.0};
  CHECK_THAT(boundary_layer_depth(z, u, v), WithinRel(275.0 / 0.95, 1e-12));
  CHECK(boundary_layer_depth(z, {{0.0, 0.0, 0.0, 0.0}}, {{0.0, 0.0, 0.0, 0.0}}) == 0.0);
  CHECK(boundary_layer_depth(z, {{1.0, 1.0, 1.0, 1.0}}, {{0.0, 0.0, 0.0, 0.0}}) == 300.0);
}

TEST_CASE("single_column: a column is diagnosed from its own part of the snapshot") {
  const Geometry geometry{{5.0, 15.0}, {0.0, 10.0, 20.0}, 2};
  Snapshot snapshot;
  snapshot.u = {1.0, 2.0, 3.0, 0.0};
  snapshot.v = {0.0, 0.0, 4.0, 0.0};
  snapshot.theta = {300.0, 300.0, 300.0, 300.0};
  snapshot.flux_u = {-0.04, 0.0, 0.0, -0.09, 0.0, 0.0};
  snapshot.flux_v = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  snapshot.flux_theta = {0.1, 0.0, 0.0, 0.2, 0.0, 0.0};
  const Diagnostics first = diagnose(geometry, snapshot, 0);
  CHECK_THAT(first.friction_velocity, WithinRel(0.2, 1e-14));
  CHECK(first.heat_flux == 0.1);
  CHECK(first.jet_height == 15.0);
  CHECK(first.jet_speed == 2.0);
  const Diagnostics second = diagnose(geometry, snapshot, 1);
  CHECK_THAT(second.friction_velocity, WithinRel(0.3, 1e-14));
  CHECK(second.jet_height == 5.0);
  CHECK(second.jet_speed == 5.0);
}

TEST_CASE("single_column: a mean is the mean of its snapshots") {
  Mean mean;
  Snapshot snapshot;
  for (const double value : {1.0, 2.0, 6.0}) {
    snapshot.u = {value, -value};
    mean.add(snapshot);
  }
  CHECK(mean.value().u == std::vector<double>{3.0, -3.0});
}

TEST_CASE("single_column: every axis has a few ticks that are different numbers") {
  const double nan = std::nan(""), infinite = HUGE_VAL;
  const std::vector<std::vector<double>> series{{},
                                                {0.0},
                                                {5.0, 5.0},
                                                {-3e-9},
                                                {0.06, std::nextafter(0.06, 1.0)},
                                                {300.0, 300.0 + 1e-10},
                                                {nan, nan},
                                                {nan, 1.0, 2.0},
                                                {-infinite, infinite},
                                                {std::log10(0.0), -3.0, 2.0},
                                                {0.0, 5e-324},
                                                {1e-300, 2e-300},
                                                {-1.7e308, 1.7e308},
                                                {1e20, 1.001e20},
                                                {1e-8, 3e-8},
                                                {-0.1, 0.1},
                                                {0.0, 1e7}};
  for (const auto& values : series) {
    CAPTURE(values);
    example::Axis axis("");
    axis.include(values);
    axis.settle();
    const auto ticks = axis.ticks();
    REQUIRE(std::isfinite(axis.low()));
    REQUIRE(axis.high() > axis.low());
    REQUIRE(ticks.size() >= 3);
    REQUIRE(ticks.size() <= 12);
    CHECK(ticks.front().value == axis.low());
    CHECK_THAT(ticks.back().value, WithinRel(axis.high(), 1e-12));
    for (std::size_t i = 1; i < ticks.size(); ++i) {
      CHECK(ticks[i].value > ticks[i - 1].value);
      CHECK(ticks[i].label != ticks[i - 1].label);
      CHECK(ticks[i].label.size() < 16);
    }
    for (const double value : values) {
      if (std::isfinite(value) && std::abs(value) < 1e100) CHECK(std::abs(axis.fraction(value) - 0.5) <= 0.5 + 1e-9);
      if (std::isfinite(value)) CHECK(std::abs(axis.fraction(value)) <= 10.0);
    }
  }
  example::Axis axis("");
  axis.include({0.0, 1.0});
  axis.settle();
  CHECK(axis.ticks()[1].label == "0.2");
}

TEST_CASE(
    "single_column: a logarithmic axis has ticks at powers of ten, and at 2 and 5 times them where these are few") {
  struct Wanted {
    std::vector<double> values;
    std::vector<std::string> labels;
  };
  const Wanted wanted[] = {{{}, {"1", "2", "5", "10"}},
                           {{0.0, -1.0, std::nan(""), HUGE_VAL}, {"1", "2", "5", "10"}},
                           {{30.0}, {"10", "20", "50", "100"}},
                           {{10.0, 80.0}, {"10", "20", "50", "100"}},
                           {{1e-6, 8e-4, 0.0}, {"1e-06", "1e-05", "0.0001", "0.001"}},
                           {{1.0, 1e9}, {"1", "100", "10000", "1e+06", "1e+08", "1e+10"}}};
  for (const auto& [values, labels] : wanted) {
    CAPTURE(values);
    example::Axis axis("", example::Scale::logarithmic);
    axis.include(values);
    axis.settle();
    std::vector<std::string> found;
    for (const auto& tick : axis.ticks()) found.push_back(tick.label);
    CHECK(found == labels);
    CHECK(axis.fraction(axis.low()) == 0.0);
    CHECK_THAT(axis.fraction(axis.high()), WithinRel(1.0, 1e-12));
    CHECK_THAT(axis.fraction(std::sqrt(axis.low() * axis.high())), WithinRel(0.5, 1e-12));
    CHECK_FALSE(axis.shows(0.0));
  }
  // Whatever the numbers, a dozen ticks at most.
  example::Axis axis("", example::Scale::logarithmic);
  axis.include({5e-324, 1.7e308});
  axis.settle();
  CHECK(axis.ticks().size() <= 12);
  CHECK(axis.ticks().size() >= 3);
}

TEST_CASE("single_column: a legend has a sample of each curve, and the name of an axis stands beside it") {
  const example::Canvas canvas(300, 260, "");
  example::Axis across("x"), up("y");
  across.include({0.0, 1.0});
  up.include({0.0, 1.0});
  example::Panel panel(canvas.cairo(), {70.0, 50.0, 200.0, 100.0}, across, up, "");
  const example::Color red{1.0, 0.0, 0.0}, blue{0.0, 0.0, 1.0};
  panel.legend({{"a line", red}, {"a band", blue, example::Panel::Look::band}});
  cairo_surface_t* const surface = cairo_get_target(canvas.cairo());
  cairo_surface_flush(surface);
  // Pixels in a rectangle of which blue, green and red are so.
  const auto count = [&](int left, int top, int right, int bottom, const auto& is) {
    int found = 0;
    for (int y = top; y < bottom; ++y) {
      const unsigned char* const row =
          cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface);
      for (int x = left; x < right; ++x) found += is(row[4 * x], row[4 * x + 1], row[4 * x + 2]) ? 1 : 0;
    }
    return found;
  };
  CHECK(count(70, 160, 270, 260, [](int b, int g, int r) { return r == 255 && g == 0 && b == 0; }) > 20);
  CHECK(count(70, 160, 270, 260, [](int b, int, int r) { return b > 250 && r > 150 && r < 220; }) > 150);
  // Left of the numbers of the axis, in the middle of its height.
  CHECK(count(20, 85, 42, 115, [](int b, int g, int r) { return b + g + r < 400; }) > 3);
}

TEST_CASE("single_column: a picture of constants, gaps and the infinite is drawn") {
  const example::Canvas canvas(300, 200, "");
  const std::vector<double> x{0.0, 1.0, 2.0}, y{0.06, std::nextafter(0.06, 1.0), std::nan("")},
      z{1.0, -HUGE_VAL, 1e308};
  example::Axis across("x"), up("y");
  across.include(x);
  up.include(y);
  example::Panel panel(canvas.cairo(), {50.0, 50.0, 200.0, 100.0}, across, up, "");
  example::Axis decades("z", example::Scale::logarithmic);
  decades.include(z);
  example::Panel logarithmic(canvas.cairo(), {50.0, 50.0, 200.0, 100.0}, across, decades, "");
  logarithmic.line(x, z, {0.0, 0.0, 0.0}, 1.0);
  logarithmic.dots(x, {0.0, 1.0, -1.0}, {0.0, 0.0, 0.0}, 1.0);
  logarithmic.band(x, z, {0.0, 1.0, -1.0}, {0.0, 0.0, 0.0});
  for (const auto& values : {y, z}) {
    panel.line(x, values, {0.0, 0.0, 0.0}, 1.0);
    panel.dots(x, values, {0.0, 0.0, 0.0}, 2.0);
    panel.band(x, y, values, {0.0, 0.0, 0.0});
  }
  CHECK(cairo_status(canvas.cairo()) == CAIRO_STATUS_SUCCESS);
}

TEST_CASE("single_column: the line of progress never fills a terminal") {
  for (std::size_t columns = 1; columns < 200; ++columns) {
    CAPTURE(columns);
    const std::string line = example::progress_line(columns, 0.5, 32400.0, 5.0, 4e12);
    CHECK(line.size() <= std::max<std::size_t>(columns - 1, 1));
    CHECK((line[0] == '[' || columns < 80));
    if (columns > 40) CHECK(line.find(" 50 %") != std::string::npos);
  }
  CHECK(example::progress_line(120, 0.5, 32400.0, 5.0, 5.0).substr(0, 43) ==
        "[####################....................] ");
}

TEST_CASE("single_column: what the netCDF file holds is what was written, in CF's words") {
  const auto folder = std::filesystem::temp_directory_path() / "single_column_netcdf";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "result.nc").string();
  const Geometry geometry{{5.0, 15.0}, {0.0, 10.0, 20.0}, 2};
  Case a_case;
  a_case.start_date = "2000-01-01 00:00:00";
  Snapshot snapshot;
  snapshot.u = {1.0, 2.0, 3.0, 4.0};
  snapshot.v = snapshot.theta = snapshot.u;
  snapshot.flux_u = {-0.25, 0.0, 0.0, -1.0, 0.0, 0.0};
  snapshot.flux_v = snapshot.flux_theta = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  {
    NetcdfOutput output(path, a_case, "a test", false);
    output.begin(geometry);
    output.write(snapshot);
    snapshot.time = 600.0;
    snapshot.u[3] = 5.0;
    output.write(snapshot);
    CHECK_FALSE(std::filesystem::exists(path));
    output.finish();
  }
  {
    const NetcdfFile file(path);
    CHECK(file.text_attribute("Conventions") == "CF-1.10");
    CHECK(file.units_of("time") == "seconds since 2000-01-01 00:00:00");
    CHECK(file.read_unconverted("time", "").data == std::vector<double>{0.0, 600.0});
    const Values u = file.read("ua", "m s-1", "");
    CHECK(u.dimensions == std::vector<std::string>{"time", "column", "z"});
    CHECK(u.data == std::vector<double>{1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0, 5.0});
    CHECK(file.read("ustar", "m s-1", "").data == std::vector<double>{0.5, 1.0, 0.5, 1.0});
    CHECK(file.read("z_face", "m", "").data == geometry.z_faces);
  }
  {
    const NetcdfOutput given_up((folder / "given_up.nc").string(), a_case, "a test", true);
  }
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
  std::filesystem::remove_all(folder);
}
