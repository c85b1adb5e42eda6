// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <cuda_runtime_api.h>

#include <stencil/algorithm/fold_lane.hpp>
#include <stencil/cuda/job_shape.hpp>
#include <stencil/cuda/registers.hpp>
#include <stencil/expression/at_level.hpp>
#include <stencil/plan/across.hpp>

/// Reductions along columns. The lanes of a warp, or of a part of it, join the rows of a column.
///
/// The shuffles are written out here: CUB's headers declare a namespace ::cuda, with which `cuda::SharedMemory` would
/// be ambiguous in every program with `using namespace stencil`.
namespace stencil::cuda {

/// Strategy: lanes of a warp share a column and join its rows, as many lanes as the column has use for. For
/// expressions of values per column with reductions in them.
struct ColumnLanes {
  static constexpr const char* name = "cuda::ColumnLanes";
  using plan_type = plan::StoreNothing;
};

/// `width` neighbouring lanes of a warp, counted from the first one or from the last.
template <bool Upward = true>
struct LaneGroup {
  int lane;
  int width;

  template <class T>
  __device__ T below(const T& value, int distance) const {
    return moved(value, [&](std::uint32_t w) {
      const auto d = static_cast<unsigned>(distance);
      return Upward ? __shfl_up_sync(all, w, d, width) : __shfl_down_sync(all, w, d, width);
    });
  }
  template <class T>
  __device__ T of(const T& value, int other) const {
    return moved(value,
                 [&](std::uint32_t w) { return __shfl_sync(all, w, Upward ? other : width - 1 - other, width); });
  }
  /// The same lanes in the direction of a fold.
  template <class Fold>
  __device__ LaneGroup<Fold::upward> along() const {
    return {Fold::upward ? lane : width - 1 - lane, width};
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

/// A column that several threads evaluate and one writes.
template <ColumnEnds ends>
struct SharedColumn : RowCursor<plan::StoreNothing, Surface, 0, ends> {
  using Row = RowCursor<plan::StoreNothing, Surface, 0, ends>;
  bool writes;

  __device__ SharedColumn(const EvaluatedColumns& columns, std::ptrdiff_t column, bool this_thread_writes)
      : Row{columns, column, 0, nullptr, 0}, writes(this_thread_writes) {}

  template <class L, class V>
  __device__ void store(const L& leaf, const V& v) const {
    if (writes) Row::store(leaf, v);
  }
  template <class Condition, class L, class V>
  __device__ void store_where(const Condition& condition, const L& leaf, const V& v) const {
    if (static_cast<bool>(condition)) store(leaf, v);
  }
};

/// A column for a group of lanes: all evaluate the same expression, each contributes some rows to its reductions.
template <ColumnEnds ends>
struct GroupCursor : SharedColumn<ends> {
  using Row = typename SharedColumn<ends>::Row;
  LaneGroup<> group;
  bool works;
  bool last_column;

  __device__ GroupCursor(const EvaluatedColumns& columns, std::ptrdiff_t column, LaneGroup<> lanes,
                         bool column_is_there, bool last)
      : SharedColumn<ends>(columns, column, column_is_there && lanes.lane == 0),
        group(lanes),
        works(column_is_there),
        last_column(last) {}

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
      if constexpr (detail::registers::folds_any<Node> ||
                    (detail::registers::folds<Node> && ends == ColumnEnds::bounded)) {
        if (detail::registers::folds_any<Node> || count <= detail::folding::chunk)
          return detail::registers::fold(node, group.template along<typename Node::fold_type>(), start, count, count,
                                         this->columns, this->column, last_column, works, WarpExchange{},
                                         [](const auto&, const State*){});
      }
      if constexpr (detail::registers::folds_any<Node>) {
        return start;  // not reached
      } else {
        return detail::folding::scan_in_lanes(group, start, count, Node::fold_type::lacking(count), op,
                                              [&](int p) { return static_cast<State>(node.row_value(row, p, count)); },
                                              [](int, const State&){});
      }
#else
      return start;  // no host evaluates it
#endif
    }
  }
};

/// Whether a grid quantity in float64 stands in an expression.
template <class N>
struct ReadsDoubleMetric {
  static constexpr bool value = any_child<ReadsDoubleMetric, N>;
};
template <class Where, MetricKind Kind>
struct ReadsDoubleMetric<MetricLeaf<double, Where, Kind>> {
  static constexpr bool value = true;
};
/// Whether the lanes of column functions would round one to float32, the precision of a field beside it.
template <class N>
inline constexpr bool narrows_in_functions = FieldsRead<N>::float32 && ReadsDoubleMetric<N>::value;

/// Whether a fold may be carried out by the lanes of column functions: eight rows of a lane have registers for its
/// states.
template <class Fold>
inline constexpr bool folds_in_functions = !Fold::in_order && sizeof(typename Fold::state) <= 8;
/// Whether it is faster there: where rows need their neighbours, which these lanes exchange, and in float32.
template <class N>
struct ReducesInFunctions {
  static constexpr bool value = any_child<ReducesInFunctions, N>;
};
template <class Fold, class E, class Init>
struct ReducesInFunctions<ColumnReduction<Fold, E, Init>> {
  static constexpr bool value = folds_in_functions<Fold> && (plan::Reach<E>::halves > 0 || !FieldsRead<E>::wide);
};

/// Whether it has one that these lanes cannot carry out.
template <class N>
struct ReducesOtherwise {
  static constexpr bool value = any_child<ReducesOtherwise, N>;
};
template <class Fold, class E, class Init>
struct ReducesOtherwise<ColumnReduction<Fold, E, Init>> {
  static constexpr bool value = !folds_in_functions<Fold> || ReducesOtherwise<Init>::value;
};

/// Whether an expression has a reduction that lanes of a warp can share to advantage. Where columns are neighbours in
/// memory, and where an operation must go row by row, a thread for each column does better. Reductions below a node
/// that reads other rows than its own do not count: each of those rows has its own.
template <class N, class Children = children_of<N>>
struct ReducesInLanes;
template <class N, class... Child>
struct ReducesInLanes<N, ChildList<Child...>> {
  static constexpr bool value = [] {
    if constexpr (sizeof...(Child) > 0) {
      if constexpr (N::child_rows == ChildRows::own) return (ReducesInLanes<Child>::value || ...);
    }
    return false;
  }();
};
template <class Fold, class E, class Init>
struct ReducesInLanes<ColumnReduction<Fold, E, Init>, ChildList<E, Init>> {
  static constexpr bool value = (!Fold::in_order && !plan::reads_across<E>) || ReducesInLanes<Init>::value;
};

/// How many rows more than cells the longest of these reductions takes of a column: one for faces.
template <class N, class Children = children_of<N>>
struct RowsReduced;
template <class N, class... Child>
struct RowsReduced<N, ChildList<Child...>> {
  static constexpr int beyond = [] {
    if constexpr (sizeof...(Child) > 0) {
      if constexpr (N::child_rows == ChildRows::own) return largest_of(0, RowsReduced<Child>::beyond...);
    }
    return 0;
  }();
};
template <class Fold, class E, class Init>
struct RowsReduced<ColumnReduction<Fold, E, Init>, ChildList<E, Init>> {
  static constexpr int beyond = std::max(std::is_same_v<typename E::location, Face> ? 1 : 0, RowsReduced<Init>::beyond);
};
template <class Outs>
inline constexpr int rows_beyond_levels = 0;
template <class... O>
inline constexpr int rows_beyond_levels<AssignmentOutputs<O...>> =
    std::max({0, RowsReduced<typename O::expression_type>::beyond...});

template <class Outs>
inline constexpr bool fits_column_lanes = false;
template <class... O>
inline constexpr bool fits_column_lanes<AssignmentOutputs<O...>> =
    (std::is_same_v<typename O::location, Surface> && ...) &&
    (ReducesInLanes<typename O::expression_type>::value || ...);

/// Whether all of its reductions are faster in the lanes of column functions.
template <class Outs>
inline constexpr bool reduces_in_functions = false;
template <class... O>
inline constexpr bool reduces_in_functions<AssignmentOutputs<O...>> =
    (std::is_same_v<typename O::location, Surface> && ...) &&
    (ReducesInFunctions<typename O::expression_type>::value && ...) &&
    !(ReducesOtherwise<typename O::expression_type>::value || ...) &&
    !(narrows_in_functions<typename O::expression_type> || ...);

inline constexpr int threads_along_columns = WarpExchange::most_threads;

// The expression comes first among the template arguments, so that a profiler shows it first.
template <class Outs, ColumnEnds ends>
__global__ void __launch_bounds__(threads_along_columns)
    reduce_columns(const __grid_constant__ Outs outputs, const __grid_constant__ EvaluatedColumns columns,
                   std::ptrdiff_t count, int width) {
  const int me = static_cast<int>(threadIdx.x);
  const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(blockIdx.x) * (threads_along_columns / width) + me / width;
  // A group without a column computes one of another group: every lane of a warp must take part in the shuffles.
  const bool works = column < count;
  const GroupCursor<ends> at(columns, works ? column : count - 1, LaneGroup<>{me % width, width}, works,
                             column + 1 >= count);
  outputs.each([&](const auto& output) { output.store(at, output.value(at)); });
}

template <class Outs>
void run_in_column_lanes(const Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count,
                         cudaStream_t stream) {
  const int width = detail::folding::group_width(columns.levels + rows_beyond_levels<Outs>);
  const std::ptrdiff_t of_block = threads_along_columns / width;
  const auto blocks = static_cast<unsigned>((count + of_block - 1) / of_block);
  const auto kernel =
      columns.periodic ? reduce_columns<Outs, ColumnEnds::ring> : reduce_columns<Outs, ColumnEnds::bounded>;
  require_launch(launch_kernel(kernel, {blocks, threads_along_columns, 0, stream}, outputs, columns, count, width),
                 outputs);
}

}  // namespace stencil::cuda
