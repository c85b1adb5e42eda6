// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: numbers in braces are the levels of a new field
#include <span>

#include <stencil/stencil.hpp>

using namespace stencil;

void set(std::span<double> memory, const ColumnGrid& grid) {
  const auto a = wrap_center(memory, grid);
  a = {1.0, 2.0};
}
