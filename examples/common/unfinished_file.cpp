// SPDX-License-Identifier: BSD-3-Clause
#include "unfinished_file.hpp"

#include "user_error.hpp"

namespace example {

void reject_output(const std::string& path, const std::string& reason) {
  throw UserError(path + ": cannot be written (" + reason + "); choose another file or make room there");
}

}  // namespace example
