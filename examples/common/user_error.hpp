// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>

namespace example {

/// An error that the user can correct: one sentence that names the file or option, what was found and what to do. The
/// program prints it and ends with exit code 2.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace example
