// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/config.hpp>

/// Signs of two numbers compared. The sign of their product would be that of 0 where it underflows.
namespace stencil::signs {

template <class A, class B>
STENCIL_FUNCTION constexpr auto same(const A& a, const B& b) {
  return (a > 0 && b > 0) || (a < 0 && b < 0);
}
template <class A, class B>
STENCIL_FUNCTION constexpr auto opposite(const A& a, const B& b) {
  return (a > 0 && b < 0) || (a < 0 && b > 0);
}

}  // namespace stencil::signs
