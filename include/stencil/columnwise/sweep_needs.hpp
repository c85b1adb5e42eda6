// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/children.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/expression/precision.hpp>
#include <stencil/grid_data.hpp>
#include <stencil/view.hpp>

/// What a column function needs of threads that go along columns row by row, as a dry run of it finds.
namespace stencil::column_functions {

/// Whether a node, or one below it, reads heights or spacings in other rows than those at ends.
template <class N>
struct ReadsHeights {
  static constexpr bool value = is_metric<N> || any_child<ReadsHeights, N>;
};
template <class Lane, class Where, class T>
struct ReadsHeights<ColumnValue<Lane, Where, T>> {
  static constexpr bool value = false;
};
template <class Op, class... Nodes>
struct ReadsHeights<StencilBroadcasted<Op, Nodes...>> {
  static constexpr bool value = StencilBroadcasted<Op, Nodes...>::reads.metric_reads > 0 ||
                                (ReadsHeights<Nodes>::value || ...);
};

/// What a function needs of the threads that take its columns.
struct SweepNeeds {
  static constexpr int most_results = 32;  ///< of which it is kept how far they are behind
  static constexpr int most_passes = 16;
  bool carried_out = true;  ///< false: it has an operation that such threads cannot carry out
  bool upward = true;
  int passes = 1;                    ///< along a column, from its first row to its last
  int behind = 0;                    ///< turns after the last row of a column
  int values = 0;                    ///< bytes of a row of all values
  int state = 0;                     ///< bytes of what marches carry along a column
  int results = 0;                   ///< number of results stored
  int lead = 0;                      ///< turns before a row from which its results are right
  int first_away = 0;                ///< turns in which no value is at an end of the column, and the first one that
  int last_away = 1 << 30;           ///< comes after them
  bool of_columns = false;           ///< values per column are found in the first turn of a pass
  bool reduces = false;              ///< it has operations on whole columns beside marches of the user's
  bool reads_levels = false;         ///< at_level of fields
  bool reads_heights = false;        ///< in rows other than those at ends
  int behind_of[most_results] = {};  ///< of each result
  int kept_by[most_passes] = {};     ///< bytes of what marches give at a level, up to the last one of each pass

  /// Bytes of what marches give at a level in a pass before the last one.
  int kept() const {
    int bytes = 0;
    for (int pass = 0; pass + 1 < passes; ++pass) bytes = bytes < kept_by[pass] ? kept_by[pass] : bytes;
    return bytes;
  }
};

/// The copy of a metric that threads read which take a column each, where columns have heights of their own: with
/// neighbouring columns side by side. What sets heights renews it (heights_changed of backends).
struct HeightsSideBySide {
  static constexpr int rows_beyond = 16;  ///< zeros before and after a column, which threads read and nobody uses
  static constexpr int most_behind = 8;   ///< turns after the last row of a column for which these suffice
  static bool suit(const ColumnGridData& grid, int behind) { return grid.per_column && behind <= most_behind; }
};

/// Finds the needs of a function. `Code::march<Upward>()`, `Code::solve()` and `Code::whole_column<OfMarch>()`
/// instantiate kernels, only for functions that march, that solve, and that have any operation on whole columns.
template <class Code>
struct SweepLook {
  SweepNeeds needs;
  Code code;
};

}  // namespace stencil::column_functions
