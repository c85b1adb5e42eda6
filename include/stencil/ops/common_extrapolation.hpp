// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace stencil::detail::operators {

/// The value at an end face of the polynomial through the `order` cells nearest to it (1, 2 or 3; fewer if the column
/// has fewer), in Newton's form.
template <int order, class X, class G, class E>
STENCIL_FUNCTION constexpr auto extrapolated(X x, G g, E end) {
  const auto in = x(end.inward(half));
  if constexpr (order == 1) {
    return in;
  } else {
    using Value = decltype(in - (in - in) * (g.dz() * g.inverse_dz() / 2));
    const auto next = end.cells > 1 ? x(end.inward(half + one)) : in;
    const auto slope = (next - in) * g.inverse_dz(end.inward(one));
    const auto line = Value(in - slope * (g.dz() / 2));
    if constexpr (order == 2) {
      return line;
    } else {
      if (end.cells < 3) return line;
      const auto step = g.dz(end.inward(one));
      const auto next_slope = (x(end.inward(half + one + one)) - next) * g.inverse_dz(end.inward(one + one));
      const auto bend = (next_slope - slope) / (step + g.dz(end.inward(one + one)));
      return Value(line + bend * (g.dz() / 2 * (g.dz() / 2 + step)));
    }
  }
}

}  // namespace stencil::detail::operators
