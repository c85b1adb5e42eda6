// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/assign/allocate.hpp>
#include <stencil/cpu/cursor.hpp>
#include <stencil/plan/margin.hpp>

/// Evaluation on one thread: the tiles of a batch of columns are filled in order, leaves of the expression first; then
/// the destinations are evaluated from them.
namespace stencil::cpu {

/// The steps of an evaluation: FillTile computes a stored argument, WriteOutput a destination.
template <class Source, class T = typename Source::value_type>
struct FillTile {
  using value_type = T;
  Source source;
  std::uint32_t offset;
  template <class At>
  auto compute(const At& at) const {
    return at.template cast<value_type>(source.value(at));
  }
  template <class At, class V>
  void write(const At& at, const V& v) const {
    at.template store_tile<value_type>(offset, v);
  }
};
template <class Out>
struct WriteOutput {
  Out output;
  template <class At>
  auto compute(const At& at) const {
    return output.value(at);
  }
  template <class At, class V>
  void write(const At& at, const V& v) const {
    output.store(at, v);
  }
};

/// A batch: columns that a thread computes together, and where their tiles are.
struct Batch {
  std::ptrdiff_t first;
  int count;
  char* arena;
  int pitch;    ///< distance of two columns in a tile (levels contiguous), or of two rows (columns contiguous)
  bool stream;  ///< stores bypass the caches
};

// Everything that a vector loop calls is inlined into it; otherwise packs would be passed through memory. Code for rows
// near the ends is inlined only if there is little of it: end formulas branch, and their code grows exponentially with
// the depth of the expression.
// Not by the vectoriser of straight-line code: g++ 12 -O3 dropped terms of end formulas with it. These loops are
// vectors already, and as fast without. Short loops, over the elements of arrays of values, are unrolled as with -O3:
// else -O2 leaves such arrays in memory, which takes five to ten times as long.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define STENCIL_CPU_INLINES 1
#if defined(__GNUC__) && !defined(__clang__)
#define STENCIL_CPU_ONE_FUNCTION [[gnu::flatten, gnu::noinline, gnu::optimize("no-tree-slp-vectorize", "peel-loops")]]
#else
#define STENCIL_CPU_ONE_FUNCTION [[gnu::flatten, gnu::noinline]]
#endif
#else
#define STENCIL_CPU_INLINES 0
#define STENCIL_CPU_ONE_FUNCTION
#endif

/// Loops of one thread, W positions at a time. The vector loops work on a copy of the step, a local variable. A store
/// might alias the original, so that the compiler would load every pointer in it again for every vector.
template <class Plan, int W>
struct Kernel {
  struct Rows {
    int first;
    int last;
  };
  /// The rows of a tile that are computed: all, but the end rows where a boundary condition replaces their values.
  template <class Node, int I, class Location>
  static Rows rows_read(const EvaluatedColumns& columns) {
    const int rows = rows_at<Location>(columns.levels);
    if constexpr (plan::IsStencil<Node>::value && I == 0) {
      if (!columns.periodic)
        return {Node::template replaces_argument<Side::bottom> ? 1 : 0,
                rows - (Node::template replaces_argument<Side::top> ? 1 : 0)};
    }
    return {0, rows};
  }
  /// Those of the wanted rows in which no formula of `Node` reads beyond an end; empty where there are none.
  template <class Node>
  static Rows interior_rows(const EvaluatedColumns& columns, const Rows wanted, int rows) {
    const bool p = columns.periodic;
    const int below =
        p ? plan::Margin<Plan, Node>::rows(Side::bottom, true) : plan::Margin<Plan, Node>::rows(Side::bottom, false);
    const int above =
        p ? plan::Margin<Plan, Node>::rows(Side::top, true) : plan::Margin<Plan, Node>::rows(Side::top, false);
    const Rows inside{std::max(below, wanted.first), std::min(rows - above, wanted.last)};
    return inside.first < inside.last ? inside : Rows{wanted.last, wanted.last};
  }

  template <class Node>
  static constexpr bool little_end_code = plan::EndCode<Plan, Node>::reads <= 64;

  /// Rows of one column but those that are left out, one value at a time.
  template <class Location, class Step>
  static void singly(const Step& step, const EvaluatedColumns& columns, const Batch& batch, int column,
                     const Rows wanted, const Rows without) {
    const auto next = [without](int row) { return row == without.first ? without.last : row; };
    for (int row = next(wanted.first); row < wanted.last; row = next(row + 1)) {
      const RowCursor<Plan, Location> at{columns, batch.first + column, row, batch.arena, column * batch.pitch};
      step.write(at, step.compute(at));
    }
  }
  template <class Location, class Step>
  [[gnu::noinline]] static void singly_called(const Step& step, const EvaluatedColumns& columns, const Batch& batch,
                                              int column, const Rows wanted, const Rows without) {
    singly<Location>(step, columns, batch, column, wanted, without);
  }

  /// One column after the other: single rows near the ends, then vectors of W rows between them. The last vector
  /// overlaps the one before. It is computed before any is written, because the destination may be an operand. The code
  /// for single rows is here once, because it is most of what is compiled.
  template <class Node, class Location, class Step>
  STENCIL_CPU_ONE_FUNCTION static void each_level(const Step& original, const EvaluatedColumns& set, const Batch& every,
                                                  const Rows wanted, const Rows inside) {
    const Step step = original;
    const EvaluatedColumns columns = set;
    const Batch batch = every;
    for (int c = 0; c < batch.count; ++c) {
      if constexpr (little_end_code<Node>) {
        singly<Location>(step, columns, batch, c, wanted, inside);
      } else {
        singly_called<Location>(original, set, every, c, wanted, inside);
      }
      if constexpr (!std::is_same_v<Location, Surface>) {
        if (inside.first == inside.last) continue;
        const auto wide = [&](int first_row) {
          return LevelCursor<Plan, Location, W>(columns, batch.first + c, first_row, batch.arena, c * batch.pitch);
        };
        const auto last = wide(inside.last - W);
        const auto last_values = step.compute(last);
        for (int row = inside.first; row < inside.last - W; row += W) {
          const auto at = wide(row);
          step.write(at, step.compute(at));
        }
        step.write(last, last_values);
      }
    }
  }

  template <class Node, class Location, class Step>
  static void along_levels(const Step& step, const EvaluatedColumns& columns, const Batch& batch, const Rows wanted) {
    const Rows inside = interior_rows<Node>(columns, wanted, rows_at<Location>(columns.levels));
    const bool vectors = !std::is_same_v<Location, Surface> && inside.last - inside.first >= W;
    each_level<Node, Location>(step, columns, batch, wanted, vectors ? inside : Rows{wanted.last, wanted.last});
  }

  /// The rows of as many whole vectors of columns as there are.
  template <class Location, class Step>
  STENCIL_CPU_ONE_FUNCTION static void interior_columns(const Step& original, const EvaluatedColumns& set,
                                                        const Batch batch, const Rows rows) {
    const Step step = original;
    const EvaluatedColumns columns = set;
    for (int row = rows.first; row < rows.last; ++row) {
      for (int c = 0; c + W <= batch.count; c += W) {
        const ColumnCursor<Plan, Location, W, true> at(columns, batch.first + c, row, W, batch.arena, c, batch.pitch,
                                                       batch.stream);
        step.write(at, step.compute(at));
      }
    }
  }
  /// The rows of the columns from `begin` on, with end formulas; the last vector may be partial.
  template <class Node, class Location, class Step>
  static void end_columns(const Step& step, const EvaluatedColumns& columns, const Batch& batch, int begin,
                          const Rows rows) {
    if constexpr (little_end_code<Node>) {
      end_columns_inlined<Location>(step, columns, batch, begin, rows);
    } else {
      end_columns_called<Location>(step, columns, batch, begin, rows);
    }
  }
  template <class Location, class Step>
  STENCIL_CPU_ONE_FUNCTION static void end_columns_inlined(const Step& original, const EvaluatedColumns& set,
                                                           const Batch& batch, int begin, const Rows rows) {
    const Step step = original;
    const EvaluatedColumns columns = set;
    end_columns_loop<Location>(step, columns, batch, begin, rows);
  }
  template <class Location, class Step>
  [[gnu::noinline]] static void end_columns_called(const Step& step, const EvaluatedColumns& columns,
                                                   const Batch& batch, int begin, const Rows rows) {
    end_columns_loop<Location>(step, columns, batch, begin, rows);
  }
  template <class Location, class Step>
  static void end_columns_loop(const Step& step, const EvaluatedColumns& columns, const Batch& batch, int begin,
                               const Rows rows) {
    for (int row = rows.first; row < rows.last; ++row) {
      for (int c = begin; c < batch.count; c += W) {
        const ColumnCursor<Plan, Location, W, false> at(columns, batch.first + c, row, std::min(W, batch.count - c),
                                                        batch.arena, c, batch.pitch, batch.stream);
        step.write(at, step.compute(at));
      }
    }
  }

  template <class Node, class Location, class Step>
  static void along_columns(const Step& step, const EvaluatedColumns& columns, const Batch& batch, const Rows wanted) {
    const Rows inside = interior_rows<Node>(columns, wanted, rows_at<Location>(columns.levels));
    const int whole = batch.count / W * W;
    if (wanted.first < inside.first) end_columns<Node, Location>(step, columns, batch, 0, {wanted.first, inside.first});
    interior_columns<Location>(step, columns, batch, inside);
    if (whole < batch.count) end_columns<Node, Location>(step, columns, batch, whole, inside);
    if (inside.last < wanted.last) end_columns<Node, Location>(step, columns, batch, 0, {inside.last, wanted.last});
  }

  /// Carries out a step at the wanted rows of the columns of a batch, in vectors along what is contiguous in memory.
  template <bool AcrossColumns, class Node, class Location, class Step>
  static void along(const Step& step, const EvaluatedColumns& columns, const Batch& batch, const Rows wanted) {
    if constexpr (AcrossColumns) {
      along_columns<Node, Location>(step, columns, batch, wanted);
    } else {
      along_levels<Node, Location>(step, columns, batch, wanted);
    }
  }

  /// Fills the tiles for the columns of a batch, leaves first.
  template <bool AcrossColumns, class Outputs>
  static void fill(const Outputs& outputs, const EvaluatedColumns& columns, const Batch& batch) {
    Batch cached = batch;
    cached.stream = false;
    outputs.each([&](const auto& output) {
      plan::each_stored<Plan>(output.expression, [&](const auto& node, auto index) {
        constexpr int I = decltype(index)::value;
        const TilePlace place = plan::tile_place_of<I>(node);
        const auto& source = plan::argument_of<I>(node);
        using Source = std::remove_cvref_t<decltype(source)>;
        along<AcrossColumns, Source, typename Source::location>(
            FillTile<Source>{source, place.offset}, columns, cached,
            rows_read<std::remove_cvref_t<decltype(node)>, I, typename Source::location>(columns));
      });
    });
  }

  /// Fills the tiles, then writes the destinations.
  template <bool AcrossColumns, class Outputs>
  static void run(const Outputs& outputs, const EvaluatedColumns& columns, const Batch& batch) {
    fill<AcrossColumns>(outputs, columns, batch);
    outputs.each([&](const auto& output) {
      using O = std::remove_cvref_t<decltype(output)>;
      along<AcrossColumns, typename O::evaluated_type, typename O::location>(
          WriteOutput<O>{output}, columns, batch, Rows{0, rows_at<typename O::location>(columns.levels)});
    });
  }
};

}  // namespace stencil::cpu
