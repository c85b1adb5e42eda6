// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/column_value.hpp>
#include <stencil/expression/concepts.hpp>

namespace stencil {

/// What `for (auto x : a)` of a field or an expression goes through: a compile-time error where the loop looks for its
/// end, before its body, and not where a library asks whether a field is a range. It is none: this is no iterator.
template <class E>
struct NoIterator {
  constexpr double operator*() const { return 0; }
  constexpr NoIterator& operator++() { return *this; }
  constexpr auto operator!=(const NoIterator&) const {
    static_assert(!std::is_same_v<E, E>,
                  "stencil: a field or an expression is no range of values; for (double x : field.column(c)) goes "
                  "through the levels of one column, field.to_host() has all values, and global_sum(a) adds them up");
    return false;
  }
};
template <IsOperand E>
  requires(!column_functions::IsColumnValue<E>)
constexpr NoIterator<E> begin(const E&) {
  return {};
}
template <IsOperand E>
  requires(!column_functions::IsColumnValue<E>)
constexpr NoIterator<E> end(const E&) {
  return {};
}

namespace column_functions {
/// A compile-time error for `for (auto y : x)`.
template <IsColumnValue V>
STENCIL_FUNCTION constexpr auto begin(const V& value) {
  static_assert(
      !std::is_same_v<V, V>,
      "stencil: a column function works on all levels at once and has no loop over them; what goes from level "
      "to level is a march, march(from_top, 0.0, [](auto& state, auto x) { ... }, x), or a column operation, "
      "as column_integral(x)");
  return &value;
}
template <IsColumnValue V>
STENCIL_FUNCTION constexpr auto end(const V& value) {
  return &value;
}
}  // namespace column_functions

}  // namespace stencil
