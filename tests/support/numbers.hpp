// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/testing/scatter.hpp>

namespace support {

using stencil::testing::scatter;
using stencil::testing::scattered;

}  // namespace support
