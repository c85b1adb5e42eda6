// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <stencil/column/accumulate.hpp>
#include <stencil/cpu/launch.hpp>
#include <stencil/expression/order.hpp>

/// Accumulations along columns (running values assigned to a field). The argument is evaluated at all rows of a batch
/// of columns into a tile, by the vector loops of any other evaluation. Then the tile is scanned from one end of the
/// columns to the other, one column at a time or, with columns contiguous, a vector of columns at a time.
namespace stencil::cpu {

template <class Plan, int W, bool AcrossColumns, class Out>
class Accumulation {
  using Node = typename Out::expression_type;
  using Fold = typename Node::fold_type;
  using State = typename Node::state;
  using Row = typename Node::row_type;
  using Source = typename Node::source;
  using Argument = std::remove_cv_t<decltype(Node::arg)>;
  using To = typename Out::location;
  static constexpr int shift = Node::template shift<To>;
  static constexpr int width = AcrossColumns ? W : 1;

  /// Evaluates the argument into the tile.
  struct FillRows {
    Argument arg;
    std::uint32_t offset;
    template <class At>
    auto compute(const At& at) const {
      return at.template cast<Row>(arg.value(at));
    }
    template <class At, class V>
    void write(const At& at, const V& v) const {
      at.template store_tile<Row>(offset, v);
    }
  };

 public:
  Accumulation(const Out& output, const EvaluatedColumns& columns, const Batch& batch, std::size_t tile)
      : output_(output), columns_(columns), batch_(batch), tile_(tile) {}

  void run() const {
    using Run = Kernel<Plan, W>;
    Run::template fill<AcrossColumns>(make_outputs(output_), columns_, batch_);
    Run::template along<AcrossColumns, Argument, Source>(
        FillRows{output_.expression.arg, static_cast<std::uint32_t>(tile_)}, columns_, batch_,
        typename Run::Rows{0, rows_at<Source>(columns_.levels)});
    for (int c = 0; c < batch_.count; c += width) {
      const int columns = std::min(width, batch_.count - c);
      if constexpr (AcrossColumns && !Fold::in_order) {
        scan_vectors(*this, c, columns);
      } else {
        scan(c, columns);
      }
    }
  }

 private:
  /// A cursor at `row` of `count` columns from `column` on, which is counted from the first column of the batch.
  template <class Location>
  auto cursor(int column, int count, int row) const {
    if constexpr (AcrossColumns) {
      return ColumnCursor<Plan, Location, W, false, ColumnsThere::some>(columns_, batch_.first + column, row, count,
                                                                        batch_.arena, column, batch_.pitch, false);
    } else {
      return RowCursor<Plan, Location>{columns_, batch_.first + column, row, batch_.arena,
                                       static_cast<std::ptrdiff_t>(column) * batch_.pitch};
    }
  }
  /// Where the tile has the argument's value that comes at `position` in the order of the scan.
  Row* at_position(int column, int position) const {
    const std::ptrdiff_t row = Fold::row(position, rows_at<Source>(columns_.levels));
    const std::ptrdiff_t pitch = batch_.pitch;
    return reinterpret_cast<Row*>(batch_.arena + tile_) + (AcrossColumns ? row * pitch + column : column * pitch + row);
  }

  /// Of a copy, a local variable, as in the loops of Kernel.
  STENCIL_CPU_ONE_FUNCTION static void scan_vectors(const Accumulation& original, int column, int columns) {
    const Accumulation here = original;
    here.scan(column, columns);
  }
  void scan(int column, int columns) const {
    const Node& node = output_.expression;
    const auto top = cursor<Surface>(column, columns, 0);
    const auto start = top.template cast<State>(node.init.value(top));
    const int count = Node::template rows_taken<To>(columns_.levels);
    const auto op = [&](const auto& a, const auto& b) { return top.template cast<State>(node.fold.op(a, b)); };
    const auto home = [&](int position, const auto& state) {
      const auto at = cursor<To>(column, columns, Fold::row(position, rows_at<To>(columns_.levels)));
      output_.store(at, at.template cast<typename Out::value_type>(node.fold.finish(state)));
    };
    if (shift == 1) home(0, start);
    const auto emit = [&](int p, const auto& state) { home(p + shift, state); };
    const auto get = [&](int p) {
      if constexpr (AcrossColumns) {
        return cpu::load<W>(at_position(column, p));
      } else {
        return *at_position(column, p);
      }
    };
    if constexpr (Fold::in_order) {
      detail::folding::scan_in_order(start, count, op, get, emit);
    } else {
      const auto keep = [&](int p, const auto& state) {
        if constexpr (AcrossColumns) {
          put(at_position(column, p), 1, state, 0, W);
        } else {
          *at_position(column, p) = state;
        }
      };
      detail::folding::scan(start, count, Fold::lacking(rows_at<Source>(columns_.levels)), op, get, keep, emit);
    }
  }

  const Out output_;
  const EvaluatedColumns columns_;
  const Batch batch_;
  std::size_t tile_;  ///< offset in the arena of the tile with the argument's values
};

/// How many columns are accumulated at a time, so that their tiles stay in the caches.
template <class Plan, class Out>
BatchShape accumulated_batch(const AssignmentOutputs<Out>& outputs) {
  using Outs = AssignmentOutputs<Out>;
  constexpr bool across = Out::destination_type::layout::columns_contiguous;
  using Row = typename Out::expression_type::row_type;
  using Arena = ArenaPlan<Plan, plan::Order::sequence, Outs>;
  const std::ptrdiff_t rows = outputs.first.destination.grid->levels + 1;
  const auto row_bytes = static_cast<std::ptrdiff_t>(Arena::tiles.bytes_per_row + sizeof(Row));
  const std::ptrdiff_t fits = (across ? tile_budget : tile_budget / 16) / (row_bytes * rows);
  const std::ptrdiff_t size =
      std::clamp<std::ptrdiff_t>(across ? fits / 16 * 16 : fits, across ? 16 : 1, across ? batch_columns : 64);
  const std::size_t tile = (static_cast<std::size_t>(size * rows) + 15) / 16 * 16;
  return {size, tile, (Arena::tiles.bytes_per_row + sizeof(Row)) * tile};
}

/// Carries out a checked accumulation. bytes: size of all operands, which decides whether threads are worth starting.
template <class Plan, class Out>
void accumulate_all(AssignmentOutputs<Out>& outputs, std::ptrdiff_t bytes) {
  using Outs = AssignmentOutputs<Out>;
  constexpr bool across = Out::destination_type::layout::columns_contiguous;
  constexpr int W = VectorWidth<Outs>::value;
  const EvaluatedColumns columns = column_set(outputs);
  const auto count = static_cast<std::ptrdiff_t>(outputs.first.destination.grid->columns);
  const std::ptrdiff_t rows = columns.levels + 1;
  const BatchShape shape = accumulated_batch<Plan>(outputs);
  const std::ptrdiff_t size = shape.columns;
  const std::size_t own = allocate_tiles<Plan, plan::Order::sequence>(outputs, shape.tile, false);
  for_chunks((count + size - 1) / size, bytes, shape.arena_bytes,
             [&](std::ptrdiff_t first, std::ptrdiff_t last, char* arena) {
               for (std::ptrdiff_t b = first; b < last; ++b) {
                 const std::ptrdiff_t c = b * size;
                 const Batch batch{c, static_cast<int>(std::min(size, count - c)), arena,
                                   static_cast<int>(across ? size : rows), false};
                 Accumulation<Plan, W, across, Out>(outputs.first, columns, batch, own).run();
               }
             });
}

/// Adds to `x` how an accumulation would be carried out.
template <class Plan, class Out, class Explanation>
void explain_accumulation(const AssignmentOutputs<Out>& outputs, Explanation& x) {
  const BatchShape shape = accumulated_batch<Plan>(outputs);
  x.mapping.arena_bytes = shape.arena_bytes;
  detail::explaining::describe_tree<Plan, plan::Order::sequence>(outputs, shape.tile, x);
}

/// Checks, then accumulates. Nothing is written when the checks throw, or when there is no memory.
template <class Plan, class Out>
void launch_accumulation(AssignmentOutputs<Out>& outputs) {
  if constexpr (compiled_for_host) {
    detail::assignment::launch<Plan>(
        outputs, HostMemory{},
        [](AssignmentOutputs<Out>& those, detail::checks::Staging staging, const plan::OperandList& operands) {
          detail::folding::require_ends(those.first);
          // A column is read completely before it is written, but its mask is read in between.
          if (staging == detail::checks::Staging::column && Out::masked) return false;
          accumulate_all<Plan>(those, bytes_of(operands));
          return true;
        });
  }
}

}  // namespace stencil::cpu
