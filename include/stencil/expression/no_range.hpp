// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/column_value.hpp>
#include <stencil/expression/concepts.hpp>

namespace stencil {

/// What `for (auto x : a)` of a field would go through. No iterator, so that a field is no std::ranges::range.
struct NoIterator {
  constexpr double operator*() const { return 0; }
  constexpr NoIterator& operator++() { return *this; }
  constexpr bool operator!=(const NoIterator&) const { return false; }
};

template <class E>
constexpr bool refuse_loop() {
  static_assert(!std::is_same_v<E, E>,
                "stencil: a field or an expression is no range of values; for (double x : field.column(c)) goes "
                "through the levels of one column, field.to_host() has all values, and global_sum(a) adds them up");
  return true;
}

/// A compile-time error for `for (auto x : a)`. What noexcept asks for is instantiated where it is called, before the
/// body of the loop, and not where a library asks whether a field is a range.
template <Operand E>
  requires(!column_functions::IsColumnValue<E>)
constexpr NoIterator begin(const E&) noexcept(refuse_loop<E>()) {
  return {};
}
template <Operand E>
  requires(!column_functions::IsColumnValue<E>)
constexpr NoIterator end(const E&) noexcept {
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
