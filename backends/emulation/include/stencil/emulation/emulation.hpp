// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <barrier>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include <stencil/cpu/cpu.hpp>
#include <stencil/emulation/accumulate.hpp>
#include <stencil/emulation/lanes.hpp>
#include <stencil/evaluate/allocate.hpp>
#include <stencil/evaluate/block.hpp>

/// A CUDA thread block on the host: one operating-system thread per rank and a real barrier, running the source that
/// the device runs. Slow; it exists so that a thread sanitizer can prove that no barrier is missing.
namespace stencil::emulation {

/// The team of one rank.
template <int RowsAtATime>
class Team {
 public:
  static constexpr bool across_columns = false;
  static constexpr Ends ends = Ends::either;
  static constexpr int rows_at_a_time = RowsAtATime;
  Team(int rank, int size, int rows, std::barrier<>& barrier, char* arena, int dropped)
      : rank_(rank), size_(size), width_(std::min(rows, size)), barrier_(barrier), arena_(arena), dropped_(dropped) {}
  int rank() const { return rank_; }
  int size() const { return size_; }
  Seat seat() const { return seat_in_line(rank_, size_, width_); }
  char* arena() const { return arena_; }
  void barrier() const {
    if (reached_++ != dropped_) barrier_.arrive_and_wait();
  }

 private:
  int rank_;
  int size_;
  int width_;
  std::barrier<>& barrier_;
  char* arena_;
  int dropped_;
  mutable int reached_ = 0;
};

/// Strategy: blocks of `ranks` threads that take `columns` columns each; every argument is stored. `dropped_barrier` is
/// for the test of the tests: the barrier of that number is left out of every block. `rows`: so many rows of a column
/// at a time, where the expression allows it and no destination is an operand.
template <class Plan = plan::StoreEverything, int RowsAtATime = 1>
struct Block {
  static constexpr const char* name = "emulation::Block";
  int ranks = 4;             ///< threads of a block
  int columns = 2;           ///< columns of a block
  int dropped_barrier = -1;  ///< the barrier to leave out; none by default
  int rows = INT_MAX;        ///< rows of a column at a time
};

template <class Plan, bool Staged, int RowsAtATime, class Outs>
void run_blocks(const Outs& outputs, const ColumnSet& columns, std::ptrdiff_t count, std::size_t arena_bytes,
                const Block<Plan, RowsAtATime>& shape, int rows, int pitch) {
  const std::unique_ptr<std::max_align_t[]> arena(new std::max_align_t[arena_bytes / sizeof(std::max_align_t) + 1]);
  std::barrier<> barrier(shape.ranks);
  const auto rank = [&](int me) {
    for (std::ptrdiff_t first = 0; first < count; first += shape.columns) {
      const int here_columns = static_cast<int>(std::min<std::ptrdiff_t>(shape.columns, count - first));
      for (int begin = 0; begin <= columns.levels; begin += rows) {
        const Team<RowsAtATime> team(me, shape.ranks, rows, barrier, reinterpret_cast<char*>(arena.get()),
                                     shape.dropped_barrier);
        evaluate_block<Plan, Staged>(outputs, team, columns, {first, here_columns, begin, begin + rows}, pitch);
        barrier.arrive_and_wait();  // one block after the other; blocks share nothing else
      }
    }
  };
  std::vector<std::thread> threads;
  for (int me = 1; me < shape.ranks; ++me) threads.emplace_back(rank, me);
  rank(0);
  for (auto& t : threads) t.join();
}

template <class Outs, class Plan, int RowsAtATime>
void launch(Outs& outputs, const Block<Plan, RowsAtATime>& shape) {
  checks::check<Plan>(outputs);
  const checks::Staging staging = checks::staging<Plan>(outputs);
  if (staging == checks::Staging::whole) {
    cpu::through_stand_ins(outputs, [&](const auto&... redirected) {
      auto all = make_outputs(redirected...);
      launch(all, shape);
    });
    return;
  }
  const GridData& grid = *outputs.first.destination.grid;
  const ColumnSet columns{grid.levels, grid.periodic, grid.per_column, grid.view<double>(), grid.view<float>()};
  const bool staged = staging == checks::Staging::column;
  using Tiles = BlockTiles<Plan, Outs>;
  const bool alone = checks::staging<plan::StoreNothing>(outputs) == checks::Staging::none;
  const int rows = Tiles::cuts_columns && alone ? std::min(shape.rows, grid.levels + 1) : grid.levels + 1;
  const int pitch = tile_pitch(Tiles::rows_for(rows, grid.levels, grid.periodic));
  const auto values = static_cast<std::size_t>(shape.columns * pitch);
  const std::size_t bytes = allocate<Plan, plan::Order::levels>(outputs, (values + 15) / 16 * 16, staged);
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  if (staged) {
    run_blocks<Plan, true>(outputs, columns, count, bytes, shape, rows, pitch);
  } else {
    run_blocks<Plan, false>(outputs, columns, count, bytes, shape, rows, pitch);
  }
}

/// f(columns, column) for every column, dealt to host threads as a device deals them.
template <class F>
void each_column(const GridData& grid, const F& f) {
  const ColumnSet columns{grid.levels, grid.periodic, grid.per_column, grid.view<double>(), grid.view<float>()};
  constexpr std::ptrdiff_t size = 4;
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const auto rank = [&](std::ptrdiff_t me) {
    for (std::ptrdiff_t column = me; column < count; column += size) f(columns, column);
  };
  std::vector<std::thread> threads;
  for (std::ptrdiff_t me = 1; me < size; ++me) threads.emplace_back(rank, me);
  rank(0);
  for (auto& t : threads) t.join();
}

}  // namespace stencil::emulation

namespace stencil::backend {

/// Host memory, evaluated by an emulated thread block.
struct Emulation : Cpu {
  static constexpr const char* name = "Emulation";
  template <class F, class P>
  static void each_column(const GridData& grid, const F& f, const P&) {
    emulation::each_column(grid, f);
  }
  template <class Outputs, class P>
  static void run(Outputs& outputs, const P& policy) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    if constexpr (is_solve<typename Outputs::first_type::expression_type>) {
      if constexpr (std::is_same_v<Strategy, DefaultStrategy>) {
        cpu::launch_solve(outputs);
      } else {
        emulation::launch_solve(outputs, policy.strategy);
      }
    } else if constexpr (IsAccumulation<typename Outputs::first_type::expression_type>) {
      if constexpr (requires { policy.strategy.ranks; }) {
        emulation::launch_accumulation(outputs, policy.strategy.ranks, policy.strategy.columns,
                                       policy.strategy.dropped_barrier);
      } else if constexpr (requires { policy.strategy.lanes; }) {
        emulation::launch_accumulation(outputs, policy.strategy);
      } else {
        emulation::launch_accumulation(outputs, 4, 2, -1);
      }
    } else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy.strategy)>, DefaultStrategy>) {
      emulation::launch(outputs, emulation::Block<>{});
    } else {
      emulation::launch(outputs, policy.strategy);
    }
  }
  template <class Outputs, class P, class Explanation>
  static void explain(const Outputs& outputs, const P&, Explanation& x) {
    using Plan = plan::StoreEverything;
    constexpr const auto& tiles = ArenaPlan<Plan, plan::Order::levels, Outputs>::tiles;
    const emulation::Block<> shape;
    const GridData& grid = *outputs.first.destination.grid;
    const int whole = BlockTiles<Plan, Outputs>::rows_for(grid.levels + 1, grid.levels, grid.periodic);
    const int rows = shape.columns * tile_pitch(whole);
    x.mapping = {"emulation::Block", "the default of host threads that stand for a thread block",
                 std::to_string(shape.ranks) + " threads for " + std::to_string(shape.columns) + " columns",
                 tiles.bytes_per_row * static_cast<std::size_t>((rows + 15) / 16 * 16), Outputs::template height<Plan>};
    x.operations_per_column = explaining::operations<Plan>(outputs);
  }
};

}  // namespace stencil::backend
