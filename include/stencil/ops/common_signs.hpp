// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/config.hpp>

/// Comparisons of the signs of two numbers. The sign of their product will not do: the product may underflow to 0.
namespace stencil::detail::signs {

/// Whether both are above 0, or both below.
template <class A, class B>
STENCIL_FUNCTION constexpr auto same(const A& a, const B& b) {
  return (a > 0 && b > 0) || (a < 0 && b < 0);
}
/// Whether one is above 0 and the other below.
template <class A, class B>
STENCIL_FUNCTION constexpr auto opposite(const A& a, const B& b) {
  return (a > 0 && b < 0) || (a < 0 && b > 0);
}

}  // namespace stencil::detail::signs
