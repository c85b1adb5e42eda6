// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

}  // namespace stencil
