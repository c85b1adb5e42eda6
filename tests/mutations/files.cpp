// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/netcdf/classic_header.hpp>
#include <stencil/unfinished_file.hpp>

#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>

using namespace stencil;

namespace {

struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "stencil_mutations_XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

/// A classic file with one dimension x = 2 and one variable v(x) of doubles that begins at byte 80.
std::string header(char dimension) {
  const auto number = [](int value) { return std::string{0, 0, 0, static_cast<char>(value)}; };
  const std::string none = number(0) + number(0);
  const auto name = [&](char letter) { return number(1) + std::string{letter, 0, 0, 0}; };
  return std::string("CDF\1", 4) + number(0) + number(10) + number(1) + name('x') + number(2) + none + number(11) +
         number(1) + name('v') + number(1) + number(dimension) + none + number(6) + number(16) + number(80);
}
bool is_sound(const std::string& bytes) {
  const Folder folder;
  const std::string path = (folder.path / "file.nc").string();
  std::ofstream(path, std::ios::binary) << bytes;
  return !netcdf::ClassicHeader::defect(path, bytes.size()).has_value();
}

}  // namespace

TEST_CASE("A classic file whose variables end beyond it is not sound", "[mutations]") {
  REQUIRE(header(0).size() == 80);
  CHECK(is_sound(header(0) + std::string(16, 0)));
  CHECK_FALSE(is_sound(header(0) + std::string(15, 0)));
}

TEST_CASE("A classic file with a variable of a dimension that it has not is not sound", "[mutations]") {
  CHECK_FALSE(is_sound(header(1) + std::string(16, 0)));
}

TEST_CASE("An unfinished file that another took the place of is not removed", "[mutations]") {
  const Folder folder;
  std::string working;
  {
    const UnfinishedFile file((folder.path / "result").string());
    working = file.working_path();
    std::filesystem::remove(working);
    std::ofstream(working) << "of another";
  }
  CHECK(std::filesystem::exists(working));
}
