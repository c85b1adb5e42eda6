// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/column/level_of_column.hpp>
#include <stencil/finite.hpp>
#include <stencil/vec.hpp>

namespace stencil {

/// What at_height and at_level give below the lowest level and above the highest: a NaN, of integers zero.
struct NoNumberBeyond {};
/// What at_height and at_level give below the lowest level and above the highest: the value of that level.
struct NearestLevel {};
/// at_height(x, z, nearest_level).
inline constexpr NearestLevel nearest_level{};

namespace detail::between_levels {
/// What is given beyond the levels of x in a column where a cursor is. nearest(): the value of the nearest level.
template <class T, class Beyond, class Nearest>
STENCIL_FUNCTION T value_beyond(const Beyond& beyond, const EvaluatedColumns& to, std::ptrdiff_t column,
                                const Nearest& nearest) {
  if constexpr (std::is_same_v<Beyond, NearestLevel>) {
    return nearest();
  } else if constexpr (std::is_same_v<Beyond, NoNumberBeyond>) {
    return every_component<T>(double{detail::not_a_number<double>});
  } else {
    const RowCursor<plan::StoreNothing, Surface> there{to, column, 0, nullptr, 0};
    return column_functions::otherwise_in<T>(there, beyond);
  }
}
}  // namespace detail::between_levels

}  // namespace stencil
