// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "diffusion.hpp"

namespace race {

struct Case : DiffusionCase<8> {
  static constexpr const char* name = "diffusion_8";
};

}  // namespace race
