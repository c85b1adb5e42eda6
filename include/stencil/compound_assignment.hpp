// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>

namespace stencil {

/// A type with + - * / that has += -= *= /= too: one with the member type compound_assigned, itself, and what is
/// derived from it.
template <class V>
concept CompoundAssigned = !std::is_const_v<V> && requires { typename V::compound_assigned; };

template <CompoundAssigned V, class X>
STENCIL_FUNCTION constexpr V& operator+=(V& variable, const X& x) {
  typename V::compound_assigned& value = variable;
  value = value + x;
  return variable;
}
template <CompoundAssigned V, class X>
STENCIL_FUNCTION constexpr V& operator-=(V& variable, const X& x) {
  typename V::compound_assigned& value = variable;
  value = value - x;
  return variable;
}
template <CompoundAssigned V, class X>
STENCIL_FUNCTION constexpr V& operator*=(V& variable, const X& x) {
  typename V::compound_assigned& value = variable;
  value = value * x;
  return variable;
}
template <CompoundAssigned V, class X>
STENCIL_FUNCTION constexpr V& operator/=(V& variable, const X& x) {
  typename V::compound_assigned& value = variable;
  value = value / x;
  return variable;
}

}  // namespace stencil
