// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/config.hpp>

namespace stencil::layout {

/// Consecutive levels of one column are neighbours in memory.
struct LevelsContiguous {
  static constexpr const char* name = "levels contiguous";
  static constexpr bool levels_contiguous = true;
  static constexpr bool columns_contiguous = false;
  static constexpr bool across = false;  ///< whether columns lie closer together than levels
  std::ptrdiff_t column_stride = 0;
  STENCIL_FUNCTION constexpr std::ptrdiff_t level() const { return 1; }
  STENCIL_FUNCTION constexpr std::ptrdiff_t column() const { return column_stride; }
  /// Dense storage of `rows` levels times `columns` columns.
  static constexpr LevelsContiguous dense(std::ptrdiff_t rows, std::ptrdiff_t) { return {rows}; }
};

/// Equal levels of consecutive columns are neighbours in memory.
struct ColumnsContiguous {
  static constexpr const char* name = "columns contiguous";
  static constexpr bool levels_contiguous = false;
  static constexpr bool columns_contiguous = true;
  static constexpr bool across = true;
  std::ptrdiff_t level_stride = 0;
  STENCIL_FUNCTION constexpr std::ptrdiff_t level() const { return level_stride; }
  STENCIL_FUNCTION constexpr std::ptrdiff_t column() const { return 1; }
  static constexpr ColumnsContiguous dense(std::ptrdiff_t, std::ptrdiff_t columns) { return {columns}; }
};

/// Any strides, in elements. Negative strides are allowed.
struct Strided {
  static constexpr const char* name = "strided";
  static constexpr bool levels_contiguous = false;
  static constexpr bool columns_contiguous = false;
  static constexpr bool across = false;
  std::ptrdiff_t level_stride = 0;
  std::ptrdiff_t column_stride = 0;
  STENCIL_FUNCTION constexpr std::ptrdiff_t level() const { return level_stride; }
  STENCIL_FUNCTION constexpr std::ptrdiff_t column() const { return column_stride; }
};

/// Any strides, those of levels the larger ones, as a component of a field with columns contiguous has.
struct StridedAcross : Strided {
  static constexpr bool across = true;
};

/// The order of values in memory, as the types above have it.
template <class L>
concept IsLayout = requires {
  L::levels_contiguous;
  L::columns_contiguous;
  L::across;
};

}  // namespace stencil::layout
