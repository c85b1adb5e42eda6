// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: wrap_center and wrap_face take a Kokkos::View of rank 2, (columns, levels)
#include <stencil/kokkos.hpp>

using namespace stencil;

auto field(const Kokkos::View<double*>& view, const ColumnGrid& grid) { return wrap_center(view, grid); }
