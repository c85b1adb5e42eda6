// SPDX-License-Identifier: BSD-3-Clause
#include "standard_output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "user_error.hpp"

namespace example {

void flush_standard_output() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  throw UserError("standard output: cannot be written (" +
                  std::string(errno != 0 ? std::strerror(errno) : "it failed") + "); what was to be printed is lost");
}

int code_after_help(const char* program) {
  try {
    flush_standard_output();
    return 0;
  } catch (const UserError& error) {
    std::fprintf(stderr, "%s: %s\n", program, error.what());
    return 2;
  }
}

}  // namespace example
