// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <cuda_runtime_api.h>

#include <stencil/column/lanes.hpp>
#include <stencil/cuda/registers.hpp>
#include <stencil/cuda/shared_memory.hpp>
#include <stencil/cuda/stand_ins.hpp>
#include <stencil/evaluate/accumulate.hpp>
#include <stencil/expression/at_level.hpp>
#include <stencil/expression/shared.hpp>
#include <stencil/plan/across.hpp>

/// Reductions and accumulations along columns. The lanes of a warp, or of a part of it, join the rows of a column.
///
/// The shuffles are written out here: CUB's headers bring a namespace ::cuda, beside which `cuda::SharedMemory` would
/// be ambiguous in every program that says `using namespace stencil`.
namespace stencil::cuda {

/// Strategy: lanes of a warp share a column and join its rows, as many lanes as the column has use for. For
/// expressions of values per column with reductions in them.
struct ColumnLanes {
  static constexpr const char* name = "cuda::ColumnLanes";
  using plan_type = plan::StoreNothing;
};

/// `width` neighbouring lanes of a warp.
struct LaneGroup {
  int lane;
  int width;

  template <class T>
  __device__ T below(const T& value, int distance) const {
    return moved(value,
                 [&](std::uint32_t w) { return __shfl_up_sync(all, w, static_cast<unsigned>(distance), width); });
  }
  template <class T>
  __device__ T of(const T& value, int other) const {
    return moved(value, [&](std::uint32_t w) { return __shfl_sync(all, w, other, width); });
  }

 private:
  static constexpr unsigned all = 0xffffffffU;

  template <class T, class Move>
  __device__ static T moved(const T& value, const Move& move) {
    constexpr std::size_t words = (sizeof(T) + 3) / 4;
    std::uint32_t word[words] = {};
    memcpy(word, &value, sizeof(T));
    for (std::uint32_t& w : word) w = move(w);
    T there;
    memcpy(&there, word, sizeof(T));
    return there;
  }
};

/// A column as a group of lanes sees it: all evaluate the same expression, each brings some rows to its reductions, and
/// one writes.
template <Ends ends>
struct GroupCursor : RowCursor<plan::StoreNothing, Surface, 0, ends> {
  using Row = RowCursor<plan::StoreNothing, Surface, 0, ends>;
  LaneGroup group;
  bool works;

  __device__ GroupCursor(const ColumnSet& columns, std::ptrdiff_t column, LaneGroup lanes, bool column_is_there)
      : Row{columns, column, 0, nullptr, 0}, group(lanes), works(column_is_there) {}

  template <class Node>
  STENCIL_FUNCTION auto reduced(const Node& node) const {
    using State = typename Node::state;
    const int count = Node::rows(this->columns);
    const auto start = static_cast<State>(node.init.value(*this));
    const auto op = [&](const auto& a, const auto& b) { return static_cast<State>(node.fold.op(a, b)); };
    const Row& row = *this;
    if constexpr (Node::fold_type::in_order) {
      State state = start;
      for (int p = 0; p < count; ++p) state = op(state, node.row_value(row, p, count));
      return state;
    } else {
#if defined(__CUDA_ARCH__)
      return folding::scan_in_lanes(group, start, count, op,
                                    [&](int p) { return static_cast<State>(node.row_value(row, p, count)); },
                                    [](int, const State&){});
#else
      return start;  // no host evaluates it
#endif
    }
  }
  template <class L, class V>
  __device__ void store(const L& leaf, const V& v) const {
    if (works && group.lane == 0) Row::store(leaf, v);
  }
  template <class Condition, class L, class V>
  __device__ void store_where(const Condition& condition, const L& leaf, const V& v) const {
    if (condition) store(leaf, v);
  }
};

/// Whether an expression has a reduction that lanes of a warp can share to advantage. Where columns are neighbours in
/// memory, and where an operation must go row by row, a thread for each column does better.
template <class N>
inline constexpr bool reduces_in_lanes = false;
template <class Fold, class E, class Init>
inline constexpr bool reduces_in_lanes<ColumnReduction<Fold, E, Init>> =
    (!Fold::in_order && !plan::reads_across<E>) || reduces_in_lanes<Init>;
template <class F, class... N>
inline constexpr bool reduces_in_lanes<Broadcasted<F, N...>> = (reduces_in_lanes<N> || ...);
template <class E>
inline constexpr bool reduces_in_lanes<Shared<E>> = reduces_in_lanes<E>;

template <class Outs>
inline constexpr bool fits_column_lanes = false;
template <class... O>
inline constexpr bool fits_column_lanes<Outputs<O...>> =
    (std::is_same_v<typename O::location, Surface> && ...) && (reduces_in_lanes<typename O::expression_type> || ...);

inline constexpr int threads_along_columns = 256;

// The expression comes first among the template arguments, so that a profiler shows it first.
template <class Outs, Ends ends>
__global__ void __launch_bounds__(threads_along_columns)
    reduce_columns(const __grid_constant__ Outs outputs, const __grid_constant__ ColumnSet columns,
                   std::ptrdiff_t count, int width) {
  const int me = static_cast<int>(threadIdx.x);
  const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(blockIdx.x) * (threads_along_columns / width) + me / width;
  // A group without a column helps another: every lane of a warp must be there for the shuffles.
  const bool works = column < count;
  const GroupCursor<ends> at(columns, works ? column : count - 1, LaneGroup{me % width, width}, works);
  outputs.each([&](const auto& output) { output.store(at, output.value(at)); });
}

template <class Outs>
void run_in_column_lanes(const Outs& outputs, const ColumnSet& columns, std::ptrdiff_t count, cudaStream_t stream) {
  const int width = folding::group_width(columns.levels + 1);
  const std::ptrdiff_t of_block = threads_along_columns / width;
  const auto blocks = static_cast<unsigned>((count + of_block - 1) / of_block);
  const auto kernel = columns.periodic ? reduce_columns<Outs, Ends::ring> : reduce_columns<Outs, Ends::bounded>;
  kernel<<<blocks, threads_along_columns, 0, stream>>>(outputs, columns, count, width);
  require_launch(outputs);
}

/// Lanes of a warp scan a column of a tile together.
struct ByLanes {
  LaneGroup group;
  bool works;
  bool leads;

  template <class Team, class F>
  __device__ static void each_column(const Team& team, int columns, int rows, const F& f) {
    const int width = folding::group_width(rows);
    const int groups = team.size() / width;
    const int mine = team.rank() / width;
    const LaneGroup group{team.rank() % width, width};
    // Every lane of a warp goes round as often as the others, for the shuffles.
    for (int base = mine - mine % (warp_size / width); base < columns; base += groups) {
      const int column = base + mine % (warp_size / width);
      const bool works = column < columns;
      f(works ? column : columns - 1, ByLanes{group, works, works && group.lane == 0});
    }
  }
  template <class Fold, class State>
  __device__ State scan(const Fold& fold, State before, int count, const State*, State* states) const {
    const State after = folding::scan_in_lanes(
        group, before, count, [&](const auto& a, const auto& b) { return static_cast<State>(fold.op(a, b)); },
        [&](int p) { return works ? states[p] : State{}; },
        [&](int p, const State& state) {
          if (works) states[p] = state;
        });
    __syncwarp();  // all lanes have read what was carried here before one writes what is carried on
    return after;
  }
};

// The expression comes first among the template arguments, so that a profiler shows it first.
template <class Out, class Scan, bool AcrossColumns>
__global__ void __launch_bounds__(threads_along_columns)
    accumulate_columns(const __grid_constant__ Out output, const __grid_constant__ ColumnSet columns,
                       std::ptrdiff_t count, const __grid_constant__ accumulating::Piece piece) {
  extern __shared__ double2 arena_memory[];
  const BlockTeam<AcrossColumns, Ends::bounded> team(reinterpret_cast<char*>(arena_memory));
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(blockIdx.x) * piece.columns;
  const std::ptrdiff_t left = count - first;
  const accumulating::Columns range{first, static_cast<int>(left < piece.columns ? left : piece.columns)};
  accumulating::accumulate_block<plan::StoreNothing, Scan>(output, team, columns, range, piece);
}

/// What a block holds of columns of so many rows: whole columns where their tiles fit, as many as keep all threads
/// busy; else pieces. A warp's worth of columns where they are neighbours in memory or a thread goes along each.
template <class Node>
accumulating::Piece piece_for(int rows, bool across, bool whole) {
  constexpr std::size_t limit = 48 * 1024;  // what every device has without being asked
  const auto fits = [](int r, int c) { return accumulating::piece_of<Node>(r, c).bytes <= limit; };
  const bool side_by_side = across || Node::fold_type::in_order;
  int columns =
      side_by_side
          ? warp_size
          : std::clamp(std::max(4 * threads_along_columns / rows, threads_along_columns / folding::group_width(rows)),
                       1, 64);
  while (columns > 1 && (whole || !side_by_side) && !fits(rows, columns)) columns /= 2;
  while (!fits(rows, columns) && (rows > folding::chunk || columns > 1)) {
    if (rows > folding::chunk) {
      rows = (rows / 2 + folding::chunk - 1) / folding::chunk * folding::chunk;
    } else {
      columns /= 2;
    }
  }
  return accumulating::piece_of<Node>(rows, columns);
}

template <class Out>
void launch_accumulation(Outputs<Out>& outputs, cudaStream_t stream) {
  using Plan = plan::StoreNothing;
  using Node = typename Out::expression_type;
  using Scan = std::conditional_t<Node::fold_type::in_order, accumulating::ByMember, ByLanes>;
  constexpr bool across = across_columns<Outputs<Out>>;
  static_assert(sizeof(typename Node::state) + sizeof(typename Node::row_type) <= 256,
                "stencil: the state of an accumulation and what a row brings to it may have 256 bytes together on a "
                "device");
  checks::check<Plan>(outputs);
  folding::require_ends(outputs.first);
  const ProfilerRange range(outputs);
  const GridData& grid = *outputs.first.destination.grid;
  const ColumnSet& columns = device_metric(grid).columns();
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const int rows = Node::template rows_taken<typename Out::location>(grid.levels);
  const checks::Staging staging = checks::staging<Plan>(outputs);
  const bool in_column = staging == checks::Staging::column;
  const auto launch = [&](const auto& output, const accumulating::Piece& piece) {
    const auto blocks = static_cast<unsigned>((count + piece.columns - 1) / piece.columns);
    accumulate_columns<Out, Scan, across>
        <<<blocks, threads_along_columns, piece.bytes, stream>>>(output, columns, count, piece);
    require_launch(outputs);
  };
  const accumulating::Piece piece = piece_for<Node>(rows, across, in_column);
  // A mask is asked while results are written.
  const bool masked = !std::is_same_v<decltype(Out::mask), NoMask>;
  if (staging != checks::Staging::whole && (!in_column || (piece.rows == rows && !masked))) {
    launch(outputs.first, piece);
  } else {
    through_device_stand_ins(outputs, count, stream, [&](const auto& redirected) { launch(redirected, piece); });
  }
}

}  // namespace stencil::cuda
