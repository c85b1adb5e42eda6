// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

/// Whether memory holds the values of a field and nothing between them.
namespace stencil::detail::dense {

/// Whether groups of `inner_count` values, which are `inner` apart, and `outer_count` such groups, which are `outer`
/// apart, leave no gaps. Where there is one value, or one group, its distance does not matter.
constexpr bool are_packed(std::ptrdiff_t inner, std::ptrdiff_t inner_count, std::ptrdiff_t outer,
                          std::ptrdiff_t outer_count) {
  return (inner == 1 || inner_count == 1) && (outer == inner_count || outer_count == 1);
}

/// Whether the levels of a column are neighbours, and columns follow each other. A surface has one level.
template <class Leaf>
bool along_levels(const Leaf& leaf) {
  return are_packed(leaf.strides.level(), leaf.rows(), leaf.strides.column(),
                    static_cast<std::ptrdiff_t>(leaf.grid->columns));
}
/// Whether the columns of a level are neighbours, and levels follow each other.
template <class Leaf>
bool along_columns(const Leaf& leaf) {
  return are_packed(leaf.strides.column(), static_cast<std::ptrdiff_t>(leaf.grid->columns), leaf.strides.level(),
                    leaf.rows());
}
/// Whether it is one of these, so that the values are a range that begins at the leaf's address.
template <class Leaf>
bool in_some_order(const Leaf& leaf) {
  return along_levels(leaf) || along_columns(leaf);
}

}  // namespace stencil::detail::dense
