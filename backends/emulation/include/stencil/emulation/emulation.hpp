// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <barrier>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <stencil/algorithm/block.hpp>
#include <stencil/assign/allocate.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/emulation/accumulate.hpp>
#include <stencil/emulation/arena.hpp>
#include <stencil/emulation/cells.hpp>
#include <stencil/emulation/columnwise.hpp>
#include <stencil/emulation/dense.hpp>
#include <stencil/emulation/lanes.hpp>
#include <stencil/emulation/member.hpp>
#include <stencil/emulation/pieces.hpp>
#include <stencil/emulation/sweep.hpp>

/// A CUDA thread block emulated on the host: each of its threads is a host thread, its barrier a std::barrier, and the
/// source is the one that is compiled for a device. It is slow, and exists for tests: ThreadSanitizer finds a missing
/// barrier.
namespace stencil::emulation {

/// A thread of a block that evaluates expressions.
template <int RowsAtATime>
class Team : public Member {
 public:
  static constexpr ColumnEnds ends = ColumnEnds::either;
  static constexpr int rows_at_a_time = RowsAtATime;
  Team(int rank, int size, int rows, std::barrier<>& barrier, char* arena, int dropped)
      : Member(rank, size, barrier, arena, dropped), width_(std::min(rows, size)) {}
  TeamSeat seat() const { return seat_in_line(rank(), size(), width_); }

 private:
  int width_;
};

/// Strategy: expressions are evaluated by blocks that store the arguments of operators, as cuda::SharedMemory does.
/// `dropped_barrier` shows that tests find a missing barrier: no thread waits at the barrier of that number.
template <class Plan = plan::StoreEverything, int RowsAtATime = 1>
struct Block {
  static constexpr const char* name = "emulation::Block";
  int ranks = 4;             ///< threads of a block
  int columns = 2;           ///< columns of a block
  int dropped_barrier = -1;  ///< none by default
  int rows = INT_MAX;        ///< of a column at a time, if the expression allows it and no destination is an operand
};

template <class Plan, bool Staged, int RowsAtATime, class Outs>
void run_blocks(const Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count, std::size_t arena_bytes,
                const Block<Plan, RowsAtATime>& shape, int rows, int pitch) {
  const SharedArena arena(arena_bytes);
  std::barrier<> barrier(shape.ranks);
  const auto rank = [&](int me) {
    for (std::ptrdiff_t first = 0; first < count; first += shape.columns) {
      const int here_columns = static_cast<int>(std::min<std::ptrdiff_t>(shape.columns, count - first));
      for (int begin = 0; begin <= columns.levels; begin += rows) {
        const Team<RowsAtATime> team(me, shape.ranks, rows, barrier, arena.get(), shape.dropped_barrier);
        evaluate_block<Plan, Staged>(outputs, team, columns, {first, here_columns, begin, begin + rows}, pitch);
        barrier.arrive_and_wait();  // the next block uses the same arena
      }
    }
  };
  on_threads(shape.ranks, rank);
}

/// How many rows of a column a block computes at a time, and the size of its tiles.
struct BlockSize {
  int rows;
  int pitch;           ///< distance of two columns in a tile
  std::size_t values;  ///< of a tile
};
template <class Outs, class Plan, int RowsAtATime>
BlockSize size_of(const Outs& outputs, const Block<Plan, RowsAtATime>& shape) {
  using Tiles = BlockTiles<Plan, Outs>;
  const ColumnGridData& grid = *outputs.first.destination.grid;
  const bool alone = detail::checks::staging<plan::StoreNothing>(outputs) == detail::checks::Staging::none;
  const int rows = Tiles::cuts_columns && alone ? std::min(shape.rows, grid.levels + 1) : grid.levels + 1;
  const int pitch = tile_pitch(Tiles::rows_for(rows, grid.levels, grid.periodic));
  const auto values = static_cast<std::size_t>(shape.columns * pitch);
  return {rows, pitch, (values + 15) / 16 * 16};
}

template <class Outs, class Plan, int RowsAtATime, class Explanation>
void explain(const Outs& outputs, const Block<Plan, RowsAtATime>& shape, const char* reason, Explanation& x) {
  using Arena = ArenaPlan<Plan, plan::Order::levels, Outs>;
  const bool staged = detail::checks::staging<Plan>(outputs) == detail::checks::Staging::column;
  const std::size_t values = size_of(outputs, shape).values;
  x.mapping = {"emulation::Block", reason,
               std::to_string(shape.ranks) + " threads for " + std::to_string(shape.columns) + " columns",
               values * (Arena::tiles.bytes_per_row + (staged ? Arena::stage_bytes : 0)),
               Outs::template height<Plan> + (staged ? 1 : 0)};
  detail::explaining::describe_tree<Plan>(outputs, values, x);
}

template <class Outs, class Plan, int RowsAtATime>
void launch(Outs& outputs, const Block<Plan, RowsAtATime>& shape) {
  detail::assignment::launch<Plan>(
      outputs, cpu::HostMemory{}, [&](Outs& those, detail::checks::Staging staging, const plan::OperandList&) {
        const ColumnGridData& grid = *those.first.destination.grid;
        const EvaluatedColumns columns = cpu::column_set<false>(grid);
        const bool staged = staging == detail::checks::Staging::column;
        const BlockSize size = size_of(those, shape);
        const std::size_t bytes = allocate_tiles<Plan, plan::Order::levels>(those, size.values, staged);
        const auto count = static_cast<std::ptrdiff_t>(grid.columns);
        const auto run =
            staged ? run_blocks<Plan, true, RowsAtATime, Outs> : run_blocks<Plan, false, RowsAtATime, Outs>;
        run(those, columns, count, bytes, shape, size.rows, size.pitch);
        return true;
      });
}

/// Expressions are evaluated as by the strategy Block.
template <class Outs, int Held>
void launch(Outs& outputs, const SharedMemory<Held>& shape) {
  launch(outputs, Block<>{.dropped_barrier = shape.dropped_barrier});
}
template <class Outs, int Held, class Explanation>
void explain(const Outs& outputs, const SharedMemory<Held>&, const char* reason, Explanation& x) {
  explain(outputs, Block<>{}, reason, x);
}

/// The barrier at which no thread waits, for tests of barriers; -1 for none.
template <class P>
int dropped_barrier(const P& policy) {
  if constexpr (requires { policy.strategy.dropped_barrier; }) {
    return policy.strategy.dropped_barrier;
  } else {
    return -1;
  }
}

/// f(i) for i < count on four host threads, neighbouring values of i on different ones, as on a device.
template <class F>
void each_index(std::ptrdiff_t count, const F& f) {
  constexpr int size = 4;
  on_threads(size, [&](int me) {
    for (std::ptrdiff_t i = me; i < count; i += size) f(i);
  });
}

}  // namespace stencil::emulation

namespace stencil::backend {

/// The backend for host memory whose assignments are evaluated by emulated thread blocks.
struct Emulation : Cpu {
  static constexpr const char* name = "Emulation";
  template <class F, class P>
  static void each_column(const ColumnGridData& grid, const F& f, const P&) {
    const EvaluatedColumns columns = column_set(grid);
    emulation::each_index(static_cast<std::ptrdiff_t>(grid.columns), [&](std::ptrdiff_t i) { f(columns, i); });
  }
  /// Teams carry out active levels as column functions.
  static void run_in_levels() = delete;
  static constexpr bool rows_side_by_side = true;
  template <class F, class P>
  static void each_row(const ColumnGridData& grid, int rows, const F& f, const P&) {
    const EvaluatedColumns columns = column_set(grid);
    emulation::each_index(static_cast<std::ptrdiff_t>(grid.columns) * rows,
                          [&](std::ptrdiff_t i) { f(columns, i / rows, static_cast<int>(i % rows)); });
  }
  template <class F, class P>
  static bool share_cells(const ColumnGridData& grid, const CellsToShare& share, const F& f, const P& policy) {
    return emulation::share_cells(grid, share, f, emulation::dropped_barrier(policy));
  }
  template <class F, class P>
  static void each(std::ptrdiff_t count, std::ptrdiff_t, const F& f, const P&) {
    emulation::each_index(count, f);
  }
  template <class Out, class Arg, class From, class P>
  static void multiply(const Out& output, const Arg& arg, From at, const ColumnGridData& from,
                       const SharedDenseMatrix& matrix, detail::checks::Staging staging, const P& policy) {
    emulation::multiply(output, arg, at, from, matrix, staging, emulation::dropped_barrier(policy));
  }
  template <class Job, class P>
  static void carry_out(const Job& job, const column_functions::Demands& demands, const P& policy) {
    if constexpr (requires { policy.strategy.deals_columns; }) {
      emulation::carry_out(job, demands, policy.strategy);
    } else {
      emulation::carry_out(job, demands, emulation::Lanes<>{});
    }
  }
  template <class Job, class P, class Explanation>
  static void describe_columns(const Job& job, const column_functions::Demands& demands, const P& policy,
                               Explanation& x) {
    if constexpr (requires { policy.strategy.has_two_halves; }) {
      emulation::describe_tiles(job, demands, policy.strategy, x);
    } else {
      Cpu::describe_columns(job, demands, policy, x);
    }
  }
  template <class Outputs, class P>
  static void run(Outputs& outputs, const P& policy) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy.strategy)>, DefaultStrategy>) {
      emulation::launch(outputs, emulation::Block<>{});
    } else {
      emulation::launch(outputs, policy.strategy);
    }
  }
  template <class Outputs, class P>
  static void solve(Outputs& outputs, const P& policy) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    constexpr bool in_lanes = requires { policy.strategy.lanes; };
    static_assert(in_lanes || std::is_same_v<Strategy, DefaultStrategy>,
                  "stencil: on backend::Emulation a system is solved by emulation::Lanes or without a strategy");
    if constexpr (in_lanes) {
      emulation::launch_solve(outputs, policy.strategy);
    } else {
      cpu::launch_solve(outputs);
    }
  }
  template <class Outputs, class P>
  static void accumulate(Outputs& outputs, const P& policy) {
    if constexpr (requires { policy.strategy.ranks; }) {
      emulation::launch_accumulation(outputs, policy.strategy.ranks, policy.strategy.columns,
                                     policy.strategy.dropped_barrier);
    } else if constexpr (requires { policy.strategy.lanes; }) {
      emulation::launch_accumulation(outputs, policy.strategy);
    } else {
      const emulation::Block<> usual;
      emulation::launch_accumulation(outputs, usual.ranks, usual.columns, emulation::dropped_barrier(policy));
    }
  }
  template <class Outputs, class P, class Explanation>
  static void explain(const Outputs& outputs, const P& policy, Explanation& x) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    if constexpr (std::is_same_v<Strategy, DefaultStrategy>) {
      emulation::explain(outputs, emulation::Block<>{}, "the default of host threads that stand for a thread block", x);
    } else {
      emulation::explain(outputs, policy.strategy, "asked for", x);
    }
  }
  template <class Outputs, class P, class Explanation>
  static void explain_accumulation(const Outputs& outputs, const P& policy, Explanation& x) {
    int block_columns = emulation::Block<>{}.columns;
    if constexpr (requires { policy.strategy.ranks; }) block_columns = policy.strategy.columns;
    emulation::explain_accumulation(outputs, block_columns, x);
  }
};

}  // namespace stencil::backend
