// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/config.hpp>

namespace stencil::column_functions {

/// Notifies a lane of the passes of a loop on its values, if it wants to know; most do not.
struct Passes {
  STENCIL_FUNCTION constexpr void begin(int) const {}
};
template <class Lane>
STENCIL_FUNCTION constexpr auto passes_of(const Lane& lane) {
  if constexpr (requires { Lane::counts_passes; }) {
    return lane.passes();
  } else {
    return Passes{};
  }
}

}  // namespace stencil::column_functions
