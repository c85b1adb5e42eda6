// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include <stencil/algorithm/accumulate.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/emulation/member.hpp>
#include <stencil/inspect/explain.hpp>

/// Accumulations along columns by an emulated block.
namespace stencil::emulation {

/// Blocks of `ranks` ranks and `columns` columns each, in pieces of two chunks, so that columns of some hundred levels
/// take several.
template <class Out>
void launch_accumulation(Outputs<Out>& outputs, int ranks, int block_columns, int dropped) {
  using Plan = plan::StoreNothing;
  const auto run = [&](Outputs<Out>& those, checks::Staging staging, const plan::OperandList&) {
    folding::require_ends(those.first);
    const GridData& grid = *those.first.destination.grid;
    const int rows = std::min(grid.levels + 1, 2 * folding::chunk);
    if (staging == checks::Staging::column && (rows <= grid.levels || Out::masked)) return false;
    const ColumnSet columns{grid.levels, grid.periodic, grid.per_column, grid.view<double>(), grid.view<float>()};
    const auto count = static_cast<std::ptrdiff_t>(grid.columns);
    const auto piece = accumulating::piece_of<typename Out::expression_type>(rows, block_columns);
    const std::unique_ptr<std::max_align_t[]> arena(new std::max_align_t[piece.bytes / sizeof(std::max_align_t) + 1]);
    std::barrier<> barrier(ranks);
    const auto rank = [&](int me) {
      for (std::ptrdiff_t first = 0; first < count; first += block_columns) {
        const Member team(me, ranks, barrier, reinterpret_cast<char*>(arena.get()), dropped);
        const int here = static_cast<int>(std::min<std::ptrdiff_t>(block_columns, count - first));
        accumulating::accumulate_block<Plan, accumulating::ByMember>(those.first, team, columns, {first, here}, piece);
        barrier.arrive_and_wait();  // one block after the other; blocks share nothing else
      }
    };
    std::vector<std::thread> threads;
    for (int me = 1; me < ranks; ++me) threads.emplace_back(rank, me);
    rank(0);
    for (auto& t : threads) t.join();
    return true;
  };
  assignment::launch<Plan>(outputs, cpu::HostMemory{}, run);
}

template <class Out, class Explanation>
void explain_accumulation(const Outputs<Out>& outputs, int block_columns, Explanation& x) {
  using Node = typename Out::expression_type;
  const int levels = outputs.first.destination.grid->levels;
  const int rows = std::min(levels + 1, 2 * folding::chunk);
  explaining::describe_pieces(accumulating::piece_of<Node>(rows, block_columns),
                              Node::template rows_taken<typename Out::location>(levels), x);
}

}  // namespace stencil::emulation
