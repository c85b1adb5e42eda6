// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../case/case.hpp"
#include "../model/observer.hpp"
#include "common/unfinished_file.hpp"
#include "history.hpp"

namespace single_column {

/// Draws profiles of wind and potential temperature, of the start and of the mean over the last hour, and the time
/// series of depth, friction velocity and heat flux. Bands are the range of the ensemble. Writes a PNG.
void draw_picture(const example::UnfinishedFile& file, const Case& a_case, const Geometry& geometry,
                  const Snapshot& initial, const Snapshot& mean, const History& history);

}  // namespace single_column
