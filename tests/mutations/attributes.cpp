// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/netcdf/file.hpp>

#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <filesystem>
#include <string>

using namespace stencil;

TEST_CASE("An attribute of two numbers is not one number", "[mutations]") {
  std::string path = (std::filesystem::temp_directory_path() / "stencil_attribute_XXXXXX").string();
  ::close(::mkstemp(path.data()));
  int id = -1;
  REQUIRE(nc_create(path.c_str(), NC_CLOBBER, &id) == NC_NOERR);
  const std::array<double, 2> numbers{1, 2};
  nc_put_att_double(id, NC_GLOBAL, "periodic", NC_DOUBLE, 2, numbers.data());
  nc_close(id);
  {
    const auto file = netcdf::OpenFile::for_reading(path);
    CHECK_THROWS_AS(file.number(NC_GLOBAL, "periodic"), netcdf::FileError);
  }
  std::filesystem::remove(path);
}
