// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/unfinished_file.hpp>

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// Where a link leads to that is put at the name of the next file, just before that is opened.
std::optional<std::string> link_to;
/// What the file with its own name held at each call of fsync, and what fsync then says.
struct Waits {
  std::string path;
  std::vector<std::string> held;
  int error = 0;
};
std::optional<Waits> waits;

std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

// This program's own, in place of the system's. By their names in the object file, because headers may have inline
// functions of the names in C.
extern "C" int open_of_this_program(const char* path, int flags, ...) __asm__("open");
extern "C" int fsync_of_this_program(int descriptor) __asm__("fsync");

extern "C" int open_of_this_program(const char* path, int flags, ...) {
  unsigned mode = 0;
  if ((flags & O_CREAT) != 0) {
    std::va_list more;
    va_start(more, flags);
    mode = va_arg(more, unsigned);
    va_end(more);
    if (const auto target = std::exchange(link_to, std::nullopt)) fs::create_symlink(*target, path);
  }
  return ::openat(AT_FDCWD, path, flags, static_cast<mode_t>(mode));
}

extern "C" int fsync_of_this_program(int descriptor) {
  if (!waits) return ::fdatasync(descriptor);
  waits->held.push_back(content(waits->path));
  errno = waits->error;
  return waits->error == 0 ? ::fdatasync(descriptor) : -1;
}

TEST_CASE("An unfinished file is not opened through a link that has its name", "[core][files]") {
  std::string folder = (fs::temp_directory_path() / "stencil_calls_XXXXXX").string();
  REQUIRE(::mkdtemp(folder.data()) != nullptr);
  const std::string victim = folder + "/victim", path = folder + "/result";
  std::ofstream(victim) << "whole";
  for (const std::string& target : {victim, folder + "/nowhere"}) {
    link_to = target;
    stencil::UnfinishedFile file(path);
    REQUIRE_FALSE(link_to.has_value());
    REQUIRE(fs::is_regular_file(fs::symlink_status(file.working_path())));
    std::ofstream(file.working_path()) << "done";
    file.finish();
    CHECK(content(path) == "done");
    CHECK(content(victim) == "whole");
    CHECK_FALSE(fs::exists(folder + "/nowhere"));
  }
  fs::remove_all(folder);
}

TEST_CASE("A file gets its own name when the disk has all of it, and not if the disk refuses", "[core][files]") {
  std::string folder = (fs::temp_directory_path() / "stencil_calls_XXXXXX").string();
  REQUIRE(::mkdtemp(folder.data()) != nullptr);
  const std::string path = folder + "/result";
  std::ofstream(path) << "before";
  const auto finish = [&](int error) {
    stencil::UnfinishedFile file(path);
    std::ofstream(file.working_path()) << "after";
    waits = Waits{path, {}, error};
    file.finish();
  };
  REQUIRE_THROWS_MATCHES(finish(EIO), stencil::Error,
                         Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring("cannot be written (")));
  CHECK(waits->held == std::vector<std::string>{"before"});
  CHECK(content(path) == "before");
  CHECK(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 1);
  finish(0);
  CHECK(waits->held == std::vector<std::string>{"before"});
  CHECK(content(path) == "after");
  waits.reset();
  fs::remove_all(folder);
}
