// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "outcome.hpp"

namespace example {

/// Prints each number in a line that begins "checked:", as examples/README.md quotes it. Returns whether all hold.
bool print_checks(const std::vector<Check>& checks);

}  // namespace example
