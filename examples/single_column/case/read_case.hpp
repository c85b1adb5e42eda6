// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "case.hpp"

namespace single_column {

/// Reads a DEPHY v1 driver file. Throws UserError with one sentence where the file does not say what the model needs.
Case read_case(const std::string& path);

}  // namespace single_column
