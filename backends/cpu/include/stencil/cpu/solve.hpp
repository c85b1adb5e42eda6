// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include <stencil/cpu/cursor.hpp>
#include <stencil/cpu/launch.hpp>
#include <stencil/cpu/tile.hpp>
#include <stencil/matrix/column_solver.hpp>

/// Banded systems on the CPU: the rows of a batch of columns from the bottom up, W columns at a time, then back down.
namespace stencil::cpu {

/// Prefetches operands while a row is computed: the row above or, if operands are copied to tiles, a part of the next
/// batch of columns. At most four arrays; their addresses are computed once per row.
template <bool Tiled, int W>
class FetchAhead {
 public:
  /// out: an output whose leaves are the arrays themselves, not their tiles.
  template <class Out, class Batched>
  FetchAhead(const Out& out, const Batched& batch, int row) {
    each_in_tile(out.expression, [&](const auto& leaf) {
      const std::ptrdiff_t column = leaf.strides.column();
      const auto* next = leaf.data + batch.first * column;
      next += Tiled ? batch.count * column + static_cast<std::ptrdiff_t>(row) * batch.packs() * W
                    : (row + 1) * leaf.strides.level();
      const auto* bytes = reinterpret_cast<const char*>(next);
      if (count_ == most || std::find(next_, next_ + count_, bytes) != next_ + count_) return;
      next_[count_] = bytes;
      step_[count_++] = W * static_cast<std::ptrdiff_t>(sizeof(*next));
    });
  }
  void operator()(int pack) const {
    for (int i = 0; i < count_; ++i) simd::prefetch(next_[i] + pack * step_[i]);
  }

 private:
  static constexpr int most = 4;
  int count_ = 0;
  const char* next_[most] = {};
  std::ptrdiff_t step_[most] = {};
};

template <class Out, int W, bool Tiled>
struct BatchSolver {
  using Node = typename Out::expression_type;
  using Location = typename Out::location;
  using Plan = plan::StoreNothing;
  using Row = wide_of<typename Node::matrix_type::value_type, W>;
  using Right = wide_of<typename Node::right_type::value_type, W>;
  using System = detail::elimination::System<Row, Right>;
  using Reduced = typename System::reduced;
  using Value = typename System::value;

  /// Columns that are solved together. `reduced` has what elimination leaves of each row, those of one row of all
  /// columns next to each other.
  struct SolverBatch {
    std::ptrdiff_t first;  ///< column
    int count;             ///< columns
    int pitch;             ///< columns of a tile
    Reduced* reduced;
    bool stream;
    int packs() const { return (count + W - 1) / W; }
    Reduced& at(int row, int pack) const { return reduced[row * packs() + pack]; }
  };

  template <bool Interior>
  static auto cursor(const EvaluatedColumns& columns, const SolverBatch& batch, int row, int pack) {
    constexpr auto there = Interior ? ColumnsThere::alike : ColumnsThere::some;
    using Cursor = std::conditional_t<Tiled, TileCursor<Location, W, Interior, there>,
                                      ColumnCursor<Plan, Location, W, Interior, there>>;
    return Cursor(columns, batch.first + pack * W, row, std::min(W, batch.count - pack * W), nullptr, pack * W,
                  batch.pitch, batch.stream);
  }

  template <bool Interior>
  static void reduce(const Out& out, const EvaluatedColumns& columns, const SolverBatch& batch, int row, int pack) {
    const auto at = cursor<Interior>(columns, batch, row, pack);
    Row entries = at.template cast<typename Node::matrix_type::value_type>(out.expression.matrix.value(at));
    const Right right = at.template cast<typename Node::right_type::value_type>(out.expression.right.value(at));
    if constexpr (Interior) {
      batch.at(row, pack) =
          System::reduce(entries, right, [&](int i) -> const Reduced& { return batch.at(row - 1 - i, pack); });
    } else {
      entries = System::clipped(entries, row, rows_at<Location>(columns.levels));
      const Reduced none{};
      batch.at(row, pack) = System::reduce(entries, right, [&](int i) -> const Reduced& {
        return row - 1 - i < 0 ? none : batch.at(row - 1 - i, pack);
      });
    }
  }
  template <bool Interior>
  static void substitute(const Out& out, const EvaluatedColumns& columns, const SolverBatch& batch, int row, int pack) {
    const int rows = rows_at<Location>(columns.levels);
    const Value none{};
    Reduced& reduced = batch.at(row, pack);
    reduced.right = System::substitute(reduced, [&](int j) -> const Value& {
      return Interior || row + 1 + j < rows ? batch.at(row + 1 + j, pack).right : none;
    });
    const auto at = cursor<Interior>(columns, batch, row, pack);
    out.store(at, at.template cast<typename Out::value_type>(reduced.right));
  }

  static void reduce_ends(const Out& out, const EvaluatedColumns& columns, const SolverBatch& batch, int first,
                          int last, int pack) {
    for (int row = first; row < last; ++row) {
      for (int p = pack; p < batch.packs(); ++p) reduce<false>(out, columns, batch, row, p);
    }
  }
  STENCIL_CPU_ONE_FUNCTION static void reduce_ends_inlined(const Out& original, const EvaluatedColumns& set,
                                                           const SolverBatch& given, int first, int last, int pack) {
    const Out out = original;
    const EvaluatedColumns columns = set;
    const SolverBatch batch = given;
    reduce_ends(out, columns, batch, first, last, pack);
  }
  /// Eliminates rows near the ends, whose formulas branch; inlined where there is little code.
  static void reduce_near_ends(const Out& out, const EvaluatedColumns& columns, const SolverBatch& batch, int first,
                               int last, int pack) {
    if (first >= last || pack >= batch.packs()) return;
    if constexpr (plan::EndCode<Plan, typename Node::matrix_type>::reads +
                      plan::EndCode<Plan, typename Node::right_type>::reads <=
                  64) {
      reduce_ends_inlined(out, columns, batch, first, last, pack);
    } else {
      reduce_ends(out, columns, batch, first, last, pack);
    }
  }
  static void substitute_ends(const Out& out, const EvaluatedColumns& columns, const SolverBatch& batch, int first,
                              int last, int pack) {
    for (int row = last - 1; row >= first; --row) {
      for (int p = pack; p < batch.packs(); ++p) substitute<false>(out, columns, batch, row, p);
    }
  }

  /// Eliminates row k of one batch and substitutes in row rows - 1 - k of another, pack by pack in turn, so that memory
  /// is read and written at the same time.
  STENCIL_CPU_ONE_FUNCTION static void both_inside(const Out& original, const Out& arrays, const EvaluatedColumns& set,
                                                   const SolverBatch& up_given, const SolverBatch& down_given,
                                                   int first, int last) {
    const Out out = original;
    const EvaluatedColumns columns = set;
    const SolverBatch up = up_given;
    const SolverBatch down = down_given;
    const int rows = rows_at<Location>(columns.levels);
    const int packs_up = up.count / W;
    const int packs_down = down.count / W;
    for (int k = first; k < last; ++k) {
      const FetchAhead<Tiled, W> ahead(arrays, up, k);
      for (int pack = 0; pack < std::max(packs_up, packs_down); ++pack) {
        if (pack < packs_up) {
          ahead(pack);
          reduce<true>(out, columns, up, k, pack);
        }
        if (pack < packs_down) substitute<true>(out, columns, down, rows - 1 - k, pack);
      }
    }
  }

  /// Eliminates in the batch `up`, from the bottom to the top, and substitutes in `down`, from the top to the bottom;
  /// either may be empty. The columns are not rings. arrays: an output like `out` whose leaves are the arrays
  /// themselves, where those of `out` may be tiles.
  static void run(const Out& out, const Out& arrays, const EvaluatedColumns& columns, const SolverBatch& up,
                  const SolverBatch& down) {
    const int rows = rows_at<Location>(columns.levels);
    const auto margin = [&](Side side) {
      const int matrix = plan::Margin<Plan, typename Node::matrix_type>::rows(side, false);
      const int right = plan::Margin<Plan, typename Node::right_type>::rows(side, false);
      int mask = 0;  // the larger of both ends: the mask is read on the way down, where rows are counted from the top
      if constexpr (Out::masked) {
        using OfMask = plan::Margin<Plan, std::remove_cv_t<decltype(Out::mask)>>;
        mask = std::max(OfMask::rows(Side::bottom, false), OfMask::rows(Side::top, false));
      }
      return std::max({matrix, right, mask, System::below, System::above});
    };
    const int below = std::min(margin(Side::bottom), rows);
    const int inside = std::max(rows - margin(Side::top), below);
    const bool wide = !columns.heights_per_column;
    reduce_near_ends(out, columns, up, 0, below, 0);
    substitute_ends(out, columns, down, rows - below, rows, 0);
    if (wide) both_inside(out, arrays, columns, up, down, below, inside);
    reduce_near_ends(out, columns, up, below, inside, wide ? up.count / W : 0);
    substitute_ends(out, columns, down, rows - inside, rows - below, wide ? down.count / W : 0);
    reduce_near_ends(out, columns, up, inside, rows, 0);
    substitute_ends(out, columns, down, 0, rows - inside, 0);
  }
};

/// What a thread takes of rings at once: W columns, of which so many exist.
template <int W>
struct RingsSideBySide {
  int present;
  template <class T>
  using values = wide_of<T, W>;
  template <class Where>
  auto at(const EvaluatedColumns& columns, std::ptrdiff_t column, int row) const {
    return ColumnCursor<plan::StoreNothing, Where, W, false, ColumnsThere::some>(columns, column, row, present, nullptr,
                                                                                 0, 0, false);
  }
};

template <class Out>
void solve_rings(const Out& out, std::ptrdiff_t bytes) {
  constexpr int W = VectorWidth<AssignmentOutputs<Out>>::value;
  const ColumnGridData& grid = *out.destination.grid;
  const EvaluatedColumns columns = column_set<true>(grid);
  using Solver = detail::elimination::ColumnSolver<Out, RingsSideBySide<W>>;
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  for_chunks((count + W - 1) / W, bytes, Solver::scratch_bytes(columns, 1),
             [&](std::ptrdiff_t first, std::ptrdiff_t last, char* memory) {
               for (std::ptrdiff_t c = first * W; c < std::min(last * W, count); c += W) {
                 const RingsSideBySide<W> here{static_cast<int>(std::min<std::ptrdiff_t>(W, count - c))};
                 Solver(out, columns, c, memory, 0, 1, here).run();
               }
             });
}

/// Carries out a checked solve. stream: stores bypass the caches. bytes: size of all operands, which decides whether
/// threads are worth starting.
template <class Out>
void solve_all(const Out& out, bool stream, std::ptrdiff_t bytes) {
  if (out.destination.grid->periodic) return solve_rings(out, bytes);
  constexpr int W = VectorWidth<AssignmentOutputs<Out>>::value;
  constexpr bool tiled = !columns_are_neighbours<AssignmentOutputs<Out>>;
  using Solver = BatchSolver<Out, W, tiled>;
  using SolverBatch = typename Solver::SolverBatch;
  using Reduced = typename Solver::Reduced;
  const ColumnGridData& grid = *out.destination.grid;
  const EvaluatedColumns columns = column_set<true>(grid);
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const std::ptrdiff_t rows = rows_at<typename Out::location>(grid.levels);
  const auto pack_bytes = static_cast<std::ptrdiff_t>(sizeof(Reduced)) * rows;
  const std::ptrdiff_t packs = std::clamp<std::ptrdiff_t>(tile_budget / pack_bytes, 1, tiled ? 8 : batch_columns / W);
  const std::ptrdiff_t batch = packs * W;
  const TilePlan<Out> tiles(out, tiled ? static_cast<std::size_t>(batch) : 0);
  const std::size_t scratch_bytes = tiles.bytes() + 2 * static_cast<std::size_t>(packs * pack_bytes);
  for_chunks(
      (count + batch - 1) / batch, bytes, scratch_bytes, [&](std::ptrdiff_t first, std::ptrdiff_t last, char* memory) {
        auto* reduced = reinterpret_cast<Reduced*>(memory + tiles.bytes());
        const Out there = tiled ? tiles.redirected(out, memory) : out;
        const auto run = [&](const SolverBatch& up, const SolverBatch& down) {
          if constexpr (tiled) tiles.template fill<W>(out, memory, {up.first, up.count, up.pitch});
          Solver::run(there, out, columns, up, down);
          if constexpr (tiled) tiles.template empty<W>(out, memory, {down.first, down.count, down.pitch}, stream);
        };
        const SolverBatch none{0, 0, static_cast<int>(batch), reduced, false};
        SolverBatch down = none;
        for (std::ptrdiff_t b = first; b < last; ++b) {
          const SolverBatch up{b * batch, static_cast<int>(std::min(batch, count - b * batch)), static_cast<int>(batch),
                               reduced + (b - first) % 2 * packs * rows, stream && !tiled};
          run(up, down);
          down = up;
          // A mask is in a tile, which the next batch would overwrite before this one is written.
          if (tiled && !std::is_same_v<decltype(Out::mask), NoMask>) {
            run(none, down);
            down = none;
          }
        }
        run(none, down);
        if (stream) simd::finish_streams();
      });
}

/// Whether results that are copied from tiles to columns can bypass the caches: columns consist of whole vectors.
template <class Out>
bool can_stream_columns(const Out& out) {
  const auto& d = out.destination;
  if constexpr (!in_tile<typename Out::destination_type> || !std::is_same_v<decltype(Out::mask), NoMask>) {
    return false;
  } else {
    constexpr int W = VectorWidth<AssignmentOutputs<Out>>::value;
    return d.strides.level() == 1 && d.strides.column() % W == 0 && d.rows() % W == 0 &&
           reinterpret_cast<std::uintptr_t>(d.data) % (sizeof(typename Out::value_type) * W) == 0;
  }
}

/// Checks, then solves. Nothing is written when the checks throw, or when there is no memory.
template <class Out>
void launch_solve(AssignmentOutputs<Out>& outputs) {
  if constexpr (compiled_for_host) {
    detail::assignment::launch<plan::StoreNothing>(
        outputs, HostMemory{},
        [](AssignmentOutputs<Out>& those, detail::checks::Staging staging, const plan::OperandList& operands) {
          // A column is read completely before it is written, except for its mask.
          if (staging == detail::checks::Staging::column && Out::masked) return false;
          const bool stream = staging != detail::checks::Staging::whole &&
                              (can_stream<false>(those) || can_stream_columns(those.first)) &&
                              is_worth_streaming(operands);
          solve_all(those.first, stream, bytes_of(operands));
          return true;
        });
  }
}

}  // namespace stencil::cpu
