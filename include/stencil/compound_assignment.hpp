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

/// @{
/// A compile-time error for a value that is const or a temporary.
template <class V>
  requires requires { typename V::compound_assigned; }
constexpr bool refuse_const() {
  static_assert(!std::is_same_v<V, V>,
                "stencil: = and += change no value that is const or a temporary; a parameter of a column function "
                "that is changed is taken by value, auto x, not by auto& x");
  return false;
}
#define STENCIL_NO_CHANGE(name)                              \
  template <class V, class X>                                \
    requires requires { typename V::compound_assigned; }     \
  STENCIL_FUNCTION constexpr void name(const V&, const X&) { \
    static_cast<void>(refuse_const<V>());                    \
  }
STENCIL_NO_CHANGE(operator+=)
STENCIL_NO_CHANGE(operator-=)
STENCIL_NO_CHANGE(operator*=)
STENCIL_NO_CHANGE(operator/=)
#undef STENCIL_NO_CHANGE
/// @}

}  // namespace stencil
