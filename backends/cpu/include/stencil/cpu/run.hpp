// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <stencil/cpu/cursor.hpp>
#include <stencil/evaluate/allocate.hpp>
#include <stencil/evaluate/output.hpp>
#include <stencil/plan/margin.hpp>

/// The three-step algorithm on one thread: fill the tiles of a column (or of a block of columns) in order, leaves
/// first, then evaluate the destinations from them.
namespace stencil::cpu {

/// One thread's loops over rows and columns, W positions at a time.
template <class Plan, int W>
struct Kernel {
  const ColumnSet& columns;
  char* arena;
  bool stream;  ///< destinations bypass the caches

  struct Rows {
    int first;
    int last;
  };
  /// Rows where no formula of `Node` needs to know about the ends.
  template <class Node>
  Rows interior_rows(int rows) const {
    const bool p = columns.periodic;
    const int below = p ? plan::Margin<Plan, Node>::rows(Side::bottom, true) : plan::Margin<Plan, Node>::rows(Side::bottom, false);
    const int above = p ? plan::Margin<Plan, Node>::rows(Side::top, true) : plan::Margin<Plan, Node>::rows(Side::top, false);
    return {below, rows - above};
  }

  /// f(cursor) over the rows of one column.
  template <class Node, class Location, class F>
  void along_levels(std::ptrdiff_t column, bool to_memory, const F& f) const {
    const int rows = rows_at<Location>(columns.levels);
    const Rows inside = interior_rows<Node>(rows);
    const bool past_caches = to_memory && stream;
    int row = 0;
    while (row < rows) {
      if (row >= inside.first && row + W <= inside.last) {
        for (; row + W <= inside.last; row += W) f(LevelCursor<Plan, Location, W, true>(columns, column, row, arena, past_caches));
      } else {
        f(LevelCursor<Plan, Location, W, false>(columns, column, row, arena, past_caches));
        row += W;
      }
    }
  }

  /// f(cursor) over the rows of `count` columns from `first` on; `pitch` columns make a tile.
  template <class Node, class Location, class F>
  void along_columns(std::ptrdiff_t first, int count, int pitch, bool to_memory, const F& f) const {
    const int rows = rows_at<Location>(columns.levels);
    const Rows inside = interior_rows<Node>(rows);
    const bool past_caches = to_memory && stream;
    for (int row = 0; row < rows; ++row) {
      int c = 0;
      if (row >= inside.first && row < inside.last) {
        for (; c + W <= count; c += W) f(ColumnCursor<Plan, Location, W, true>(columns, first + c, row, W, arena, c, pitch, past_caches));
      }
      for (; c < count; c += W) f(ColumnCursor<Plan, Location, W, false>(columns, first + c, row, std::min(W, count - c), arena, c, pitch, past_caches));
    }
  }

  /// Step 2 and step 3. `along` runs one of the two loops above.
  template <class Outputs, class Along>
  static void fill_and_evaluate(const Outputs& outputs, const Along& along) {
    outputs.each([&](const auto& output) {
      plan::each_stored<Plan>(output.expression, [&](const auto& node, auto index) {
        constexpr int I = decltype(index)::value;
        const Work work = plan::work_of<I>(node);
        if (work.filled_elsewhere) return;
        const auto& source = plan::argument_of<I>(node);
        using Source = std::remove_cvref_t<decltype(source)>;
        using T = typename Source::value_type;
        along(std::type_identity<Source>{}, std::type_identity<typename Source::location>{}, false,
              [&](const auto& at) { at.template store_tile<T>(work.offset, at.template cast<T>(source.value(at))); });
      });
    });
    outputs.each([&](const auto& output) {
      using O = std::remove_cvref_t<decltype(output)>;
      along(std::type_identity<typename O::expression_type>{}, std::type_identity<typename O::location>{}, true,
            [&](const auto& at) { output.store(at, output.value(at)); });
    });
  }

  template <class Outputs>
  void column(const Outputs& outputs, std::ptrdiff_t which) const {
    fill_and_evaluate(outputs, [&](auto node, auto location, bool to_memory, const auto& f) {
      along_levels<typename decltype(node)::type, typename decltype(location)::type>(which, to_memory, f);
    });
  }
  template <class Outputs>
  void block(const Outputs& outputs, std::ptrdiff_t first, int count, int pitch) const {
    fill_and_evaluate(outputs, [&](auto node, auto location, bool to_memory, const auto& f) {
      along_columns<typename decltype(node)::type, typename decltype(location)::type>(first, count, pitch, to_memory, f);
    });
  }
};

}  // namespace stencil::cpu
