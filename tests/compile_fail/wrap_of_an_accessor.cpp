// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field is wrapped around an mdspan of plain memory; this one has an accessor of its own
#include <cstddef>
#include <stencil/stencil.hpp>

struct Scaled {
  struct Handle {
    double* data;
    double factor;
  };
  std::size_t extent(std::size_t) const { return 4; }
  std::size_t stride(std::size_t) const { return 1; }
  Handle data_handle() const { return {nullptr, 2.0}; }
};

auto view(const Scaled& scaled, const stencil::ColumnGrid& grid) { return stencil::wrap_center(scaled, grid); }
