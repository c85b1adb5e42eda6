// SPDX-License-Identifier: BSD-3-Clause
// The reader of case files of examples/single_column on copies of its case in which bytes were changed or cut off.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "case/read_case.hpp"

// netCDF-C asks for what the header of a classic file claims; malloc is to answer as it does without AddressSanitizer.
// A vector that cannot be had ends the process: no file of this size holds so much.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1:max_allocation_size_mb=256"; }

TEST_CASE("Case files with changed or missing bytes are read or refused", "[netcdf][errors]") {
  std::string folder = (std::filesystem::temp_directory_path() / "stencil_cases_XXXXXX").string();
  REQUIRE(::mkdtemp(folder.data()) != nullptr);
  const std::string path = folder + "/case.nc";
  REQUIRE(std::system((NCGEN " -o " + path + " " CASE).c_str()) == 0);
  std::ifstream original(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(original), {}};

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
    // Whole, with all bits of each byte changed, with its last one changed, and cut before every seventh.
    for (std::size_t& which = seen->which; which <= 3 * bytes.size(); ++which) {
      auto damaged = bytes;
      if (which >= 1 && which <= 2 * bytes.size()) {
        char& byte = damaged[(which - 1) / 2];
        byte = static_cast<char>(which % 2 == 0 ? ~byte : byte ^ 1);
      }
      if (which > 2 * bytes.size()) damaged.resize(3 * bytes.size() - which);
      if (which > 2 * bytes.size() && which % 7 != 0) continue;
      std::ofstream(path, std::ios::binary | std::ios::trunc).write(damaged.data(), std::ssize(damaged));
      try {
        single_column::read_case(path);
        ++seen->read;
        seen->cut_but_read += damaged.size() + 4 < bytes.size() ? 1 : 0;  // the last bytes fill up a word
      } catch (const std::exception&) {
        ++seen->refused;
      }
      if (which == 0 && seen->read != 1) ::_exit(2);
    }
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CAPTURE(seen->which, bytes.size(), seen->read, seen->refused);
  CHECK(status == 0);
  CHECK(seen->read > 100);
  CHECK(seen->cut_but_read == 0);
  CHECK(seen->refused > bytes.size() / 7);
  ::munmap(seen, sizeof(Seen));
  std::filesystem::remove_all(folder);
}
