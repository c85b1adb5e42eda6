// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/column_value.hpp>
#include <stencil/expression/scalar.hpp>

namespace stencil {

/// The value x, which explain, draw and the messages of check_values call by this name inside a column function:
/// `const auto ri = named(n2 / shear2, "Richardson number");`. Nothing is computed for it. Of several names of one
/// value the last counts. name: text that outlives the function, such as a literal.
template <class X>
  requires(IsOperand<X> || IsLiteral<X>)
STENCIL_FUNCTION constexpr auto named(X&& x, [[maybe_unused]] const char* name) {
  refuse_temporaries<X>();
  if constexpr (column_functions::IsColumnValue<X>) {
    const auto& lane = column_functions::lane_of(x);
    if constexpr (requires { lane.named(x, name); }) lane.named(x, name);
  }
  if constexpr (IsOperand<X>) {
    return as_node(x);
  } else {
    return x;
  }
}
/// A compile-time error for a name that is no literal, for none, and for one before the value.
template <class First, class... Rest>
  requires(sizeof...(Rest) != 1 || !(std::is_convertible_v<const Rest&, const char*> && ...))
STENCIL_FUNCTION constexpr auto named(const First& x, const Rest&...) {
  static_assert(!std::is_same_v<First, First>,
                "stencil: named takes a value and then its name, a literal, which device code has too: named(x, "
                "\"Richardson number\"); of a std::string that outlives the function give name.c_str()");
  return x;
}

}  // namespace stencil
