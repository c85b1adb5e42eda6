// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/assign/policy.hpp>
#include <stencil/view.hpp>

namespace stencil {

/// Values of columns in memory, with strides in elements: what operations on whole columns take of a field.
template <class T>
struct ColumnMemory {
  T* data = nullptr;
  std::ptrdiff_t level = 0;
  std::ptrdiff_t column = 0;

  STENCIL_FUNCTION constexpr T& operator()(std::ptrdiff_t row, std::ptrdiff_t of_column) const {
    return data[row * level + of_column * column];
  }
  STENCIL_FUNCTION constexpr ColumnMemory<const T> read_only() const { return {data, level, column}; }
  /// Whether neighbouring columns are neighbours in memory.
  STENCIL_FUNCTION constexpr bool across() const { return column == 1 && level != 1; }
};

struct ColumnMemoryShape {
  int rows = 0;
  std::ptrdiff_t columns = 0;
};

template <class T, class Where, class Layout, class Space>
STENCIL_FUNCTION constexpr ColumnMemory<T> memory_of(const FieldLeaf<T, Where, Layout, Space>& leaf) {
  return {leaf.data, leaf.strides.level(), leaf.strides.column()};
}
template <class T, class Where, class Layout, class Space>
ColumnMemoryShape shape_of(const FieldLeaf<T, Where, Layout, Space>& leaf) {
  return {leaf.rows(), static_cast<std::ptrdiff_t>(leaf.grid->columns)};
}

/// For a backend whose sorting needs no memory that could run out after the keys have been written.
struct NothingToReserve {
  template <class T>
  static void reserve_for_sorting(ColumnMemoryShape, bool) {}
};

namespace backend_parts {

/// A part of a backend (stencil/backend.hpp): sorts. reserve_for_sorting<T>(shape, across) gets memory before anything
/// is written; sort_columns(keys, sorted, order, shape, descending, policy) sorts columns, their values and the rows
/// that these come from, either of which may be left out; permute_columns(from, order, to, shape, policy).
template <class B>
concept Sorts = requires(const ColumnMemory<const double>& keys, const ColumnMemory<double>& sorted,
                         const ColumnMemory<int>& order, ColumnMemoryShape shape, const AssignmentPolicy<>& policy) {
  B::template reserve_for_sorting<double>(shape, false);
  B::sort_columns(keys, sorted, order, shape, false, policy);
  B::permute_columns(keys, order.read_only(), sorted, shape, policy);
};

}  // namespace backend_parts

}  // namespace stencil
