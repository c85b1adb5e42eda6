// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/boundary.hpp>
#include <stencil/expression/operator.hpp>

/// Which cell is the upwind one of a face.
namespace stencil::detail::upwind_cells {

/// The upwind one of two values near an end: `outer` on the side of the end, `inner` on the other side of the face.
template <class W, class X, class E>
STENCIL_FUNCTION constexpr X carried(W w, X outer, X inner, E) {
  return E::is_bottom ? where(w > 0, outer, inner) : where(w > 0, inner, outer);
}

/// Whether a face's value comes from the cell below: where the wind blows upward, and always at the top face, which has
/// no cell above, but never at the bottom face.
template <class W, class Row>
STENCIL_FUNCTION constexpr bool from_below(W w, Row row) {
  return (w > 0 && !row.template is<Side::bottom, 0>()) || row.template is<Side::top, 0>();
}
/// Whether that cell is the end cell of the column on its side, so that it has no neighbour further upwind.
template <class Row>
STENCIL_FUNCTION constexpr bool is_outer(bool from_below, Row row) {
  return row.template is<Side::bottom, 0>() || row.template is<Side::top, 0>() ||
         (from_below ? row.template is<Side::bottom, 1>() : row.template is<Side::top, 1>());
}

}  // namespace stencil::detail::upwind_cells
