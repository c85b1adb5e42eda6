// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <string>

#include <stencil/columnwise/arena.hpp>
#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/measuring_lane.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/columnwise/stand_in.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/emulation/lanes.hpp>
#include <stencil/emulation/member.hpp>

/// Column functions by emulated blocks whose threads share an arena.
namespace stencil::emulation {

/// Strategy: as cuda::SharedMemory does, column functions are carried out by threads with `Held` rows of each value
/// that keep the arguments of operators in an arena. `dropped_barrier` shows that tests find a missing barrier: no
/// thread waits at the barrier of that number.
template <int Held = 1>
struct SharedMemory {
  static constexpr const char* name = "emulation::SharedMemory";
  static constexpr bool deals_columns = true;  ///< it carries out column functions too
  int threads = 4;                             ///< of a team, or as many as the rows that it needs at once take
  int side_by_side = 1;                        ///< columns of a bundle, whose rows are interleaved among the threads
  bool has_two_halves = true;                  ///< tiles alternate between two halves of the arena, with fewer barriers
  int dropped_barrier = -1;                    ///< none by default
};

/// How a column function is distributed to teams, and the arena that a team needs.
struct ArenaWork {
  detail::registers::Deal deal;  ///< of bundles
  int threads;
  column_functions::ArenaShape shape;
  column_functions::ArenaNeeds needs;
};
template <int Held, class Job>
ArenaWork arena_work(const Job& job, const column_functions::Demands& demands, bool whole,
                     const SharedMemory<Held>& how) {
  const ColumnGridData& grid = column_functions::grid_of(job);
  const int rows = grid.levels + (demands.top_face && !grid.periodic ? 1 : 0);
  const int halo = (demands.reach + Held - 1) / Held;
  const int around = grid.periodic ? 2 * ((demands.reach + Held) / Held) : 0;
  const int lanes = std::max(how.threads / how.side_by_side, whole ? (rows + Held - 1) / Held + around : 2 * halo + 1);
  const auto bundles = (static_cast<std::ptrdiff_t>(grid.columns) + how.side_by_side - 1) / how.side_by_side;
  const int threads = lanes * how.side_by_side;
  const column_functions::ArenaNeeds needs = column_functions::arena_needs<Held>(job);
  const int pitch = (threads + 15) / 16 * 16;
  return {detail::registers::deal(bundles, rows, grid.periodic, Held, lanes, demands.reach, whole),
          threads,
          {pitch, how.side_by_side, needs.bytes * static_cast<std::size_t>(pitch), how.has_two_halves},
          needs};
}

template <int Held, class Job>
void carry_out(const Job& job, const column_functions::Demands& demands, const SharedMemory<Held>& how) {
  using detail::checks::Staging;
  detail::assignment::launch_checked(job, demands.staging, cpu::HostMemory{}, [&](const Job& here, Staging staging) {
    const ColumnGridData& grid = column_functions::grid_of(here);
    const EvaluatedColumns columns = columns_for_lanes(grid);
    const auto count = static_cast<std::ptrdiff_t>(grid.columns);
    const ArenaWork work = arena_work(here, demands, demands.whole || staging == Staging::column, how);
    const SharedArena arena(work.shape.bytes());
    std::barrier<> barrier(work.threads);
    const auto member = [&](int me) {
      for (std::ptrdiff_t team = 0; team < work.deal.teams(); ++team) {
        LanePosition place = work.deal.place(team, me / how.side_by_side);
        place.column = place.column * how.side_by_side + me % how.side_by_side;
        place.works = place.works && place.column < count;
        place.column = std::min(place.column, count - 1);
        const column_functions::ArenaExchange<Member> exchange(
            Member(me, work.threads, barrier, arena.get(), how.dropped_barrier), work.shape);
        const auto lane = column_functions::lane_for<Held, ColumnEnds::either>(here, columns, place,
                                                                               place.column + 1 == count, exchange);
        column_functions::carry_out(lane, here);
        barrier.arrive_and_wait();  // the next team uses the same arena
      }
    };
    on_threads(work.threads, member);
    return true;
  });
}

template <int Held, class Job, class Explanation>
void describe_tiles(const Job& job, const column_functions::Demands& demands, const SharedMemory<Held>& how,
                    Explanation& x) {
  const ArenaWork work = arena_work(job, demands, demands.whole, how);
  x.mapping.strategy = SharedMemory<Held>::name;
  column_functions::describe_arena(work.needs, work.shape, {work.threads, "thread", Held, work.deal.columns}, x);
}

}  // namespace stencil::emulation
