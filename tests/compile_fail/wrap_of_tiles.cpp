// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field is wrapped around an mdspan with strides: layout_right, layout_left, layout_stride
#include <cstddef>
#include <stencil/stencil.hpp>

struct Tiles {
  static constexpr bool is_always_strided() { return false; }
  std::size_t extent(std::size_t) const { return 4; }
  std::size_t stride(std::size_t) const { return 1; }
  double* data_handle() const { return nullptr; }
};

auto view(const Tiles& tiles, const stencil::ColumnGrid& grid) { return stencil::wrap_center(tiles, grid); }
