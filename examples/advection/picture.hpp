// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "common/unfinished_file.hpp"
#include "outcome.hpp"

namespace advection {

/// Draws the profiles that were carried upward: the pulse above, the crest of the smooth one below, a family of schemes
/// in each column of diagrams, the exact profile dashed. Writes a PNG.
void draw_picture(const example::UnfinishedFile& file, const Start& exact, const std::vector<Outcome>& outcomes);

}  // namespace advection
