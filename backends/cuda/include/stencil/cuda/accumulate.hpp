// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>

#include <cuda_runtime_api.h>

#include <stencil/algorithm/accumulate.hpp>
#include <stencil/column/accumulate.hpp>
#include <stencil/cuda/columns.hpp>
#include <stencil/cuda/columnwise.hpp>
#include <stencil/cuda/folds.hpp>
#include <stencil/cuda/shared_memory.hpp>
#include <stencil/cuda/stand_ins.hpp>
#include <stencil/inspect/explain.hpp>

/// Running values along columns: by lanes of a warp in registers where rows are neighbours in memory, else by blocks
/// through shared memory.
namespace stencil::cuda {

/// Lanes of a warp scan a column of a tile together.
struct ByLanes {
  LaneGroup<> group;
  bool works;
  bool leads;

  template <class Team, class F>
  __device__ static void each_column(const Team& team, int columns, int rows, const F& f) {
    const int width = detail::folding::group_width(rows);
    const int groups = team.size() / width;
    const int mine = team.rank() / width;
    const LaneGroup<> group{team.rank() % width, width};
    // All lanes of a warp make the same number of passes, since all take part in the shuffles.
    for (int base = mine - mine % (warp_size / width); base < columns; base += groups) {
      const int column = base + mine % (warp_size / width);
      const bool works = column < columns;
      f(works ? column : columns - 1, ByLanes{group, works, works && group.lane == 0});
    }
  }
  template <class Fold, class State>
  __device__ State scan(const Fold& fold, State before, int count, int lacking, const State*, State* states) const {
    const State after = detail::folding::scan_in_lanes(
        group, before, count, lacking, [&](const auto& a, const auto& b) { return static_cast<State>(fold.op(a, b)); },
        [&](int p) { return works ? states[p] : State{}; },
        [&](int p, const State& state) {
          if (works) states[p] = state;
        });
    __syncwarp();  // all lanes have read what was carried here before one writes what is carried on
    return after;
  }
};

inline constexpr int most_threads_of_piece = 256;
/// Threads for columns of `rows` rows. Where columns are neighbours, a piece has few of them, and few values if they
/// are short.
inline int threads_of_piece(int rows, bool across) {
  if (!across || rows > 128) return most_threads_of_piece;
  return rows > 32 ? 128 : 64;
}

// The expression comes first among the template arguments, so that a profiler shows it first.
template <class Out, class Scan, bool AcrossColumns>
__global__ void __launch_bounds__(most_threads_of_piece)
    accumulate_columns(const __grid_constant__ Out output, const __grid_constant__ EvaluatedColumns columns,
                       std::ptrdiff_t count, const __grid_constant__ detail::accumulating::Piece piece) {
  extern __shared__ double2 arena_memory[];
  const BlockTeam<AcrossColumns, ColumnEnds::bounded> team(reinterpret_cast<char*>(arena_memory));
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(blockIdx.x) * piece.columns;
  const std::ptrdiff_t left = count - first;
  const detail::accumulating::Columns range{first, static_cast<int>(left < piece.columns ? left : piece.columns)};
  detail::accumulating::accumulate_block<plan::StoreNothing, Scan>(output, team, columns, range, piece);
}

/// What a block holds of columns of `rows` rows: whole columns where their tiles fit, as many as keep all threads
/// busy; else pieces. A warp's worth of columns where they are neighbours in memory or a thread goes along each.
template <class Node>
detail::accumulating::Piece piece_for(int rows, bool across, bool whole) {
  constexpr std::size_t limit = 48 * 1024;  // available on every device without an attribute of the kernel
  const auto fits = [](int r, int c) { return detail::accumulating::piece_of<Node>(r, c).bytes <= limit; };
  const bool side_by_side = across || Node::fold_type::in_order;
  int columns = side_by_side ? warp_size
                             : std::clamp(std::max(4 * most_threads_of_piece / rows,
                                                   most_threads_of_piece / detail::folding::group_width(rows)),
                                          1, 64);
  while (columns > 1 && (whole || !side_by_side) && !fits(rows, columns)) columns /= 2;
  while (!fits(rows, columns) && (rows > detail::folding::chunk || columns > 1)) {
    if (rows > detail::folding::chunk) {
      rows = (rows / 2 + detail::folding::chunk - 1) / detail::folding::chunk * detail::folding::chunk;
    } else {
      columns /= 2;
    }
  }
  return detail::accumulating::piece_of<Node>(rows, columns);
}

/// Accumulates by blocks that hold pieces of columns in shared memory. Does nothing and returns false if a column must
/// be read completely before it is written, but a block does not hold all of it.
template <class Out>
bool accumulate_in_blocks(const AssignmentOutputs<Out>& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count,
                          detail::checks::Staging staging, cudaStream_t stream) {
  using Node = typename Out::expression_type;
  using Scan = std::conditional_t<Node::fold_type::in_order, detail::accumulating::ByMember, ByLanes>;
  constexpr bool across = across_columns<AssignmentOutputs<Out>>;
  static_assert(sizeof(typename Node::state) + sizeof(typename Node::row_type) <= 256,
                "stencil: the state of an accumulation and what a row brings to it may have 256 bytes together on a "
                "device");
  const int rows = Node::template rows_taken<typename Out::location>(columns.levels);
  const bool in_column = staging == detail::checks::Staging::column;
  const detail::accumulating::Piece piece = piece_for<Node>(rows, across, in_column);
  // A mask is read while results are written.
  if (in_column && (piece.rows != rows || Out::masked)) return false;
  const auto blocks = static_cast<unsigned>((count + piece.columns - 1) / piece.columns);
  const auto threads = static_cast<unsigned>(threads_of_piece(rows, across));
  require_launch(launch_kernel(accumulate_columns<Out, Scan, across>, {blocks, threads, piece.bytes, stream},
                               outputs.first, columns, count, piece),
                 outputs);
  return true;
}

/// A group of lanes for each column.
template <class Out>
__global__ void __launch_bounds__(threads_along_columns)
    accumulate_in_registers(const __grid_constant__ Out output, const __grid_constant__ EvaluatedColumns columns,
                            std::ptrdiff_t count, int width) {
  using Fold = typename Out::expression_type::fold_type;
  const int me = static_cast<int>(threadIdx.x);
  const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(blockIdx.x) * (threads_along_columns / width) + me / width;
  const bool works = column < count;
  const LaneGroup<> group{me % width, width};
  detail::registers::accumulate(output, group.template along<Fold>(), columns, works ? column : count - 1,
                                column + 1 >= count, works, WarpExchange{});
}

/// False, and nothing is done, if a column must be read before it is written, and lanes do not read it at once.
template <class Out>
bool accumulate_in_lanes(const AssignmentOutputs<Out>& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count,
                         int rows, detail::checks::Staging staging, cudaStream_t stream) {
  using Node = typename Out::expression_type;
  // Lanes read a chunk before they write it.
  if (staging == detail::checks::Staging::column && !detail::registers::in_one_chunk<Node>(rows, columns.levels))
    return false;
  const int width = detail::registers::lanes_of_column<Node>(rows, columns.levels);
  const std::ptrdiff_t of_block = threads_along_columns / width;
  const auto blocks = static_cast<unsigned>((count + of_block - 1) / of_block);
  require_launch(launch_kernel(accumulate_in_registers<Out>, {blocks, threads_along_columns, 0, stream}, outputs.first,
                               columns, count, width),
                 outputs);
  return true;
}

/// Whether the lanes of column functions accumulate columns that they can hold: those that are neighbours in memory,
/// which do not share a warp otherwise.
template <class Out>
inline constexpr bool accumulates_in_functions =
    folds_across<AssignmentOutputs<Out>> && folds_in_functions<typename Out::expression_type::fold_type> &&
    !narrows_in_functions<typename Out::expression_type>;
inline bool accumulates_in_functions_on(const ColumnGridData& grid) {
  return !grid.periodic && grid.levels > 16 && grid.levels <= 256;
}

/// Whether lanes can accumulate some columns at least.
template <class Out, class Mask = std::remove_const_t<decltype(Out::mask)>>
inline constexpr bool accumulates_in_lanes =
    !across_columns<AssignmentOutputs<Out>> && detail::registers::folds<typename Out::expression_type> &&
    detail::registers::fits<Mask> && plan::Reach<Mask>::halves == 0;

template <class Out>
void launch_accumulation(AssignmentOutputs<Out>& outputs, cudaStream_t stream) {
  using Node = typename Out::expression_type;
  constexpr bool in_lanes = accumulates_in_lanes<Out>;
  launch<plan::StoreNothing>(outputs, stream,
                             [&](const AssignmentOutputs<Out>& those, detail::checks::Staging staging,
                                 const EvaluatedColumns& columns, std::ptrdiff_t count) {
                               detail::folding::require_ends(those.first);
                               if constexpr (accumulates_in_functions<Out>) {
                                 if (accumulates_in_functions_on(*those.first.destination.grid) &&
                                     carry_out_whole<rows_for_folds<AssignmentOutputs<Out>>>(
                                         those, columns, count, staging == detail::checks::Staging::column, stream))
                                   return true;
                               }
                               if constexpr (in_lanes) {
                                 const int rows = Node::template rows_taken<typename Out::location>(columns.levels);
                                 if (detail::registers::lanes_take<Node>(rows, columns.levels))
                                   return accumulate_in_lanes(those, columns, count, rows, staging, stream);
                               }
                               if constexpr (!in_lanes || !detail::registers::folds_any<Node>) {
                                 return accumulate_in_blocks(those, columns, count, staging, stream);
                               } else {
                                 return false;  // not reached
                               }
                             });
}

template <class Out, class Explanation>
void explain_accumulation(const AssignmentOutputs<Out>& outputs, Explanation& x) {
  using Node = typename Out::expression_type;
  const int rows = Node::template rows_taken<typename Out::location>(outputs.first.destination.grid->levels);
  if (accumulates_in_functions<Out> && accumulates_in_functions_on(*outputs.first.destination.grid)) {
    x.mapping.team =
        std::to_string(rows_for_folds<AssignmentOutputs<Out>>) + " levels in each lane, as in column functions";
    return;
  }
  if constexpr (accumulates_in_lanes<Out>) {
    const int levels = outputs.first.destination.grid->levels;
    if (detail::registers::lanes_take<Node>(rows, levels)) {
      x.mapping.team = std::to_string(detail::registers::lanes_of_column<Node>(rows, levels)) +
                       " lanes of a warp for each column, " + std::to_string(detail::folding::rows_of_lane) +
                       " rows in each lane";
      return;
    }
  }
  const bool in_column = detail::checks::staging<plan::StoreNothing>(outputs) == detail::checks::Staging::column;
  detail::explaining::describe_pieces(piece_for<Node>(rows, across_columns<AssignmentOutputs<Out>>, in_column), rows,
                                      x);
}

}  // namespace stencil::cuda
