// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/boundary.hpp>
#include <stencil/expression/operator.hpp>

/// What operators that carry a value with the wind have in common.
namespace stencil::upwind_cells {

/// Of the values outward and inward of a face near an end, that which a wind carries over it.
template <class W, class X, class E>
STENCIL_FUNCTION constexpr X carried(W w, X outer, X inner, E) {
  return E::is_bottom ? where(w > 0, outer, inner) : where(w > 0, inner, outer);
}

/// Which cell a face's value comes from: the upwind one, at an end face the one inside.
template <class W, class Row>
STENCIL_FUNCTION constexpr bool from_below(W w, Row row) {
  return (w > 0 && !row.template is<Side::bottom, 0>()) || row.template is<Side::top, 0>();
}
/// Whether that cell has no neighbour further from the face.
template <class Row>
STENCIL_FUNCTION constexpr bool is_outer(bool from_below, Row row) {
  return row.template is<Side::bottom, 0>() || row.template is<Side::top, 0>() ||
         (from_below ? row.template is<Side::bottom, 1>() : row.template is<Side::top, 1>());
}

}  // namespace stencil::upwind_cells
