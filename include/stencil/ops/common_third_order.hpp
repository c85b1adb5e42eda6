// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/divided.hpp>

namespace stencil::detail::operators {

/// The value between cells `near` and `across` by the parabola with the means of these and of the cell `further`, which
/// lies beyond `near`: (10 near + 4 across - 2 further) / 12. As near and a correction it is exact for constants.
template <class X>
STENCIL_FUNCTION constexpr X third_order(X further, X near, X across) {
  if constexpr (is_formula_text<X>) {
    return (10 * near + 4 * across - 2 * further) / 12;
  } else {
    return near + divided_by<6>(2 * (across - near) + (near - further));
  }
}

}  // namespace stencil::detail::operators
