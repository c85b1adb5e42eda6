// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <stencil/stencil.hpp>
#include <vector>

#include "cases.hpp"

namespace fuzz {

/// The grid of a case.
inline stencil::ColumnGrid make_grid(const Case& grid, std::size_t columns) {
  if (grid.kind == GridKind::uniform)
    return stencil::ColumnGrid::uniform(grid.levels, bottom_height, top_height, columns);
  if (grid.kind == GridKind::periodic)
    return stencil::ColumnGrid::periodic(grid.levels, bottom_height, top_height, columns);
  if (grid.kind == GridKind::stretched) return stencil::ColumnGrid::from_faces(face_heights(grid, 0), columns);
  std::vector<double> heights;
  for (std::size_t column = 0; column < columns; ++column) {
    const std::vector<double> faces = face_heights(grid, column);
    heights.insert(heights.end(), faces.begin(), faces.end());
  }
  return stencil::ColumnGrid::from_faces_per_column(std::span<const double>(heights), columns);
}

/// Writes an input to a field.
template <class Field>
void load(Field& field, const Case& grid, Input which, bool at_faces) {
  const std::vector<double> values = input_values(grid, which, field.columns(), at_faces);
  using Scalar = typename decltype(field.to_host())::value_type;
  field.from_host(std::vector<Scalar>(values.begin(), values.end()));
}

}  // namespace fuzz
