// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/algorithm/cells.hpp>
#include <stencil/grid_data.hpp>

namespace stencil::detail {

/// Carries out a function of columns, f(columns, column), on a grid. Where neighbours work side by side, one that has
/// cells(grid), a CellsToShare, is carried out by teams, if their arenas suffice. Each member calls f(team, share,
/// columns, mine), where `mine` is CellsOfMember of one column or, where all have the same heights, of F::most_held.
/// Elsewhere f.side_by_side<Count>(columns, column) may be called for as many neighbours, for some of them twice, if f
/// has it and f.are_alike(columns): they have something in common, the same heights or lines of memory.
template <class Backend, class F, class P>
void through_columns(const ColumnGridData& grid, const F& f, const P& how) {
  if constexpr (Backend::rows_side_by_side && requires { f.cells(grid); }) {
    if (Backend::share_cells(grid, f.cells(grid), f, how)) return;
  }
  Backend::each_column(grid, f, how);
}

}  // namespace stencil::detail
