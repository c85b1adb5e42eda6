// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/children.hpp>
#include <stencil/grid_data.hpp>
#include <stencil/plan/walk.hpp>

namespace stencil {

/// The grid of an expression's values: that of its first field, unless a node above the field maps to another grid.
template <class N>
const ColumnGridData* grid_of_values(const N& node) {
  if constexpr (requires { node.grids; }) {
    if (node.grids.to.get() != nullptr) return node.grids.to.get();
  }
  const ColumnGridData* grid = nullptr;
  if constexpr (plan::IsMemory<N>::value) grid = node.grid;
  each_child(node, [&](const auto& child, auto) {
    if (grid == nullptr) grid = grid_of_values(child);
  });
  return grid;
}

}  // namespace stencil
