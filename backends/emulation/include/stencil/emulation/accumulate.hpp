// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <barrier>
#include <cstddef>

#include <stencil/algorithm/accumulate.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/emulation/member.hpp>
#include <stencil/inspect/explain.hpp>

/// Accumulations along columns by emulated blocks.
namespace stencil::emulation {

/// Accumulates by blocks of `ranks` threads with `block_columns` columns each. They go through columns in pieces of at
/// most two chunks of the scan (detail::folding::chunk rows), so that tests need no long columns to have several
/// pieces.
template <class Out>
void launch_accumulation(AssignmentOutputs<Out>& outputs, int ranks, int block_columns, int dropped) {
  using Plan = plan::StoreNothing;
  const auto run = [&](AssignmentOutputs<Out>& those, detail::checks::Staging staging, const plan::OperandList&) {
    detail::folding::require_ends(those.first);
    const ColumnGridData& grid = *those.first.destination.grid;
    const int rows = std::min(grid.levels + 1, 2 * detail::folding::chunk);
    if (staging == detail::checks::Staging::column && (rows <= grid.levels || Out::masked)) return false;
    const EvaluatedColumns columns = cpu::column_set<false>(grid);
    const auto count = static_cast<std::ptrdiff_t>(grid.columns);
    const auto piece = detail::accumulating::piece_of<typename Out::expression_type>(rows, block_columns);
    const SharedArena arena(piece.bytes);
    std::barrier<> barrier(ranks);
    const auto rank = [&](int me) {
      for (std::ptrdiff_t first = 0; first < count; first += block_columns) {
        const Member team(me, ranks, barrier, arena.get(), dropped);
        const int here = static_cast<int>(std::min<std::ptrdiff_t>(block_columns, count - first));
        detail::accumulating::accumulate_block<Plan, detail::accumulating::ByMember>(those.first, team, columns,
                                                                                     {first, here}, piece);
        barrier.arrive_and_wait();  // the next block uses the same arena
      }
    };
    on_threads(ranks, rank);
    return true;
  };
  detail::assignment::launch<Plan>(outputs, cpu::HostMemory{}, run);
}

template <class Out, class Explanation>
void explain_accumulation(const AssignmentOutputs<Out>& outputs, int block_columns, Explanation& x) {
  using Node = typename Out::expression_type;
  const int levels = outputs.first.destination.grid->levels;
  const int rows = std::min(levels + 1, 2 * detail::folding::chunk);
  detail::explaining::describe_pieces(detail::accumulating::piece_of<Node>(rows, block_columns),
                                      Node::template rows_taken<typename Out::location>(levels), x);
}

}  // namespace stencil::emulation
