// SPDX-License-Identifier: BSD-3-Clause
#include <sys/wait.h>
#include <unistd.h>

#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Numbers = std::vector<double>;

const auto grid = ColumnGrid::from_faces(Numbers{0, 10, 30, 70}, 2);
const netcdf::Variable theta{.name = "theta",
                             .units = "K",
                             .standard_name = "air_potential_temperature",
                             .long_name = "potential temperature",
                             .cell_methods = "time: point"};
const netcdf::Variable w{.name = "w", .units = "m s-1", .standard_name = "upward_air_velocity"};
const netcdf::Variable flux{.name = "flux", .units = "W m-2"};
const netcdf::Variable wind[] = {{.name = "ua", .units = "m s-1", .standard_name = "eastward_wind"},
                                 {.name = "va", .units = "m s-1", .standard_name = "northward_wind"}};

/// A folder that goes with what is in it.
struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() /
                               ("stencil_netcdf_test_" + std::to_string(::getpid()));  // tests run side by side
  Folder() {
    std::filesystem::remove_all(path);
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const char* name) const { return (path / name).string(); }
};

/// What netCDF-C itself says of a file.
struct Plain {
  explicit Plain(const std::string& path) { REQUIRE(nc_open(path.c_str(), NC_NOWRITE, &id) == NC_NOERR); }
  ~Plain() { nc_close(id); }
  Plain(const Plain&) = delete;
  Plain& operator=(const Plain&) = delete;

  int variable(const char* name) const {
    int found = -1;
    REQUIRE(nc_inq_varid(id, name, &found) == NC_NOERR);
    return found;
  }
  std::string text(const char* name, const char* attribute) const {
    const int which = name == nullptr ? NC_GLOBAL : variable(name);
    std::size_t length = 0;
    if (nc_inq_attlen(id, which, attribute, &length) != NC_NOERR) return "none";
    std::string value(length, ' ');
    nc_get_att_text(id, which, attribute, value.data());
    return value;
  }
  std::string dimensions(const char* name) const {
    int rank = 0;
    std::array<int, 8> ids{};
    nc_inq_varndims(id, variable(name), &rank);
    nc_inq_vardimid(id, variable(name), ids.data());
    std::string all;
    for (int d = 0; d < rank; ++d) {
      std::array<char, NC_MAX_NAME + 1> dimension{};
      nc_inq_dimname(id, ids[static_cast<std::size_t>(d)], dimension.data());
      all += (d == 0 ? "" : " ") + std::string(dimension.data());
    }
    return all;
  }
  Numbers numbers(const char* name, std::size_t count) const {
    Numbers values(count);
    REQUIRE(nc_get_var_double(id, variable(name), values.data()) == NC_NOERR);
    return values;
  }
  int id = -1;
};

/// A file of other makers, from its text.
void make_file(const Folder& folder, const char* name, const std::string& text) {
  std::ofstream(folder.file("text.cdl")) << "netcdf other {\n" << text << "}\n";
  REQUIRE(std::system(("ncgen -4 -o " + folder.file(name) + " " + folder.file("text.cdl")).c_str()) == 0);
}

template <class Location, class Layout, class T = double>
Field<T, Location, backend::Cpu, Layout> counted(const ColumnGrid& on) {
  Field<T, Location, backend::Cpu, Layout> field(on, "counted");
  std::vector<T> values(static_cast<std::size_t>(field.levels()) * field.columns());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i) + T(1);
  field.from_host(values);
  return field;
}

/// A refusal that names the file and all of the words.
template <class Wrong>
void refused(const Wrong& wrong, const std::string& one, const std::string& two = "file.nc") {
  REQUIRE_THROWS_MATCHES(
      wrong(), netcdf::FileError,
      MessageMatches(ContainsSubstring("file.nc: ") && ContainsSubstring(one) && ContainsSubstring(two)));
}

}  // namespace

TEST_CASE("A file holds fields in CF's words: coordinates, bounds, units, time", "[netcdf]") {
  const Folder folder;
  const auto centers = counted<Center, layout::ColumnsContiguous>(grid);
  const auto faces = counted<Face, layout::LevelsContiguous, float>(grid);
  const auto surface = counted<Surface, layout::LevelsContiguous>(grid);
  {
    netcdf::Output file(folder.file("file.nc"), {.title = "a test",
                                                 .institution = "an institute",
                                                 .history = "made today",
                                                 .references = "a paper",
                                                 .time_units = "seconds since 2000-01-01 00:00:00",
                                                 .height_reference = "above the ground",
                                                 .coordinates = "lat"});
    file.write(73.0, {.name = "lat", .units = "degrees_north", .standard_name = "latitude"});
    file.write(surface, flux);
    file.write(surface, {.name = "column"});
    for (const double time : {0.0, 600.0}) {
      file.at_time(time);
      file.write(centers, theta);
      file.write(faces, w);
    }
    REQUIRE_FALSE(std::filesystem::exists(folder.file("file.nc")));
    file.finish();
  }
  const Plain file(folder.file("file.nc"));
  CHECK(file.text(nullptr, "Conventions") == "CF-1.10");
  CHECK(file.text(nullptr, "title") == "a test");
  CHECK(file.text(nullptr, "institution") == "an institute");
  CHECK(file.text(nullptr, "history") == "made today");
  CHECK(file.text(nullptr, "references") == "a paper");
  CHECK(file.text(nullptr, "source") == "none");
  CHECK(file.dimensions("theta") == "time column z");
  CHECK(file.dimensions("w") == "time column z_face");
  CHECK(file.dimensions("flux") == "column");
  CHECK(file.dimensions("lat").empty());
  CHECK(file.text("theta", "units") == "K");
  CHECK(file.text("theta", "standard_name") == "air_potential_temperature");
  CHECK(file.text("theta", "long_name") == "potential temperature");
  CHECK(file.text("theta", "cell_methods") == "time: point");
  CHECK(file.text("theta", "coordinates") == "lat");
  CHECK(file.text("lat", "coordinates") == "none");
  CHECK(file.text("column", "coordinates") == "none");
  int shuffled = -1, deflated = -1, level = -1;
  nc_inq_var_deflate(file.id, file.variable("theta"), &shuffled, &deflated, &level);
  CHECK((shuffled == 1 && deflated == 1));
  CHECK(file.text("time", "units") == "seconds since 2000-01-01 00:00:00");
  CHECK(file.text("time", "calendar") == "standard");
  CHECK(file.text("time", "axis") == "T");
  for (const char* height : {"z", "z_face"}) {
    CHECK(file.text(height, "axis") == "Z");
    CHECK(file.text(height, "positive") == "up");
    CHECK(file.text(height, "units") == "m");
    CHECK(file.text(height, "standard_name") == "height");
  }
  CHECK(file.text("z", "long_name") == "height of the cell centers above the ground");
  CHECK(file.text("z", "bounds") == "z_bounds");
  CHECK(file.text("z_bounds", "units") == "none");
  CHECK(file.dimensions("z_bounds") == "z bounds");
  CHECK(file.numbers("z", 3) == Numbers{5, 20, 50});
  CHECK(file.numbers("z_bounds", 6) == Numbers{0, 10, 10, 30, 30, 70});
  CHECK(file.numbers("z_face", 4) == Numbers{0, 10, 30, 70});
  CHECK(file.numbers("theta", 12) == Numbers{1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6});
  CHECK(file.numbers("flux", 2) == Numbers{1, 2});
  nc_type type = NC_NAT;
  nc_inq_vartype(file.id, file.variable("w"), &type);
  CHECK(type == NC_FLOAT);
  int unlimited = -1;
  int time = -2;
  nc_inq_unlimdim(file.id, &unlimited);
  nc_inq_dimid(file.id, "time", &time);
  CHECK(unlimited == time);
}

TEST_CASE("What is written is read back: both layouts, every location, components, records", "[netcdf]") {
  const Folder folder;
  const auto hills = ColumnGrid::from_faces_per_column(Numbers{0, 10, 30, 1, 12, 33}, 2);
  const auto ring = ColumnGrid::periodic(3, 0.0, 3.0, 2);
  for (const auto& on : {grid, hills, ring}) {
    auto centers = counted<Center, layout::ColumnsContiguous>(on);
    const auto faces = counted<Face, layout::ColumnsContiguous, float>(on);
    const auto numbers = counted<Surface, layout::LevelsContiguous, long long>(on);
    CenterField<Vec<double, 2>> both(on);
    both.fill(Vec<double, 2>{1.0, -2.0});
    netcdf::Output output(folder.file("file.nc"), {.time_units = "days since 2000-01-01"});
    output.write(numbers, {.name = "count", .units = "1"});
    for (const double time : {0.5, 1.5}) {
      output.at_time(time);
      output.write(centers, theta);
      output.write(faces, w);
      output.write(both, wind);
      centers = 10.0 * centers;
    }
    output.finish();

    const netcdf::Input file(folder.file("file.nc"));
    REQUIRE(file.times() == Numbers{0.5, 1.5});
    REQUIRE(file.time_units() == "days since 2000-01-01");
    const auto again = file.grid();
    REQUIRE(again.periodic() == on.periodic());
    REQUIRE(again.heights_per_column() == on.heights_per_column());
    CenterField<double> read(again);
    CenterField<double, backend::Cpu, layout::ColumnsContiguous> first(on);
    FaceField<float> read_faces(on);
    SurfaceField<long long> read_numbers(on);
    CenterField<Vec<double, 2>, backend::Cpu, layout::ColumnsContiguous> read_both(on);
    file.read(read, theta);
    file.read(first, theta, 0);
    file.read(read_faces, w);
    file.read(read_numbers, {.name = "count", .units = "1"});
    file.read(read_both, wind);
    centers = 0.1 * centers;
    REQUIRE(read.to_host() == centers.to_host());
    REQUIRE(first.to_host() == counted<Center, layout::LevelsContiguous>(on).to_host());
    FaceField<float> computed(on);  // on a ring with the lowest value as the highest, too
    computed = 1.0F * faces;
    REQUIRE(read_faces.to_host() == computed.to_host());
    REQUIRE(read_numbers.to_host() == numbers.to_host());
    REQUIRE(read_both(1, 1) == Vec<double, 2>{1.0, -2.0});
    if (on.heights_per_column()) {
      const Plain plain(folder.file("file.nc"));
      CHECK(plain.text("theta", "coordinates") == "height");
      CHECK(plain.text("w", "coordinates") == "height_face");
      CHECK(plain.dimensions("height_bounds") == "column z bounds");
    }
  }
}

TEST_CASE("A file that is not finished leaves nothing", "[netcdf]") {
  const Folder folder;
  {
    netcdf::Output given_up(folder.file("file.nc"));
    given_up.write(counted<Center, layout::LevelsContiguous>(grid), theta);
  }
  REQUIRE(std::filesystem::is_empty(folder.path));
  REQUIRE_THROWS_MATCHES(netcdf::Output(folder.path.string()), netcdf::FileError,
                         MessageMatches(ContainsSubstring("is a folder")));
  REQUIRE_THROWS_AS(netcdf::Output(folder.file("nowhere/file.nc")), netcdf::FileError);
}

TEST_CASE("single_precision stores doubles in half the room", "[netcdf]") {
  const Folder folder;
  netcdf::Output output(folder.file("file.nc"), {.single_precision = true});
  CenterField<double> third(grid);
  third.fill(1.0 / 3.0);
  output.write(third, theta);
  output.write(counted<Surface, layout::LevelsContiguous, int>(grid), flux);
  output.finish();
  const Plain file(folder.file("file.nc"));
  nc_type type = NC_NAT;
  nc_inq_vartype(file.id, file.variable("flux"), &type);
  CHECK(type == NC_INT);
  REQUIRE(file.numbers("theta", 6) == Numbers(6, static_cast<double>(1.0F / 3.0F)));
}

TEST_CASE("What cannot be written is refused by name", "[netcdf][errors]") {
  const Folder folder;
  const auto centers = counted<Center, layout::LevelsContiguous>(grid);
  const auto faces = counted<Face, layout::LevelsContiguous>(grid);
  netcdf::Output file(folder.file("file.nc"), {.time_units = "s since 2000-01-01"});
  file.write(centers, theta);
  refused([&] { file.write(faces, theta); }, "'theta' was written before with other dimensions");
  refused([&] { file.write(counted<Center, layout::LevelsContiguous>(ColumnGrid::uniform(3, 0.0, 1.0, 2)), w); },
          "a grid of 2 columns x 3 levels", "another grid");
  refused([&] { file.at_time(std::nan("")); }, "at_time needs a time, not nan");
  refused([&] { file.at_time(-HUGE_VAL); }, "at_time needs a time, not -inf");
  file.at_time(0.0);
  refused([&] { file.write(centers, theta); }, "after at_time always or never");
  const Numbers five(5);
  refused([&] { file.write_values<Center, double>(grid, five, flux); }, "'flux' takes 2 columns x 3 center levels",
          "5 values");
  netcdf::Output timeless(folder.file("other_file.nc"));
  refused([&] { timeless.at_time(1.0); }, "seconds since ...");
}

TEST_CASE("Units of times are a unit since a date", "[netcdf][errors]") {
  const Folder folder;
  for (const char* units : {"bananas", "seconds", "bananas since 2000-01-01", "seconds until 2000-01-01", "s since",
                            "s since yesterday", "s since 2000-13-01", "s since 2000-01-32", "s since 2000-01",
                            "s since 2000-01-01 noon", "since 2000-01-01", " "}) {
    CAPTURE(units);
    refused([&] { netcdf::Output(folder.file("file.nc"), {.time_units = units}); },
            "time_units '" + std::string(units) + "' are no units", "write \"seconds since 2000-01-01 00:00:00\"");
  }
  REQUIRE(std::filesystem::is_empty(folder.path));
  for (const char* units :
       {"days since 1-1-1", "s since 2000-01-01Z", "Hours Since 1850-01-01T00:00:00Z", "min since 2000-1-1 6:30",
        "seconds since 1992-10-8 15:15:42.5 -6:00", "months since -1-12-31 00:00:00 UTC"}) {
    CAPTURE(units);
    REQUIRE_NOTHROW(netcdf::Output(folder.file("file.nc"), {.time_units = units}));
  }
}

TEST_CASE("The times of a file go one way", "[netcdf][errors]") {
  const Folder folder;
  for (const double way : {1.0, -1.0}) {
    netcdf::Output file(folder.file("file.nc"), {.time_units = "s since 2000-01-01"});
    file.at_time(0.0);
    refused([&] { file.at_time(0.0); }, "at_time 0 comes after 0");
    file.at_time(60.0 * way);
    file.write(counted<Center, layout::LevelsContiguous>(grid), theta);
    refused([&] { file.at_time(60.0 * way); }, "times of a file rise, or fall");
    refused([&] { file.at_time(59.5 * way); }, "59.5 comes after", "60");
    file.at_time(61.0 * way);
    file.finish();
    CHECK(netcdf::Input(folder.file("file.nc")).times() == std::vector<double>{0.0, 60.0 * way, 61.0 * way});
  }
}

TEST_CASE("Nothing that was written is replaced or cut short", "[netcdf][errors]") {
  const Folder folder;
  const auto first = counted<Center, layout::LevelsContiguous>(grid);
  const auto whole = counted<Center, layout::LevelsContiguous, int>(grid);
  netcdf::Output file(folder.file("file.nc"), {.time_units = "s since 2000-01-01"});
  file.write(first, w);
  refused([&] { file.write(first, w); }, "'w' is written twice at one time");
  for (const double time : {0.0, 60.0}) {
    file.at_time(time);
    file.write(whole, theta);
    refused([&] { file.write(whole, theta); }, "'theta' is written twice at one time");
    refused([&] { file.write(first, theta); }, "'theta' was written before with another type of number");
    file.write(first, flux);
  }
  file.finish();
  refused([&] { file.finish(); }, "it was finished before");
  refused([&] { file.at_time(120.0); }, "the file was finished before");
  const netcdf::Input input(folder.file("file.nc"));
  CenterField<double> again(grid);
  input.read(again, flux, 0);
  CHECK(again.to_host() == first.to_host());
}

TEST_CASE("Heights that change are written at each time, and read with their fields", "[netcdf][heights]") {
  const Folder folder;
  const auto moving = ColumnGrid::uniform(2, -20.0, 0.0, 2).with_changing_heights();
  CenterField<double> t(moving, "t"), again(moving, "t");
  t.fill(3.0);
  {
    netcdf::Output file(folder.file("file.nc"), {.time_units = "s since 2000-01-01"});
    file.write(t, w);  // once, at no height
    for (const double time : {0.0, 60.0, 120.0}) {
      file.at_time(time);
      set_heights<backend::Cpu>(moving, 2.0 * heights(Face{}));
      file.write(t, theta);
      refused([&] { set_heights<backend::Cpu>(moving, 0.5 * heights(Face{})), file.write(t, flux); },
              "the heights of the grid have changed", "at_time");
      set_heights<backend::Cpu>(moving, 2.0 * heights(Face{}));
      file.write(t, {.name = "later"});
    }
    file.finish();
  }
  {
    const Plain plain(folder.file("file.nc"));
    CHECK(plain.dimensions("height") == "time column z");
    CHECK(plain.dimensions("height_face") == "time column z_face");
    CHECK(plain.dimensions("height_bounds") == "time column z bounds");
    CHECK(plain.text("theta", "coordinates") == "height");
    CHECK(plain.text("w", "coordinates") == "none");
    CHECK(plain.numbers("height", 12) == Numbers{-30, -10, -30, -10, -60, -20, -60, -20, -120, -40, -120, -40});
    CHECK(plain.numbers("height_face", 18)[15] == -160);
    CHECK(plain.numbers("height_bounds", 24)[9] == -40);
  }
  const netcdf::Input file(folder.file("file.nc"));
  CHECK(file.grid().z_faces(1)[0] == -160);  // at the last time
  CHECK_NOTHROW(file.read(again, theta));
  refused([&] { file.read(again, theta, 1); }, "'theta' has level 0 at -60 m", "at -120 m");
  CHECK_NOTHROW(file.read(again, w));

  netcdf::Output timeless(folder.file("timeless_file.nc"));
  timeless.write(t, theta);
  timeless.write(t, w);
  set_heights<backend::Cpu>(moving, 2.0 * heights(Face{}));
  refused([&] { timeless.write(t, flux); }, "the heights of the grid have changed", "time_units");
}

TEST_CASE("The grid of a file is that of its last field where heights change", "[netcdf][heights]") {
  const Folder folder;
  const std::string path = folder.file("file.nc");
  const auto moving = ColumnGrid::uniform(2, -20.0, 0.0, 2).with_changing_heights();
  CenterField<double> t(moving, "t"), again(moving, "t");
  t.fill(3.0);
  for (const bool at_times : {false, true}) {
    netcdf::Output file(path, {.time_units = "s since 2000-01-01"});
    file.write(t, w);
    if (at_times) {
      file.at_time(0.0);
      file.write(t, theta);
      file.at_time(60.0);
      set_heights<backend::Cpu>(moving, 2.0 * heights(Face{}));
      file.write(SurfaceField<double>(moving), flux);
      file.at_time(120.0);
    }
    set_heights<backend::Cpu>(moving, 3.0 * heights(Face{}));
    file.at_time(180.0);
    file.finish();

    const netcdf::Input input(path);
    again.fill(0.0);
    input.read(again, w);
    CHECK(again.to_host() == t.to_host());
    if (at_times) {
      CHECK(input.grid().z_faces(1)[0] == -120);  // at 60 s
      refused([&] { input.read(again, theta); }, "'theta' holds a missing value");
    } else {
      refused([&] { static_cast<void>(input.grid()); }, "has no grid: its heights, variable 'height_face', are of each",
              "no field is of any time");
    }
  }
  netcdf::Output without(path, {.time_units = "s since 2000-01-01"});
  without.write(t, w);
  without.finish();
  refused([&] { static_cast<void>(netcdf::Input(path).grid()); }, "no field is of any time");
  CHECK_NOTHROW(netcdf::Input(path).read(again, w));
}

TEST_CASE("Columns are written one after the other at the heights of all", "[netcdf][heights]") {
  const Folder folder;
  const auto moving = ColumnGrid::uniform(2, -20.0, 0.0, 2).with_changing_heights();
  SurfaceField<double> number(moving);
  number.fill([](std::size_t column) { return static_cast<double>(column); });
  netcdf::Output file(folder.file("file.nc"), {.time_units = "s since 2000-01-01"});
  const Numbers values{1, 2};
  file.at_time(0.0);
  file.write_columns<Center>(moving, 0, 1, std::span<const double>(values), theta);
  set_heights(moving, (1.0 + number) * heights(Face{}));
  refused([&] { file.write_columns<Center>(moving, 1, 1, std::span<const double>(values), theta); },
          "the heights of the grid have changed");
}

TEST_CASE("A run whose heights change is restarted at the heights of its file", "[netcdf][restart][heights]") {
  const Folder folder;
  const std::string path = folder.file("file.nc");
  const auto run = ColumnGrid::uniform(3, -20.0, 0.0, 2).with_changing_heights();
  const auto later = ColumnGrid::uniform(3, -20.0, 0.0, 2).with_changing_heights();
  CenterField<double> t(run, "t"), again(later, "t");
  t.fill([](double z) { return std::sin(z); });
  set_heights<backend::Cpu>(run, heights(Face{}) / 3.0);
  netcdf::write_restart(path, 5.0, t);
  CHECK(netcdf::read_restart(path, t) == 5.0);
  CHECK(t.grid() == run);
  refused([&] { netcdf::read_restart(path, again); }, "\"t\"", "to which set_heights or set_thickness");
  SurfaceField<double> surface(later, "t");
  refused([&] { netcdf::read_restart(path, surface); }, "\"t\" (surface field",
          "to which set_heights or set_thickness");
  for (const auto& other : {ColumnGrid::uniform(4, -20.0, 0.0, 2), ColumnGrid::uniform(3, -20.0, 0.0, 3)}) {
    CenterField<double> of_others(other.with_changing_heights(), "t");
    try {
      netcdf::read_restart(path, of_others);
      FAIL("another shape is read");
    } catch (const netcdf::FileError& error) {
      CHECK_THAT(error.what(), ContainsSubstring("another grid") && !ContainsSubstring("set_heights"));
    }
  }

  FaceField<double> in_file(netcdf::Input(path).grid()), z(later);
  in_file.fill([](double height) { return height; });
  z.from_host(in_file.to_host());
  set_heights(later, z);
  netcdf::read_restart(path, again);
  CHECK(again.grid() == later);
  CHECK(again.to_host() == t.to_host());
}

TEST_CASE("A run with cells without thickness is restarted", "[netcdf][restart][heights]") {
  const Folder folder;
  const std::string path = folder.file("file.nc");
  const auto run = ColumnGrid::uniform(3, 0.0, 3.0, 2).with_changing_heights();
  CenterField<double> thickness(run, "thickness"), t(run, "t");
  const std::vector<double> thicknesses{1, 0, 2, 0.5, 1, 0.25};
  thickness.from_host(thicknesses);
  set_thickness(run, thickness, bottom(-1.0));
  t = heights(Center{});
  netcdf::write_restart(path, 5.0, thickness, t);

  CenterField<double> again(run, "t");
  netcdf::read_restart(path, again);
  CHECK(again.to_host() == t.to_host());
  const ColumnGrid of_file = netcdf::Input(path).grid();
  REQUIRE(of_file.heights_change());
  FaceField<double> z(run), z_of_file(of_file);
  z = heights(Face{});
  z_of_file = heights(Face{});
  CHECK(z_of_file.to_host() == z.to_host());
}

TEST_CASE("What does not fit a field is refused with file, variable and shapes", "[netcdf][errors]") {
  const Folder folder;
  {
    netcdf::Output output(folder.file("file.nc"));
    output.write(counted<Center, layout::LevelsContiguous>(grid), theta);
    output.write(counted<Face, layout::LevelsContiguous>(grid), w);
    output.finish();
  }
  const netcdf::Input file(folder.file("file.nc"));
  CenterField<double> a(grid, "a");
  const auto before = a.to_host();
  refused([&] { file.read(a, {.name = "qv"}); }, "has no variable 'qv'");
  refused([&] { file.read(a, {.name = "theta", .units = "degC"}); }, "'theta' has units 'K' where 'degC' is expected");
  refused([&] { file.read(a, w); }, "'w' of shape (column 2, z_face 4)", "\"a\" (center field, 3 levels x 2 columns");
  refused([&] { file.read(a, theta, 1); }, "(column 2, z 3) has no record 1");
  refused([&] { static_cast<void>(file.number({.name = "theta"})); }, "(column 2, z 3) is no number");
  SurfaceField<double> surface(grid);
  refused([&] { file.read(surface, theta); }, "'theta' of shape (column 2, z 3)", "which needs (2)");
  CenterField<double> later;
  refused([&] { file.read(later, theta); }, "'theta' of shape (column 2, z 3)", "a field without a grid");
  // As many levels, at other heights: faces of a lower grid are not centers.
  CenterField<double> taller(ColumnGrid::uniform(4, 0.0, 70.0, 2));
  refused([&] { file.read(taller, w); }, "'w' has level 0 at 0 m, but the center levels", "at 8.75");
  CenterField<double> a_little_taller(ColumnGrid::from_faces(Numbers{0, 10, 30, 70.01}, 2));
  refused([&] { file.read(a_little_taller, theta); }, "'theta' has level 2 at 50 m");
  REQUIRE(a.to_host() == before);
  REQUIRE_THROWS_MATCHES(netcdf::Input(folder.file("none.nc")), netcdf::FileError,
                         MessageMatches(ContainsSubstring("none.nc: cannot be read as a netCDF file")));
}

TEST_CASE("Files of other makers are read: height first, one column, gaps refused", "[netcdf]") {
  if (std::system("ncgen -h >/dev/null 2>&1; test $? -ne 127") != 0) SKIP("there is no ncgen to make files with");
  const Folder folder;
  const std::string heights = "  lev:positive = \"up\"; lev:units = \"m\";";
  make_file(
      folder, "file.nc",
      "dimensions: time = unlimited; lev = 3; depth = 3; cell = 2;\n"
      "variables: double time(time), lev(lev), t(time, lev, cell), gap(lev, cell), alone(lev); char text(lev, "
      "cell);\n"
      "  double depth(depth), s(depth, cell), gap_of_time(time, lev, cell), one; ushort gap_of_ushort(lev, cell);\n"
      "  uint gap_of_uint(lev, cell); int64 gap_of_int64(lev, cell); depth:axis = \"Z\";\n" +
          heights +
          "\ndata: time = 1, 2; lev = 5, 20, 50; alone = 7, 8, 9; gap = 1, 2, 3, _, 5, 6;\n"
          "  t = 0, 0, 0, 0, 0, 0, 1, 4, 2, 5, 3, 6; depth = 5, 20, 50; s = 1, 4, 2, 5, 3, 6; one = 4;\n"
          "  gap_of_time = 0, 0, 0, 0, 0, 0, 1, 2, 3, _, 5, 6; gap_of_ushort = 1, 2, 3, _, 5, 6;\n"
          "  gap_of_uint = 1, 2, 3, _, 5, 6; gap_of_int64 = 1, 2, 3, _, 5, 6;\n");
  const netcdf::Input file(folder.file("file.nc"));
  CenterField<double> a(grid);
  file.read(a, {.name = "t"});
  REQUIRE(a.to_host() == Numbers{1, 2, 3, 4, 5, 6});
  a = 0.0;
  file.read(a, {.name = "s"});
  REQUIRE(a.to_host() == Numbers{1, 2, 3, 4, 5, 6});
  const CenterField<double> second(ColumnGrid::from_faces(Numbers{0, 10, 30, 70}));
  REQUIRE(file.read_columns(second, {.name = "t"}, 1, 1, 2) == Numbers{4, 5, 6});
  SurfaceField<double> single(ColumnGrid::uniform(1, 0.0, 1.0));
  file.read(single, {.name = "one"});
  REQUIRE(single(0) == 4);
  refused([&] { file.read(a, {.name = "gap_of_time"}); }, "'gap_of_time' holds a missing value at (1, 1, 1)");
  for (const char* name : {"gap_of_ushort", "gap_of_uint", "gap_of_int64"})
    refused([&] { file.read(a, {.name = name}); }, std::string("'") + name + "' holds a missing value at (1, 1)");
  refused([&] { file.read(a, {.name = "t", .units = "K"}); }, "has no units where 'K'");
  refused([&] { file.read(a, {.name = "gap"}); }, "'gap' holds a missing value at (1, 1)");
  refused([&] { file.read(a, {.name = "text"}); }, "'text' cannot be read as numbers");
  refused([&] { static_cast<void>(file.grid()); }, "has no grid");
  CenterField<double> alone(ColumnGrid::from_faces(Numbers{0, 10, 30, 70}));
  file.read(alone, {.name = "alone"});
  REQUIRE(alone.to_host() == Numbers{7, 8, 9});
}

TEST_CASE("A run that is restarted from a file goes on with the same bits", "[netcdf][restart]") {
  const Folder folder;
  const std::string path = folder.file("file.nc");
  const auto uneven = ColumnGrid::stretched(7, 0.1, 1234.5, 20.3, 3);
  const auto hills = ColumnGrid::from_faces_per_column(Numbers{0.1, 10.7, 30.3, 1.9, 12.6, 33.1}, 2);
  for (const auto& on : {uneven, hills, ColumnGrid::periodic(5, 0.1, 0.7, 2), ColumnGrid::uniform(30, 0.0, 1e3)}) {
    struct Run {
      CenterField<double> u;
      FaceField<float, backend::Cpu, layout::ColumnsContiguous> w;
      SurfaceField<Vec<double, 2>> stress;
      explicit Run(const ColumnGrid& run_grid) : u(run_grid, "u"), w(run_grid, "w"), stress(run_grid, "stress") {}
      double advance(double from, int steps) {
        const double dt = 0.1;
        RK4 step(u, w, stress);
        for (int n = 0; n < steps; ++n, from += dt)
          step(from, dt, [&](double t, auto& du, auto& dw, auto& dstress) {
            du = sin(u) / 3.0 + 0.1 * GradientF2C()(w) + component<0>(stress) * t;
            dw = -0.7F * w;
            dstress = -0.1 * stress;
          });
        return from;
      }
    };
    Run whole(on), before(on), after(on);
    for (Run* run : {&whole, &before}) {
      run->u.fill([](double z) { return std::sin(z); });
      run->w.fill([](double z) { return static_cast<float>(std::cos(z)); });
      run->stress.fill(Vec<double, 2>{1.0 / 3, -0.0});
    }
    const double end = whole.advance(0.0, 7);
    netcdf::write_restart(path, before.advance(0.0, 4), before.u, before.w, before.stress);
    const double middle = netcdf::read_restart(path, after.u, after.w, after.stress);
    REQUIRE(after.advance(middle, 3) == end);
    const auto same = [](const auto& a, const auto& b) {
      const auto one_run = a.to_host(), other = b.to_host();
      return std::memcmp(one_run.data(), other.data(), one_run.size() * sizeof(one_run[0])) == 0;
    };
    REQUIRE(same(after.u, whole.u));
    REQUIRE(same(after.w, whole.w));
    REQUIRE(same(after.stress, whole.stress));
    // Arrays of fields, and others beside them.
    std::array<CenterField<double>, 2> both{CenterField<double>(on, "first"), CenterField<double>(on, "second")};
    both[0] = whole.u, both[1] = 2.0 * whole.u;
    const auto of_array = both;
    netcdf::write_restart(path, 7.0, whole.w, of_array);
    both[0] = 0.0, both[1] = 0.0;
    REQUIRE(netcdf::read_restart(path, both) == 7.0);
    REQUIRE(same(both[0], of_array[0]));
    both[1] = 0.0;
    REQUIRE(netcdf::read_restart(path, std::tie(both[1], after.w)) == 7.0);
    REQUIRE(same(both[1], of_array[1]));
    const auto of_file = netcdf::Input(path).grid();
    REQUIRE(of_file == on);
    for (std::size_t c = 0; c < on.columns(); ++c) {
      REQUIRE(std::ranges::equal(of_file.dz_centers(c), on.dz_centers(c)));
      REQUIRE(std::ranges::equal(of_file.dz_faces(c), on.dz_faces(c)));
    }
  }
}

TEST_CASE("A restart that does not fit is refused, and nothing is changed", "[netcdf][restart][errors]") {
  const Folder folder;
  const std::string path = folder.file("file.nc");
  CenterField<double> u(grid, "u"), v(grid, "v"), nameless(grid), twin(grid, "u");
  u.fill(1.0);
  v.fill(2.0);
  const std::string of_two = folder.file("two_file.nc");
  netcdf::write_restart(of_two, 5.0, u, v);
  netcdf::write_restart(path, 5.0, u);
  u.fill(3.0);
  refused([&] { netcdf::read_restart(path, u, v); }, "has no variable 'v'");
  double single = 7.0;
  auto in_one_place = wrap_center(&single, 0, 0, grid, "v");
  CHECK_THROWS_AS(netcdf::read_restart(of_two, u, in_one_place), ShapeError);
  CHECK(u.to_host() == Numbers(u.to_host().size(), 3.0));
  refused([&] { netcdf::write_restart(path, 6.0, u, nameless); }, "needs a name");
  refused([&] { netcdf::write_restart(path, std::nan(""), u); }, "needs the time of its fields, not nan");
  refused([&] { netcdf::write_restart(path, HUGE_VAL, u); }, "not inf", "a run without times gives 0");
  refused([&] { netcdf::write_restart(path, 6.0, u, twin); }, "two fields", "named 'u'");
  v(1, 1) = NC_FILL_DOUBLE;
  refused([&] { netcdf::write_restart(path, 6.0, u, v); }, "'v' holds", "missing value");
  CenterField<double> lower(ColumnGrid::from_faces(Numbers{0, 10, 30, std::nextafter(70, 0)}, 2), "u");
  refused([&] { netcdf::read_restart(path, lower); }, "another grid", "to the last bit");
  const std::string of_ring = folder.file("ring_file.nc");
  netcdf::write_restart(of_ring, 5.0, CenterField<double>(ColumnGrid::periodic(3, 0.0, 3.0, 2), "u"));
  CenterField<double> bounded(ColumnGrid::uniform(3, 0.0, 3.0, 2).with_changing_heights(), "u");
  refused([&] { netcdf::read_restart(of_ring, bounded); }, "another grid");
  CenterField<float> rounded(grid, "u");
  refused([&] { netcdf::read_restart(path, rounded); }, "'u' holds numbers of 53", "a field of float would round");
  CHECK(rounded(2, 1) == 0.0F);
  CHECK(u(0, 0) == 3.0);
  twin.fill(4.0);
  for (const double no_time : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    const std::string of_no_time = folder.file("timeless_file.nc");
    netcdf::Output file(of_no_time);
    file.write(no_time, {.name = "model_time", .units = "s"});
    file.write(twin, {.name = "u"});
    file.finish();
    refused([&] { netcdf::read_restart(of_no_time, u); }, "variable 'model_time' is", "take a file that write_restart");
    CHECK(u(0, 0) == 3.0);
  }
  CHECK(netcdf::read_restart(path, u) == 5.0);  // what was refused left the file as it was
  CHECK(u(2, 1) == 1.0);
  CenterField<double> empty(ColumnGrid::uniform(1, 0.0, 1.0), "u");
  const CenterField<double> taken(std::move(empty));
  netcdf::read_restart(path, empty);
  CHECK(empty(2, 0) == 1.0);
}

TEST_CASE("A restart is read into wider numbers, and into none that round it", "[netcdf][restart][errors]") {
  const Folder folder;
  const std::string path = folder.file("file.nc");
  CenterField<float> u(grid, "u");
  SurfaceField<int> n(grid, "n");
  SurfaceField<long long> m(grid, "m");
  CenterField<Vec<double, 2>> velocity(grid, "wind");
  u.fill(0.1F);
  n.fill(16777217);
  m.fill(9007199254740993LL);
  velocity.fill(Vec<double, 2>{1.0 / 3, 0.0});
  netcdf::write_restart(path, 5.0, u, n, m, velocity);

  CenterField<double> wide(grid, "u");
  SurfaceField<double> number(grid, "n"), large(grid, "m");
  SurfaceField<float> small(grid, "n");
  SurfaceField<long long> longer(grid, "n");
  CenterField<Vec<float, 2>> gust(grid, "wind");
  netcdf::read_restart(path, wide, number);
  CHECK(wide(1, 0) == double{0.1F});
  CHECK(number(1) == 16777217.0);
  netcdf::read_restart(path, longer);
  CHECK(longer(1) == 16777217);
  refused([&] { netcdf::read_restart(path, wide, small); }, "'n' holds numbers of 31", "a field of float would round");
  refused([&] { netcdf::read_restart(path, large); }, "'m' holds numbers of 63", "a field of double would round");
  refused([&] { netcdf::read_restart(path, gust); }, "'wind_0' holds numbers of 53", "a field of float would round");
  SurfaceField<std::int64_t> of_this_length(grid, "m");
  netcdf::read_restart(path, of_this_length);
  CHECK(of_this_length(0) == 9007199254740993);
  netcdf::write_restart(path, 6.0, of_this_length);
  m.fill(0);
  CHECK(netcdf::read_restart(path, m) == 6.0);
  CHECK(m(1) == 9007199254740993);
}

TEST_CASE("A field may be named as the heights that other files have", "[netcdf][restart]") {
  const Folder folder;
  const std::string path = folder.file("file.nc");
  FaceField<double> height(grid, "height_face"), again(grid, "height_face");
  height.fill([](double z) { return 9.81 * z; });
  netcdf::write_restart(path, 1.0, height);
  CHECK(netcdf::read_restart(path, again) == 1.0);
  CHECK(again.to_host() == height.to_host());
  CHECK(netcdf::Input(path).grid() == grid);
}

// HDF5 prints what it tries in vain on each thread but the first: netCDF tells it not to on that one alone.
namespace {
/// How many threads are in functions that netcdf::call is given, and how many there were at most.
struct Inside {
  std::atomic<int> now{0}, most{0};
  void stay() {
    if (const int together = ++now; together > most) most = together;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --now;
  }
};
int one_function(Inside* inside) { return inside->stay(), 0; }
double another_function(Inside* inside, int number) { return inside->stay(), number; }
}  // namespace

TEST_CASE("One thread is in netCDF, whichever of its functions it calls", "[netcdf][threads]") {
  Inside inside;
  const auto calls = [&](const auto& once) {
    for (int i = 0; i < 20; ++i) once();
  };
  std::thread first([&] { calls([&] { netcdf::call(one_function, &inside); }); });
  std::thread other([&] { calls([&] { netcdf::call(another_function, &inside, 3); }); });
  first.join();
  other.join();
  CHECK(inside.most == 1);
}

TEST_CASE("Threads write and read files of their own", "[netcdf][threads]") {
  const Folder folder;
  std::array<int, 4> wrong{};
  std::array<std::thread, 4> threads;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    threads[i] = std::thread([&, i] {
      const std::string path = folder.file(("of_" + std::to_string(i) + ".nc").c_str());
      CenterField<double> u(grid, "u"), again(grid, "u");
      for (int n = 0; n < 8; ++n) {
        u = static_cast<double>(i) + 0.1 * n;
        netcdf::write_restart(path, n, u);
        if (netcdf::read_restart(path, again) != n || again.to_host() != u.to_host()) ++wrong[i];
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(wrong == std::array<int, 4>{});
}

TEST_CASE("Which dimension counts levels is told by its coordinate, its name or its length", "[netcdf][errors]") {
  if (std::system("ncgen -h >/dev/null 2>&1; test $? -ne 127") != 0) SKIP("there is no ncgen to make files with");
  const Folder folder;
  const std::string counted_up = " = 0, 1, 2, 10, 11, 12, 20, 21, 22;\n";
  make_file(folder, "file.nc",
            "dimensions: height = 3; column = 3; lev_2 = 3; ncol = 3; p = 3; s = 3; down = 3; a = 3; b = 3; lat = 3; "
            "lon = 3; x = 3; ground = 3; two = 2;\n"
            "variables: double by_names(height, column), upright(ncol, lev_2), of_pressure(p, a), of_sigma(s, a), "
            "pressures_last(a, p), of_positive(down, a), of_axis_x(a, ground), unclear(a, b), flat(lat, lon), "
            "only_levels(height, s), tall(b, two), wide(two, b), p(p), s(s), down(down), x(x), ground(ground);\n"
            "  p:units = \"hPa\"; s:standard_name = \"atmosphere_sigma_coordinate\"; down:positive = \"down\";\n"
            "  ground:axis = \"X\";\n"
            "data: p = 50, 150, 250; s = 50, 150, 250; down = 50, 150, 250; x = 1, 2, 3; ground = 1, 2, 3;\n"
            "  by_names" +
                counted_up + "  upright" + counted_up + "  of_pressure" + counted_up + "  of_sigma" + counted_up +
                "  pressures_last" + counted_up + "  of_positive" + counted_up + "  of_axis_x" + counted_up +
                "  unclear" + counted_up + "  flat" + counted_up + "  only_levels" + counted_up +
                "  tall = 0, 1, 10, 11, 20, 21; wide = 0, 10, 20, 1, 11, 21;\n");
  const netcdf::Input file(folder.file("file.nc"));
  CenterField<double> square(ColumnGrid::uniform(3, 0.0, 300.0, 3)), two(ColumnGrid::uniform(3, 0.0, 300.0, 2));
  for (const char* across : {"by_names", "of_pressure", "of_sigma", "of_positive"}) {
    CAPTURE(across);
    file.read(square, {.name = across});
    CHECK(square(2, 0) == 20);
  }
  for (const char* upright : {"upright", "pressures_last"}) {
    CAPTURE(upright);
    file.read(square, {.name = upright});
    CHECK(square(2, 0) == 2);
  }
  file.read(square, {.name = "of_axis_x"});
  CHECK(square(2, 0) == 20);
  for (const char* by_length : {"tall", "wide"}) {
    CAPTURE(by_length);
    file.read(two, {.name = by_length});
    CHECK(two(2, 1) == 21);
  }
  refused([&] { file.read(square, {.name = "unclear"}); }, "'unclear' of shape (a 3, b 3) may be (column, level) or",
          "give the coordinate of the levels axis = \"Z\"");
  refused([&] { file.read(square, {.name = "flat"}); }, "'flat' of shape (lat 3, lon 3) has columns along both");
  refused([&] { file.read(square, {.name = "only_levels"}); }, "has levels along both of its dimensions");
}

TEST_CASE("Levels are not read as columns, nor columns as levels", "[netcdf][errors]") {
  const Folder folder;
  const auto square = ColumnGrid::uniform(4, 0.0, 400.0, 4), single = ColumnGrid::uniform(4, 0.0, 400.0);
  {
    netcdf::Output output(folder.file("file.nc"), {.time_units = "days since 2000-01-01"});
    output.write(counted<Surface, layout::LevelsContiguous>(square), flux);
    output.at_time(1.0);
    output.write(counted<Center, layout::LevelsContiguous>(square), theta);
    output.at_time(2.0);
    output.finish();
  }
  const netcdf::Input file(folder.file("file.nc"));
  SurfaceField<double> surface(square), of_one(single);
  CenterField<double> column(single);
  refused([&] { file.read(surface, {.name = "z", .units = "m"}); },
          "'z' of shape (z 4) has levels along 'z', and does not fit an unnamed field (surface field");
  refused([&] { file.read(column, flux); },
          "'flux' of shape (column 4) has columns along 'column', and does not fit an unnamed field (center field");
  refused([&] { file.read(of_one, {.name = "time"}); },
          "'time' of shape (time 2) is of the times of the file; times() returns them");
  CHECK(of_one(0) == 0.0);
}

TEST_CASE("Heights are compared whether columns share them or have their own", "[netcdf][heights][errors]") {
  const Folder folder;
  const auto shared = ColumnGrid::uniform(2, 0.0, 1000.0, 2);
  const auto own = ColumnGrid::from_faces_per_column(Numbers{0, 5000, 10000, 0, 7000, 14000}, 2);
  const auto nearly = ColumnGrid::from_faces_per_column(Numbers{0, 500, 1000, 0, 500, 1001}, 2);
  const auto same = ColumnGrid::from_faces_per_column(Numbers{0, 500, 1000, 0, 500, 1000}, 2);
  for (const bool file_shares : {true, false}) {
    CAPTURE(file_shares);
    netcdf::Output output(folder.file("file.nc"));
    output.write(counted<Center, layout::LevelsContiguous>(file_shares ? shared : nearly), theta);
    output.write(counted<Face, layout::LevelsContiguous>(file_shares ? shared : nearly), w);
    output.finish();
    const netcdf::Input file(folder.file("file.nc"));
    CenterField<double> on_shared(shared), on_own(own), on_nearly(nearly), on_same(same);
    FaceField<double> faces_on_own(own);
    refused([&] { file.read(on_own, theta); }, "'theta' has level 0 at 250 m, but the center levels", "at 2500 m");
    refused([&] { file.read(faces_on_own, w); }, "'w' has level 1 at 500 m, but the face levels", "at 5000 m");
    if (file_shares) {
      CHECK_NOTHROW(file.read(on_shared, theta));
      CHECK_NOTHROW(file.read(on_same, theta));
      refused([&] { file.read(on_nearly, theta); }, "has level 1 at 750 m", "at 750.5 m");
    } else {
      CHECK_NOTHROW(file.read(on_nearly, theta));
      refused([&] { file.read(on_shared, theta); }, "has level 1 at 750.5 m", "at 750 m");
      refused([&] { static_cast<void>(file.read_columns(on_shared, theta, 1, 1, 2)); }, "has level 1 at 750.5 m");
      CHECK_NOTHROW(file.read_columns(on_shared, theta, 0, 1, 2));
      const std::size_t second[] = {1};
      CHECK_NOTHROW(file.read_columns(on_nearly, theta, 1, 1, 2, {}, second));
      refused([&] { static_cast<void>(file.read_columns(on_same, theta, 1, 1, 2, {}, second)); }, "at 750.5 m");
    }
  }
}

TEST_CASE("A restart keeps the bits of every float", "[netcdf][restart]") {
  const Folder folder;
  CenterField<float> a(grid, "a"), again(grid, "a");
  const std::uint32_t bits[] = {0x7F800001, 0x7FC01234, 0xFFC00000, 0x80000000, 0x00000001, 0xFF800000};
  std::vector<float> host(6);
  std::memcpy(host.data(), bits, sizeof(bits));
  a.from_host(host);
  netcdf::write_restart(folder.file("file.nc"), 5.0, a);
  netcdf::read_restart(folder.file("file.nc"), again);
  const auto read = again.to_host();
  CHECK(std::memcmp(read.data(), bits, sizeof(bits)) == 0);
}

TEST_CASE("Names of the grid's own variables are refused, and no grid is made of others", "[netcdf][restart][errors]") {
  const Folder folder;
  const std::string path = folder.file("file.nc");
  const auto hills = ColumnGrid::from_faces_per_column(Numbers{0, 5000, 10000, 0, 7000, 14000}, 2);
  for (const auto& on : {grid, hills}) {
    const SurfaceField<double> s(on);
    netcdf::Output output(path, {.time_units = "days since 2000-01-01"});
    for (const char* name : {"z", "z_face", "time"})
      refused([&] { output.write(s, {.name = name}); }, "variable '" + std::string(name) + "' would have a name of");
    for (const char* name : {"height", "height_face", "height_bounds"}) {
      if (on.heights_per_column())
        refused([&] { output.write(s, {.name = name}); }, "variable '" + std::string(name) + "' would have a name of");
    }
    if (!on.heights_per_column()) refused([&] { output.write(s, {.name = "z_bounds"}); }, "would have a name of");
    refused([&] { output.write(1.0, {.name = "z_face"}); }, "variable 'z_face' would have a name of");
    refused([&] { output.write(s, {.units = "K"}); }, "a variable needs a name");
  }
  const SurfaceField<double> faces(hills, "z_face"), time(grid, "model_time");
  refused([&] { netcdf::write_restart(path, 1.0, faces); }, "variable 'z_face' would have a name of the grid",
          "give it another");
  refused([&] { netcdf::write_restart(path, 1.0, time); }, "named 'model_time'", "the time of the restart");
  CHECK_FALSE(std::filesystem::exists(path));

  // Of another maker, or of an older version.
  int id = -1, column = -1, level = -1, face = -1, variable = -1;
  REQUIRE(nc_create(path.c_str(), NC_CLOBBER | NC_NETCDF4, &id) == NC_NOERR);
  REQUIRE(nc_def_dim(id, "column", 2, &column) == NC_NOERR);
  REQUIRE(nc_def_dim(id, "z", 2, &level) == NC_NOERR);
  REQUIRE(nc_def_dim(id, "z_face", 3, &face) == NC_NOERR);
  REQUIRE(nc_def_var(id, "z_face", NC_DOUBLE, 1, &column, &variable) == NC_NOERR);
  const double values[] = {0.5, 1.5}, heights[] = {0, 5000, 10000, 0, 7000, 14000};
  REQUIRE(nc_put_var_double(id, variable, values) == NC_NOERR);
  const int shape[] = {column, face};
  int of_faces = -1;
  REQUIRE(nc_def_var(id, "height_face", NC_DOUBLE, 2, shape, &of_faces) == NC_NOERR);
  REQUIRE(nc_put_var_double(id, of_faces, heights) == NC_NOERR);
  REQUIRE(nc_close(id) == NC_NOERR);
  CHECK(netcdf::Input(path).grid() == hills);
}

TEST_CASE("Heights of a file that make no grid are refused with the file's name", "[netcdf][errors]") {
  const Folder folder;
  for (const bool own : {false, true}) {
    for (const Numbers& heights : {Numbers{0, -10, -20}, Numbers{0, 1, std::nan("")}}) {
      int id = -1, variable = -1, shape[2] = {-1, -1};
      REQUIRE(nc_create(folder.file("file.nc").c_str(), NC_CLOBBER | NC_NETCDF4, &id) == NC_NOERR);
      REQUIRE(nc_def_dim(id, "column", 1, &shape[0]) == NC_NOERR);
      REQUIRE(nc_def_dim(id, "z_face", 3, &shape[1]) == NC_NOERR);
      REQUIRE(nc_def_var(id, own ? "height_face" : "z_face", NC_DOUBLE, own ? 2 : 1, own ? shape : shape + 1,
                         &variable) == NC_NOERR);
      REQUIRE(nc_put_var_double(id, variable, heights.data()) == NC_NOERR);
      REQUIRE(nc_close(id) == NC_NOERR);
      refused([&] { static_cast<void>(netcdf::Input(folder.file("file.nc")).grid()); },
              own ? "variable 'height_face' makes no grid (ColumnGrid" : "variable 'z_face' makes no grid (ColumnGrid",
              "face");
    }
  }
}

TEST_CASE("A field named time is no time of the file", "[netcdf][restart]") {
  const Folder folder;
  const CenterField<double> t(grid, "time");
  netcdf::write_restart(folder.file("file.nc"), 3.0, t);
  const netcdf::Input file(folder.file("file.nc"));
  CHECK(file.times().empty());
  CHECK(file.time_units().empty());
  CenterField<double> again(grid, "time");
  CHECK(netcdf::read_restart(folder.file("file.nc"), again) == 3.0);
}

TEST_CASE("Numbers that netCDF takes for gaps are not written", "[netcdf][errors]") {
  const Folder folder;
  const std::string path = folder.file("file.nc");
  const std::string gap = ", which netCDF takes for a missing value";
  CenterField<int> whole(grid);
  whole(1, 1) = NC_FILL_INT;
  CenterField<double> number(grid);
  number(2, 0) = NC_FILL_DOUBLE;
  CenterField<double> nearly(grid);
  nearly(0, 1) = 9.96921e36;  // the same number of float
  CenterField<Vec<double, 2>> winds(grid);
  winds(2, 1) = {1.0, NC_FILL_DOUBLE};
  netcdf::Output output(path, {.time_units = "days since 2000-01-01"});
  refused([&] { output.write(whole, theta); }, "variable 'theta' holds -2147483647" + gap);
  refused([&] { output.write(number, theta); }, "variable 'theta' holds 9.9692", gap);
  refused([&] { output.write(winds, wind); }, "variable 'va' holds 9.9692", gap);
  refused([&] { output.write(double{NC_FILL_DOUBLE}, theta); }, "variable 'theta' holds 9.9692", gap);
  refused([&] { output.at_time(NC_FILL_DOUBLE); }, "at_time", gap);
  CHECK_NOTHROW(output.write(nearly, w));
  netcdf::Output single(path, {.single_precision = true});
  refused([&] { single.write(nearly, theta); }, "variable 'theta' holds 9.9692", gap);
}

TEST_CASE("The highest face of a ring is written as its lowest", "[netcdf][restart]") {
  const Folder folder;
  for (const std::size_t columns : {1U, 3U}) {
    const auto ring = ColumnGrid::periodic(4, 0.0, 400.0, columns);
    FaceField<double> f(ring, "f"), again(ring, "f"), computed(ring);
    FaceField<Vec<float, 2>> winds(ring);
    f.fill([](double z, std::size_t c) { return z + static_cast<double>(c); });
    winds.fill([](double z) { return Vec<float, 2>{static_cast<float>(z), 1.0F}; });
    computed = 1.0 * f;
    netcdf::Output output(folder.file("file.nc"));
    output.write(f, w);
    output.write(winds, wind);
    output.finish();
    netcdf::Input(folder.file("file.nc")).read(again, w);
    CHECK(again.to_host() == computed.to_host());
    CHECK(again(4, columns - 1) == static_cast<double>(columns - 1));
    CHECK(Plain(folder.file("file.nc")).numbers("ua", 5 * columns)[4] == 0.0);
    netcdf::write_restart(folder.file("file.nc"), 1.0, f);
    netcdf::read_restart(folder.file("file.nc"), again);
    CHECK(again.to_host() == computed.to_host());
  }
}

TEST_CASE("A level of compression that there is none of is refused by name", "[netcdf][errors]") {
  const Folder folder;
  for (const int level : {-1, 10}) {
    refused([&] { netcdf::Output(folder.file("file.nc"), {.compression = level}); },
            "compression " + std::to_string(level) + " is no level of deflation", "0 (none) to 9");
  }
  CHECK(std::filesystem::is_empty(folder.path));
}

TEST_CASE("A refused restart changes no field, whichever is refused", "[netcdf][restart][errors]") {
  const Folder folder;
  const std::string path = folder.file("file.nc");
  CenterField<double> a(grid, "a"), b(grid, "b");
  a.fill(1.0);
  netcdf::write_restart(path, 5.0, a, b);
  a.fill(-1.0);
  Numbers memory(6);
  auto wrapped = wrap_center(memory, grid, "b");
  const auto taken = std::move(wrapped);
  refused([&] { netcdf::read_restart(path, a, wrapped); }, "sees no memory", "'b'");
  CHECK(a(0, 0) == -1.0);
}

TEST_CASE("A child of a fork that destroys a file of its parent leaves it as it is", "[netcdf][fork]") {
  const Folder folder;
  auto file = std::make_unique<netcdf::Output>(folder.file("file.nc"),
                                               netcdf::Description{.time_units = "seconds since 2000-01-01"});
  const CenterField<double> q(ColumnGrid::uniform(40, 0.0, 4000.0, 50));
  q.fill([](double z) { return z; });
  file->at_time(0.0);
  file->write(q, theta);
  std::array<int, 2> finished{};
  REQUIRE(::pipe(finished.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(finished[1]);
    char none = 0;
    while (::read(finished[0], &none, 1) > 0) {
    }
    file.reset();
    ::_exit(0);
  }
  ::close(finished[0]);
  for (int t = 1; t < 20; ++t) {
    file->at_time(t);
    file->write(q, theta);
    if (t >= 3) file->write(q, flux);
  }
  file->finish();
  ::close(finished[1]);
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  const netcdf::Input again(folder.file("file.nc"));
  REQUIRE(again.times().size() == 20);
  const CenterField<double> read(q.grid());
  for (std::size_t t = 0; t < 20; ++t) {
    again.read(read, theta, t);
    REQUIRE(read.to_host() == q.to_host());
  }
}
