// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: wrap_center and wrap_face take an mdspan of rank 2, (columns, levels)
#include <cstddef>
#include <stencil/stencil.hpp>

struct Cube {
  static constexpr std::size_t rank() { return 3; }
  std::size_t extent(std::size_t) const { return 4; }
  std::size_t stride(std::size_t) const { return 1; }
  double* data_handle() const { return nullptr; }
};

auto view(const Cube& cube, const stencil::ColumnGrid& grid) { return stencil::wrap_center(cube, grid); }
