// SPDX-License-Identifier: BSD-3-Clause
// Files that say something else than they should, made here: attributes of other lengths and types, packed numbers and
// gaps, shapes that do not fit, and files in which bytes were changed or cut off. AddressSanitizer runs this too.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stencil/netcdf.hpp>
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <climits>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

// netCDF-C asks for what the header of a classic file claims; malloc is to answer as it does without AddressSanitizer.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }

namespace {

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Numbers = std::vector<double>;

/// A file with a grid of two columns of three cells and a variable ta, whose type, values and attributes are to be
/// chosen. It goes at the end.
struct File {
  std::string path =
      (std::filesystem::temp_directory_path() / ("stencil_damaged_" + std::to_string(::getpid()) + ".nc")).string();
  int format = NC_NETCDF4;
  nc_type type = NC_DOUBLE;
  std::size_t columns = 2, faces = 4;
  Numbers z{0, 10, 20, 30};
  Numbers ta{1, 2, 3, 4, 5, 6};
  bool with_ta = true;
  std::function<void(int file, int heights, int variable)> attributes = [](int, int, int) {};

  File() = default;
  ~File() { std::filesystem::remove(path); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void write() const {
    int id = -1, z_dimension = -1, face_dimension = -1, column_dimension = -1, heights = -1, variable = -1;
    REQUIRE(nc_create(path.c_str(), NC_CLOBBER | format, &id) == NC_NOERR);
    REQUIRE(nc_def_dim(id, "column", columns, &column_dimension) == NC_NOERR);
    REQUIRE(nc_def_dim(id, "z", 3, &z_dimension) == NC_NOERR);
    REQUIRE(nc_def_dim(id, "z_face", faces, &face_dimension) == NC_NOERR);
    REQUIRE(nc_def_var(id, "z_face", NC_DOUBLE, 1, &face_dimension, &heights) == NC_NOERR);
    const std::size_t chunk = 4;
    if (format == NC_NETCDF4) REQUIRE(nc_def_var_chunking(id, heights, NC_CHUNKED, &chunk) == NC_NOERR);
    const int shape[] = {column_dimension, z_dimension};
    if (with_ta) REQUIRE(nc_def_var(id, "ta", type, 2, shape, &variable) == NC_NOERR);
    attributes(id, heights, variable);
    nc_enddef(id);
    const std::size_t start[] = {0, 0}, z_count[] = {z.size()}, count[] = {2, 3};
    if (!z.empty()) REQUIRE(nc_put_vara_double(id, heights, start, z_count, z.data()) == NC_NOERR);
    if (with_ta && ta.size() == 6) REQUIRE(nc_put_vara_double(id, variable, start, count, ta.data()) == NC_NOERR);
    REQUIRE(nc_close(id) == NC_NOERR);
  }
  template <class T = double>
  std::vector<T> read() const {
    const netcdf::Input input(path);
    CenterField<T> field(input.grid());
    input.read(field, {.name = "ta"});
    return field.to_host();
  }
  void refused(const std::string& why) const {
    REQUIRE_THROWS_MATCHES(read(), Error, MessageMatches(ContainsSubstring(why)));
  }
  template <class T>
  void refused_for(const std::string& why) const {
    REQUIRE_THROWS_MATCHES(read<T>(), Error, MessageMatches(ContainsSubstring(why)));
  }
};

void put(int file, int variable, const char* name, nc_type type, const Numbers& values) {
  REQUIRE(nc_put_att_double(file, variable, name, type, values.size(), values.data()) == NC_NOERR);
}
void put(int file, int variable, const char* name, const std::string& text) {
  REQUIRE(nc_put_att_text(file, variable, name, text.size(), text.c_str()) == NC_NOERR);
}

}  // namespace

TEST_CASE("Attributes of another length or type are refused by name", "[netcdf][errors]") {
  File file;
  file.attributes = [](int id, int heights, int) { put(id, heights, "periodic", NC_INT, Numbers(5000, 1.0)); };
  file.write();
  file.refused("attribute 'periodic' of variable 'z_face' has 5000 numbers where one is needed");
  file.attributes = [](int id, int heights, int) { put(id, heights, "periodic", "yes"); };
  file.write();
  file.refused("attribute 'periodic' of variable 'z_face' is no number");
  for (const char* name : {"scale_factor", "add_offset"}) {
    file.attributes = [name](int id, int, int ta) { put(id, ta, name, NC_DOUBLE, Numbers(5000, 1.0)); };
    file.write();
    file.refused(std::string("attribute '") + name + "' of variable 'ta' has 5000 numbers");
  }
  // Classic files let a _FillValue have any length.
  file.format = NC_64BIT_OFFSET;
  file.attributes = [](int id, int, int ta) {
    put(id, ta, "missing_value", NC_DOUBLE, Numbers(5000, -1.0));
    put(id, ta, "scale_factor", "much");
  };
  file.write();
  file.refused("attribute 'scale_factor' of variable 'ta' is no number");
  file.format = NC_NETCDF4;
  CenterField<double> field(ColumnGrid::uniform(3, 0.0, 30.0, 2));
  const auto numbers = [](int id, int, int ta) { put(id, ta, "units", NC_DOUBLE, {1, 2}); };
  const auto two_texts = [](int id, int, int ta) {
    const char* two[] = {"K", "K"};
    REQUIRE(nc_put_att_string(id, ta, "units", 2, two) == NC_NOERR);
  };
  for (const std::function<void(int, int, int)>& units : {std::function(numbers), std::function(two_texts)}) {
    file.attributes = units;
    file.write();
    const netcdf::Input input(file.path);
    REQUIRE_THROWS_MATCHES(input.read(field, {.name = "ta", .units = "K"}), netcdf::FileError,
                           MessageMatches(ContainsSubstring("attribute 'units' of variable 'ta' is not one text")));
  }
}

TEST_CASE("Texts may be strings of netCDF-4 too", "[netcdf]") {
  File file;
  file.attributes = [](int id, int, int ta) {
    const char* kelvin = "K";
    REQUIRE(nc_put_att_string(id, ta, "units", 1, &kelvin) == NC_NOERR);
  };
  file.write();
  CenterField<double> field(ColumnGrid::uniform(3, 0.0, 30.0, 2));
  netcdf::Input(file.path).read(field, {.name = "ta", .units = "K"});
  REQUIRE(field.to_host() == file.ta);
  file.attributes = [](int id, int, int ta) { put(id, ta, "units", "K  "); };  // blanks at the end say nothing
  file.write();
  netcdf::Input(file.path).read(field, {.name = "ta", .units = "K"});
}

TEST_CASE("Packed variables are unpacked", "[netcdf]") {
  File file;
  file.type = NC_SHORT;
  file.attributes = [](int id, int, int ta) {
    put(id, ta, "scale_factor", NC_DOUBLE, {0.5});
    put(id, ta, "add_offset", NC_DOUBLE, {100.0});
  };
  file.write();
  REQUIRE(file.read() == Numbers{100.5, 101, 101.5, 102, 102.5, 103});
  REQUIRE(file.read<float>()[2] == 101.5F);
  file.refused_for<int>("'ta' holds 1 at (0, 0), which is no whole number of the field's type");
  // Gaps are numbers as they are packed.
  file.ta[4] = -7;
  file.attributes = [](int id, int, int ta) {
    put(id, ta, "scale_factor", NC_DOUBLE, {10.0});
    put(id, ta, "_FillValue", NC_SHORT, {-7});
  };
  file.write();
  file.refused("'ta' holds a missing value at (1, 1)");
  for (const double wrong : {0.0, std::nan(""), HUGE_VAL}) {
    file.attributes = [wrong](int id, int, int ta) { put(id, ta, "scale_factor", NC_DOUBLE, {wrong}); };
    file.write();
    file.refused("'ta' cannot be unpacked with scale_factor");
  }
  file.attributes = [](int id, int, int ta) { put(id, ta, "_Unsigned", "true"); };
  file.write();
  file.refused("'ta' holds unsigned numbers in a signed type");
}

TEST_CASE("Gaps are noticed whatever stands for them", "[netcdf][errors]") {
  const auto refused_with = [](nc_type type, double gap, const char* attribute) {
    File file;
    file.type = type;
    file.ta[5] = gap;
    if (attribute != nullptr) {
      file.attributes = [=](int id, int, int ta) { put(id, ta, attribute, type, {gap}); };
    }
    file.write();
    file.refused("'ta' holds a missing value at (1, 2)");
  };
  for (const nc_type type : {NC_BYTE, NC_SHORT, NC_INT, NC_FLOAT, NC_DOUBLE, NC_INT64}) {
    refused_with(type, 0, "_FillValue");
    refused_with(type, -99, "_FillValue");
    refused_with(type, -99, "missing_value");
  }
  for (const nc_type type : {NC_FLOAT, NC_DOUBLE}) refused_with(type, std::nan(""), "_FillValue");
  refused_with(NC_SHORT, NC_FILL_SHORT, nullptr);
  refused_with(NC_INT, NC_FILL_INT, nullptr);
  refused_with(NC_FLOAT, static_cast<double>(NC_FILL_FLOAT), nullptr);
  refused_with(NC_DOUBLE, NC_FILL_DOUBLE, nullptr);

  File file;
  file.type = NC_FLOAT;
  file.ta[5] = 1e20;
  file.attributes = [](int id, int, int ta) { put(id, ta, "missing_value", NC_DOUBLE, {-1, 1e20}); };
  file.write();
  file.refused("'ta' holds a missing value at (1, 2)");
  // What only looks like a gap is a number.
  file.ta[5] = 0;
  file.attributes = [](int id, int, int ta) { put(id, ta, "_FillValue", NC_FLOAT, {NC_FILL_FLOAT}); };
  file.write();
  REQUIRE(file.read()[5] == 0.0);
  file.type = NC_BYTE;
  file.ta[5] = NC_FILL_BYTE;
  file.attributes = [](int, int, int) {};
  file.write();
  REQUIRE(file.read()[5] == NC_FILL_BYTE);
}

TEST_CASE("Numbers that the field cannot hold are refused", "[netcdf][errors]") {
  File file;
  file.ta[1] = 1e300;
  file.write();
  file.refused_for<float>("too large a number");
  file.refused_for<int>("'ta' holds 1");
  REQUIRE(file.read()[1] == 1e300);
  file.ta[1] = 2.5;
  file.write();
  file.refused_for<long long>("'ta' holds 2.5 at (0, 1), which is no whole number");
  file.ta[1] = std::nan("");
  file.write();
  file.refused_for<int>("no whole number");
  REQUIRE(std::isnan(file.read()[1]));
  file.ta[1] = 2147483648.0;
  file.write();
  file.refused_for<int>("'ta' holds 2147483648 at (0, 1), which is no whole number of the field's type");
  file.type = NC_INT64;
  file.ta[1] = 4294967296.0;
  file.write();
  file.refused_for<int>("'ta' holds 4294967296 at (0, 1)");
  REQUIRE(file.read<long long>()[1] == 4294967296);
  file.ta[1] = INT_MIN;
  file.write();
  REQUIRE(file.read<int>()[1] == INT_MIN);
  file.ta[1] = INT_MIN - 1.0;
  file.write();
  file.refused_for<int>("'ta' holds -2147483649 at (0, 1)");
}

TEST_CASE("A grid that a file cannot have is refused", "[netcdf][errors]") {
  File file;
  file.z = {};
  file.faces = NC_UNLIMITED;
  file.ta = {};
  file.write();
  file.refused("'z_face' has no two faces");
  file.attributes = [](int id, int heights, int) { put(id, heights, "periodic", NC_INT, {1}); };
  file.write();
  file.refused("'z_face' has no two faces");
  file.faces = 4;
  file.z = {0, 10, 25, 30};
  file.write();
  file.refused("face 2 is not where equal cells have it");
  file.attributes = [](int, int, int) {};
  file.z = {0, 10, std::nan(""), 30};
  file.write();
  REQUIRE_THROWS_AS(file.read(), Error);
  file.z = {0, 10, 20, 30};
  file.columns = NC_UNLIMITED;
  file.write();
  REQUIRE_THROWS_AS(file.read(), Error);
}

TEST_CASE("What a file cannot hold is not believed", "[netcdf][errors]") {
  File file;
  for (const std::size_t huge : {std::size_t{1} << 30, std::size_t{1} << 40}) {
    file.with_ta = false;
    file.faces = 4;
    file.columns = huge;
    file.write();
    file.refused("dimension 'column' is to have " + std::to_string(huge) + " values, more than a file of");
    file.columns = 2;
    file.faces = huge;
    file.write();
    file.refused("variable 'z_face' is to have " + std::to_string(huge) + " values");
  }
}

TEST_CASE("A variable may claim as many dimensions as it likes", "[netcdf][errors]") {
  // A classic header by hand: one dimension "z_face" of 2, and a variable "z_face" over it five thousand times.
  const File file;
  std::string bytes("CDF\x01", 4);
  const auto number = [&bytes](unsigned value) {
    for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift & 0xFF);
  };
  const auto name = [&] { number(6), bytes += std::string("z_face\0\0", 8); };
  number(0), number(10), number(2), name(), number(2), number(6), bytes += std::string("column\0\0", 8), number(1);
  number(0), number(0), number(11), number(1), name(), number(5000);
  for (int d = 0; d < 5000; ++d) number(1);
  number(0), number(0), number(6), number(8), number(static_cast<unsigned>(bytes.size()) + 4);
  bytes += std::string(8, '\0');
  std::ofstream(file.path, std::ios::binary) << bytes;
  REQUIRE_THROWS_AS(file.read(), Error);
}

TEST_CASE("Only regular files are read, and nothing beyond this machine", "[netcdf][errors]") {
  const auto refused = [](const std::string& path, const std::string& why) {
    REQUIRE_THROWS_MATCHES(netcdf::Input(path), netcdf::FileError,
                           MessageMatches(ContainsSubstring(path + ": cannot be read as a netCDF file (" + why)));
  };
  refused("http://127.0.0.1:9/a.nc", "No such file");
  refused("file:///dev/null#mode=zarr", "No such file");
  refused("/dev/null", "it is no regular file");
  refused(std::filesystem::temp_directory_path().string(), "it is no regular file");
  refused("", "No such file");
  // An address that is the name of a file is that file.
  const auto before = std::filesystem::current_path();
  File file;
  file.write();
  const auto folder = std::filesystem::temp_directory_path() / ("stencil_address_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "http:" / "127.0.0.1:9");
  std::filesystem::copy_file(file.path, folder / "http:" / "127.0.0.1:9" / "a.nc");
  std::filesystem::current_path(folder);
  REQUIRE(netcdf::Input("http://127.0.0.1:9/a.nc").has("ta"));
  std::filesystem::current_path(before);
  std::filesystem::remove_all(folder);
}

TEST_CASE("A classic file is sound where records of one variable are not padded", "[netcdf]") {
  File file;
  int id = -1, time = -1, column = -1, variable = -1;
  REQUIRE(nc_create(file.path.c_str(), NC_CLOBBER, &id) == NC_NOERR);
  REQUIRE(nc_def_dim(id, "time", NC_UNLIMITED, &time) == NC_NOERR);
  REQUIRE(nc_def_dim(id, "column", 3, &column) == NC_NOERR);
  const int shape[] = {time, column};
  REQUIRE(nc_def_var(id, "n", NC_SHORT, 2, shape, &variable) == NC_NOERR);
  nc_enddef(id);
  const std::size_t start[] = {0, 0}, count[] = {5, 3};
  const Numbers values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  REQUIRE(nc_put_vara_double(id, variable, start, count, values.data()) == NC_NOERR);
  REQUIRE(nc_close(id) == NC_NOERR);
  SurfaceField<double> field(ColumnGrid::uniform(1, 0.0, 1.0, 3));
  netcdf::Input(file.path).read(field, {.name = "n"});
  REQUIRE(field.to_host() == Numbers{13, 14, 15});
}

TEST_CASE("Classic files with changed or missing bytes are read or refused", "[netcdf][errors]") {
  File file;
  file.format = NC_64BIT_OFFSET;
  file.type = NC_SHORT;
  file.attributes = [](int id, int heights, int ta) {
    put(id, heights, "periodic", NC_INT, {1});
    put(id, ta, "scale_factor", NC_DOUBLE, {2.0});
    put(id, ta, "_FillValue", NC_SHORT, {-1});
  };
  file.write();
  std::ifstream original(file.path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(original), {}};
  std::vector<std::vector<char>> damaged;
  for (std::size_t length = 0; length + 4 < bytes.size(); ++length)
    damaged.emplace_back(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
  const std::size_t cut = damaged.size();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int flip : {0xFF, 0x01}) {
      damaged.push_back(bytes);
      damaged.back()[i] = static_cast<char>(bytes[i] ^ flip);
    }
  }

  // In a child process, which shares what it has seen.
  struct Seen {
    std::size_t which, read, cut_but_read, refused;
  };
  auto* const seen =
      static_cast<Seen*>(::mmap(nullptr, sizeof(Seen), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  REQUIRE(seen != MAP_FAILED);
  *seen = {};
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE}) std::signal(signal, SIG_DFL);
    ::alarm(100);
    for (std::size_t& which = seen->which; which < damaged.size(); ++which) {
      std::ofstream(file.path, std::ios::binary | std::ios::trunc)
          .write(damaged[which].data(), std::ssize(damaged[which]));
      try {
        const netcdf::Input input(file.path);
        CenterField<double> field(input.grid());
        input.read(field, {.name = "ta"});
        ++(which < cut ? seen->cut_but_read : seen->read);
      } catch (const Error&) {
        ++seen->refused;
      }
    }
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CAPTURE(seen->which, cut, seen->read, seen->refused);
  CHECK(status == 0);
  CHECK(seen->which == damaged.size());
  CHECK(seen->read > 100);
  CHECK(seen->refused > cut);
  CHECK(seen->cut_but_read == 0);
  ::munmap(seen, sizeof(Seen));
}

TEST_CASE("Whole numbers are not rounded", "[netcdf][errors]") {
  File file;
  const auto with = [&](nc_type type, const Numbers& values) -> File& {
    file.type = type;
    file.ta = values;
    file.write();
    return file;
  };
  with(NC_INT, {16777216, 2, 3, 4, 5, -16777217});
  CHECK(file.read() == Numbers{16777216, 2, 3, 4, 5, -16777217});
  file.refused_for<float>("'ta' holds -16777217 at (1, 2), which the field's type would round");
  CHECK(with(NC_INT, {33554436, 1, 1, 1, 1, 1}).read<float>()[0] == 33554436.0F);
  CHECK(with(NC_DOUBLE, {0.1, 1, 1, 1, 1, 16777217}).read<float>()[5] == 16777216.0F);
  with(NC_INT64, {9007199254740992, 9007199254740996, 3, 4, 5, 6});
  CHECK(file.read() == Numbers{9007199254740992, 9007199254740996, 3, 4, 5, 6});
  int id = -1, variable = -1;
  REQUIRE(nc_open(file.path.c_str(), NC_WRITE, &id) == NC_NOERR);
  REQUIRE(nc_inq_varid(id, "ta", &variable) == NC_NOERR);
  const std::size_t at[] = {0, 1};
  const long long odd = -9007199254740993, largest = LLONG_MAX;
  REQUIRE(nc_put_var1_longlong(id, variable, at, &odd) == NC_NOERR);
  REQUIRE(nc_close(id) == NC_NOERR);
  file.refused("'ta' holds -9007199254740993 at (0, 1), which the field's type would round");
  CHECK(file.read<long long>()[1] == odd);
  REQUIRE(nc_open(file.path.c_str(), NC_WRITE, &id) == NC_NOERR);
  REQUIRE(nc_put_var1_longlong(id, variable, at, &largest) == NC_NOERR);
  REQUIRE(nc_close(id) == NC_NOERR);
  file.refused("'ta' holds 9223372036854775807 at (0, 1), which the field's type would round");
}

TEST_CASE("Numbers outside their valid range are gaps", "[netcdf][errors]") {
  File file;
  const auto with = [&](nc_type type, const char* attribute, nc_type attribute_type, const Numbers& limits) {
    file.type = type;
    file.attributes = [=](int id, int, int variable) {
      nc_put_att_double(id, variable, attribute, attribute_type, limits.size(), limits.data());
    };
    file.write();
  };
  with(NC_DOUBLE, "valid_range", NC_DOUBLE, {1, 6});
  CHECK(file.read() == file.ta);
  with(NC_SHORT, "valid_range", NC_SHORT, {2, 6});
  file.refused("'ta' holds 1 at (0, 0), a missing value by its valid_range");
  with(NC_DOUBLE, "valid_min", NC_DOUBLE, {1.5});
  file.refused("'ta' holds 1 at (0, 0), a missing value by its valid_min");
  with(NC_INT64, "valid_max", NC_INT64, {5});
  file.refused("'ta' holds 6 at (1, 2), a missing value by its valid_max");
  with(NC_FLOAT, "valid_max", NC_FLOAT, {5});
  file.refused_for<float>("'ta' holds 6 at (1, 2), a missing value by its valid_max");
  with(NC_DOUBLE, "valid_range", NC_DOUBLE, {1});
  file.refused("attribute 'valid_range' of variable 'ta' has 1 numbers where two are needed");
  with(NC_DOUBLE, "valid_min", NC_DOUBLE, {1, 2});
  file.refused("attribute 'valid_min' of variable 'ta' has 2 numbers where one is needed");
  // Bounds of float and double, whose numbers differ.
  file.ta = {0.1, 1, 1, 1, 1, 1};
  with(NC_FLOAT, "valid_min", NC_DOUBLE, {0.1});
  CHECK(file.read<float>()[0] == 0.1F);
  with(NC_FLOAT, "valid_range", NC_DOUBLE, {-1e300, 1e300});
  CHECK(file.read<float>()[0] == 0.1F);

  // Of packed numbers, in the file's units, or in those of what they stand for where the type says so.
  file.ta = {1, 2, 3, 4, 5, 6};
  const auto packed = [&](nc_type attribute_type, double most) {
    file.type = NC_SHORT;
    file.attributes = [=](int id, int, int variable) {
      const double factor = 0.5;
      nc_put_att_double(id, variable, "scale_factor", NC_DOUBLE, 1, &factor);
      nc_put_att_double(id, variable, "valid_max", attribute_type, 1, &most);
    };
    file.write();
  };
  packed(NC_SHORT, 5);
  file.refused("'ta' holds 6 at (1, 2), a missing value by its valid_max");
  packed(NC_SHORT, 6);
  CHECK(file.read() == Numbers{0.5, 1, 1.5, 2, 2.5, 3});
  packed(NC_DOUBLE, 2.5);
  file.refused("'ta' holds 6 at (1, 2), a missing value by its valid_max");
  packed(NC_DOUBLE, 3);
  CHECK(file.read() == Numbers{0.5, 1, 1.5, 2, 2.5, 3});
}
