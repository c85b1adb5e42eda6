// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stencil {

/// The version of these headers. CMakeLists.txt reads it from here, so there is no second place to change.
inline constexpr int version_major = 0;
inline constexpr int version_minor = 1;  ///< the second number
inline constexpr int version_patch = 0;  ///< the third number

}  // namespace stencil
