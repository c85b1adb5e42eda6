// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/column_value.hpp>
#include <stencil/expression/math.hpp>

/// Values in the precision of others.
namespace stencil {

namespace functions {
/// A number in the precision T.
template <class T>
struct RoundedTo {
  template <class X>
  STENCIL_FUNCTION constexpr T operator()(const X& x) const {
    return static_cast<T>(x);
  }
};
}  // namespace functions

namespace column_functions {
/// A value in the precision T of what it changes, which its own may exceed.
template <class T, class Value>
STENCIL_FUNCTION constexpr auto rounded_to(const Value& value) {
  if constexpr (std::is_same_v<typename Value::value_type, T>) {
    return value;
  } else {
    return pointwise(functions::RoundedTo<T>{})(value);
  }
}
}  // namespace column_functions

}  // namespace stencil
