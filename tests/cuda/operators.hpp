// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "program.hpp"

namespace program {

/// Every wide operator on the current CUDA device; defined in a .cu file for each strategy.
template <How how>
std::vector<double> operators_on_device(const Case& c);

}  // namespace program
