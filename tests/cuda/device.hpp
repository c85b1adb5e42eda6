// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace program {

/// Empty, or why there is no device to run on.
const char* no_device();

}  // namespace program
