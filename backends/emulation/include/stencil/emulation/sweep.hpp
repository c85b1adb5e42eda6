// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <barrier>
#include <cstddef>
#include <memory>
#include <vector>

#include <stencil/columnwise/stand_in.hpp>
#include <stencil/columnwise/sweep.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/emulation/lanes.hpp>
#include <stencil/emulation/member.hpp>

/// Column functions by emulated threads that take a column each.
namespace stencil::emulation {

/// Strategy: as cuda::ColumnPerThread does, threads take a column each, `Columns` of the four of a team, and copy some
/// rows of all their columns into tiles; of 0 columns each reads memory itself. `dropped_barrier` shows that tests find
/// a missing barrier: no thread waits at the barrier of that number.
template <int Columns = 4>
struct ColumnPerThread {
  static constexpr const char* name = "emulation::ColumnPerThread";
  static constexpr bool deals_columns = true;  ///< it carries out column functions
  int rows = 4;                                ///< of a tile; 0: whole columns, which needs fields without gaps
  int dropped_barrier = -1;                    ///< none by default
};

/// A thread that sweeps along a column. On a device copies are asynchronous.
template <int Columns>
class SweepingMember : public Member, public ReadsAhead {
 public:
  static constexpr int heights_ahead = 3;
  static constexpr int size = 4;
  static constexpr int columns = Columns;
  using Member::Member;
  int member() const { return rank(); }
  char* memory() const { return arena(); }
  template <class T>
  static void copy(T* to, const T* from) {
    *to = *from;
  }
  static void wait_for_copies() {}
};

/// One that reads memory itself.
template <>
class SweepingMember<0> : public Member, public ReadsAhead {
 public:
  static constexpr bool reads_memory = true;
  static constexpr bool heights_side_by_side = true;
  static constexpr int size = 4;
  static constexpr int columns = 4;
  using Member::Member;
  int member() const { return rank(); }
};

/// How a job is swept.
template <class Team, class Job>
struct SweepCode {
  using Function = void (*)(const Team&, const Job&, const EvaluatedColumns&, const column_functions::SweptFields&,
                            std::ptrdiff_t, std::ptrdiff_t);
  Function function = nullptr;
  template <bool Upward>
  void march() {
    constexpr auto way = Upward ? column_functions::Sweep::up : column_functions::Sweep::down;
    function = &column_functions::sweep_columns<way, Team, Job>;
  }
  static constexpr void solve() {}
  static constexpr void solve_in_blocks() {}
  template <bool OfMarch>
  void whole_column() {
    if constexpr (!OfMarch) {
      if (function == nullptr) function = &column_functions::sweep_columns<column_functions::Sweep::up, Team, Job>;
    }
  }
};

template <class Team, class Job>
void sweep_all(const Job& job, const column_functions::Demands& demands, int rows, int dropped_barrier) {
  const ColumnGridData& grid = column_functions::grid_of(job);
  const auto plan = std::make_unique<column_functions::SweepPlan<Job>>(job);
  column_functions::SweepLook<SweepCode<Team, Job>> look;
  if (!column_functions::plan_sweep<Team>(*plan, look, columns_for_lanes(grid), demands))
    throw Error(column_functions::cannot_sweep);
  plan->fields.whole = plan->fields.whole && rows == 0;
  plan->fields.rows = plan->fields.whole ? plan->fields.whole_pitch : rows > 0 ? rows : 4;
  const EvaluatedColumns columns = columns_side_by_side(grid, look.needs.behind);
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  std::vector<std::max_align_t> waiting(plan->fields.kept.bytes() / sizeof(std::max_align_t) + 1);
  plan->fields.kept.memory = reinterpret_cast<char*>(waiting.data());
  const SharedArena arena(plan->fields.template bytes<Team>());
  std::barrier<> barrier(Team::size);
  on_threads(Team::size, [&](int me) {
    for (std::ptrdiff_t first = 0; first < count; first += Team::columns) {
      const Team team(me, Team::size, barrier, arena.get(), dropped_barrier);
      look.code.function(team, plan->in_tiles, columns, plan->fields, first, count);
      barrier.arrive_and_wait();  // the next team uses the same tiles
    }
  });
}

template <int Columns, class Job>
void carry_out(const Job& job, const column_functions::Demands& demands, const ColumnPerThread<Columns>& how) {
  detail::assignment::launch_checked(
      job, demands.staging, cpu::HostMemory{}, [&](const Job& here, detail::checks::Staging) {
        if constexpr (column_functions::may_be_swept<Job>) {
          sweep_all<SweepingMember<Columns>>(here, demands, how.rows, how.dropped_barrier);
          return true;
        } else {
          throw Error(column_functions::cannot_sweep);
          return false;
        }
      });
}

}  // namespace stencil::emulation
