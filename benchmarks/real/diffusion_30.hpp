// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "diffusion.hpp"

namespace race {

struct Case : DiffusionCase<30> {
  static constexpr const char* name = "diffusion_30";
};

}  // namespace race
