// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <stencil/stencil.hpp>

namespace race {

/// Fills a field with columns that repeat.
template <class T>
void repeat_columns(const std::vector<T>& pattern, std::size_t rows, std::size_t columns, T* to, bool across,
                    stencil::backend::Cpu) {
  const std::size_t kinds = pattern.size() / rows;
  for (std::size_t i = 0; i < rows * columns; ++i) {
    const std::size_t row = across ? i / columns : i % rows, column = across ? i % columns : i / rows;
    to[i] = pattern[(column % kinds) * rows + row];
  }
}

}  // namespace race

#include REAL_CASE

namespace race {

/// Heights and distances of rows, for loops by hand.
struct Distances {
  std::vector<Real> zc, zf, dc, df;
  explicit Distances(const ColumnGrid& grid) {
    const auto centers = grid.z_centers(0), faces = grid.z_faces(0);
    for (const double z : centers) zc.push_back(static_cast<Real>(z));
    for (const double z : faces) zf.push_back(static_cast<Real>(z));
    for (std::size_t k = 0; k < zc.size(); ++k) dc.push_back(static_cast<Real>(faces[k + 1] - faces[k]));
    for (std::size_t k = 0; k < zf.size(); ++k)
      df.push_back(k == 0 ? dc.front() : k == zc.size() ? dc.back() : static_cast<Real>(centers[k] - centers[k - 1]));
  }
  void note(Raw& raw) const {
    raw.z_centers = zc.data(), raw.z_faces = zf.data();
    raw.dz_centers = dc.data(), raw.dz_faces = df.data();
  }
};

/// The loops by hand on one thread, compiled on their own with -ffast-math. Across: columns are neighbours in memory.
void run_by_hand(const Raw& raw, bool across);

}  // namespace race
