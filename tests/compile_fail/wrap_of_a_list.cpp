// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: wrap takes a pointer, a contiguous range (std::span, std::vector) or a two-dimensional view
#include <list>
#include <stencil/stencil.hpp>

using namespace stencil;

auto view(std::list<double>& values, const ColumnGrid& grid) { return wrap_center(values, grid); }
