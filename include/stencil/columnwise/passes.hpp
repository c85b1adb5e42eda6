// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/config.hpp>

namespace stencil::column_functions {

/// The passes of a loop on values of a lane, if it has no own.
struct Passes {
  STENCIL_FUNCTION constexpr void begin(int) const {}
  /// A lane need not compute columns that are done in the passes to come.
  template <class Done>
  STENCIL_FUNCTION constexpr void leave_out(const Done&) const {}
  /// value = next, what was computed in this pass; it stays in columns that are left out.
  template <class X, class Next>
  STENCIL_FUNCTION constexpr void put(X& value, const Next& next) const {
    value = next;
  }
};
template <class Lane>
STENCIL_FUNCTION constexpr auto passes_of(const Lane& lane) {
  if constexpr (requires { Lane::has_passes; }) {
    return lane.passes();
  } else {
    return Passes{};
  }
}

}  // namespace stencil::column_functions
