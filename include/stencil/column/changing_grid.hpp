// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <stencil/column/set_heights.hpp>
#include <stencil/field.hpp>
#include <stencil/finite.hpp>
#include <stencil/grid.hpp>

/// Grids whose heights change, made at heights from elsewhere: from a file or another process.
namespace stencil::detail::changing {

/// Gives such a grid these heights of faces [m], one column after the other.
template <class Backend>
void set_faces(const ColumnGrid& grid, const std::vector<double>& z_faces) {
  const FaceField<double, Backend> z(grid);
  z.from_host(z_faces);
  set_heights(grid, z);
}
/// A grid at these heights. A cell may have no thickness, as on no other grid.
template <class Backend>
ColumnGrid grid_at(const std::vector<double>& z_faces, std::size_t columns) {
  const std::size_t levels = z_faces.size() / columns - 1;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns).with_changing_heights();
  set_faces<Backend>(grid, z_faces);
  return grid;
}

/// Whether the faces of no column fall, but some are equal.
STENCIL_WHERE_CALLED
inline bool has_vanished_cells(const std::vector<double>& z_faces, std::size_t columns) {
  const std::size_t faces = z_faces.size() / columns;
  bool some = false;
  for (std::size_t i = 0; i + 1 < z_faces.size(); ++i) {
    if ((i + 1) % faces == 0) continue;
    const double dz = z_faces[i + 1] - z_faces[i];
    if (!(dz >= 0.0 && is_finite(dz))) return false;
    some = some || dz == 0.0;
  }
  return some;
}

}  // namespace stencil::detail::changing
