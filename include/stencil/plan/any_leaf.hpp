// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <stencil/grid_data.hpp>
#include <stencil/location.hpp>
#include <stencil/view.hpp>

namespace stencil::plan {

/// The properties that all leaves of a type share.
struct LeafKind {
  const char* location;      ///< its name
  const char* layout;        ///< its name
  std::ptrdiff_t bytes;      ///< of a value
  std::ptrdiff_t alignment;  ///< of a value [bytes]
  bool is_face, is_surface, columns_contiguous;
};
template <class T, class Where, class Layout>
inline constexpr LeafKind leaf_kind{Where::name,
                                    Layout::name,
                                    sizeof(T),
                                    alignof(T),
                                    std::is_same_v<Where, Face>,
                                    std::is_same_v<Where, Surface>,
                                    Layout::columns_contiguous};

/// The strides of a leaf, in values.
struct AnyStrides {
  std::ptrdiff_t level_stride;
  std::ptrdiff_t column_stride;
  std::ptrdiff_t level() const { return level_stride; }
  std::ptrdiff_t column() const { return column_stride; }
};

/// A type-erased leaf: what is known of a field at run time. Functions of it are compiled once for a program and not
/// for every type of field.
struct AnyLeaf {
  const void* data;  ///< its first value
  AnyStrides strides;
  const ColumnGridData* grid;  ///< null for a field that has no grid yet
  const char* name;            ///< null if it has none
  const LeafKind* kind;

  AnyLeaf() = default;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  template <class T, class Where, class Layout, class Space>
  AnyLeaf(const FieldLeaf<T, Where, Layout, Space>& leaf)
      : data(leaf.data),
        strides{leaf.strides.level(), leaf.strides.column()},
        grid(leaf.grid),
        name(leaf.name),
        kind(&leaf_kind<std::remove_const_t<T>, Where, Layout>) {}

  /// The number of its values in a column. It must have a grid.
  int rows() const { return kind->is_surface ? 1 : grid->levels + (kind->is_face ? 1 : 0); }
  bool is_at_location_of(const AnyLeaf& other) const {
    return kind->is_face == other.kind->is_face && kind->is_surface == other.kind->is_surface;
  }
};

/// The addresses of the first byte of a leaf's memory and of the byte after the last.
struct Extent {
  std::uintptr_t begin;
  std::uintptr_t end;
};
/// That of a leaf that has a grid.
inline Extent extent(const AnyLeaf& leaf) {
  std::ptrdiff_t low = 0;
  std::ptrdiff_t high = 0;
  const auto reach = [&](std::ptrdiff_t stride, std::ptrdiff_t count) {
    (stride < 0 ? low : high) += stride * (count - 1);
  };
  reach(leaf.strides.column(), static_cast<std::ptrdiff_t>(leaf.grid->columns));
  if (!leaf.kind->is_surface) reach(leaf.strides.level(), leaf.rows());
  const auto base = reinterpret_cast<std::uintptr_t>(leaf.data);
  const auto bytes = [&](std::ptrdiff_t n) { return static_cast<std::uintptr_t>(n * leaf.kind->bytes); };
  return {base + bytes(low), base + bytes(high + 1)};
}

}  // namespace stencil::plan
