// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/grid_data.hpp>
#include <stencil/layout.hpp>
#include <stencil/location.hpp>
#include <stencil/view.hpp>

namespace stencil::plan {

/// A leaf whose type is forgotten: all that run time knows of a field. What takes it is compiled once for a program,
/// not for each type of field.
struct AnyLeaf {
  const void* data;          ///< its first value
  layout::Strided strides;   ///< in values
  const GridData* grid;      ///< null where a field has none yet
  const char* name;          ///< or null
  const char* location;      ///< the name of where its values are
  const char* order;         ///< the name of its layout
  std::ptrdiff_t bytes;      ///< of a value
  std::ptrdiff_t alignment;  ///< of a value [bytes]
  int row_count;             ///< of a column; 0 without a grid
  bool is_face, is_surface;

  template <class T, class Where, class Layout, class Space>
  AnyLeaf(const Leaf<T, Where, Layout, Space>& leaf)
      : data(leaf.data),
        strides{leaf.strides.level(), leaf.strides.column()},
        grid(leaf.grid),
        name(leaf.name),
        location(Where::name),
        order(Layout::name),
        bytes(sizeof(T)),
        alignment(alignof(T)),
        row_count(leaf.grid == nullptr ? 0 : leaf.rows()),
        is_face(std::is_same_v<Where, Face>),
        is_surface(std::is_same_v<Where, Surface>) {}

  int rows() const { return row_count; }
  bool is_at_location_of(const AnyLeaf& other) const {
    return is_face == other.is_face && is_surface == other.is_surface;
  }
};

}  // namespace stencil::plan
