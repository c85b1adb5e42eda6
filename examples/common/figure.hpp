// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "outcome.hpp"
#include "unfinished_file.hpp"

namespace example {

/// Draws the diagrams of an outcome side by side and writes a PNG.
void draw(const Outcome& outcome, const UnfinishedFile& file);

}  // namespace example
