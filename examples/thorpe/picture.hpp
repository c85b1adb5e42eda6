// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "common/unfinished_file.hpp"
#include "outcome.hpp"

namespace thorpe {

/// Draws one column with its displacements and diffusivity, and the ensemble's profiles and histogram. Writes a PNG.
void draw_picture(const example::UnfinishedFile& file, const Outcome& ensemble);

}  // namespace thorpe
