// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>

#include <cuda_runtime_api.h>

#include <stencil/columnwise/sweep.hpp>
#include <stencil/cuda/exchange.hpp>
#include <stencil/cuda/job_shape.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/metric_across.hpp>
#include <stencil/cuda/resource.hpp>
#include <stencil/cuda/sweeping_threads.hpp>
#include <stencil/cuda/tiles.hpp>

/// Column functions by threads that take a column each, for marches along long columns.
namespace stencil::cuda {

/// Strategy for column functions whose operations on whole columns are marches in one direction, reductions, searches
/// and single levels: a thread takes a column, level by level, and goes along it again for what needs a value per
/// column that is known only at the end. Without it threads do so for functions with marches where columns are many and
/// where, as far as is known of a march, that is faster. Throws Error for other functions.
struct ColumnPerThread {
  static constexpr const char* name = "cuda::ColumnPerThread";
  static constexpr bool deals_columns = true;  ///< of column functions
};

template <class Job, class Team, column_functions::Sweep Way>
__global__ void __launch_bounds__(Team::size, Team::blocks)
    sweep_columns(const __grid_constant__ Job job, const __grid_constant__ EvaluatedColumns columns,
                  const __grid_constant__ column_functions::SweptFields fields, const std::ptrdiff_t count) {
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(blockIdx.x) * Team::columns;
  column_functions::sweep_columns<Way>(Team{}, job, columns, fields, first, count);
}

/// Whether lanes may take as many rows as suit a job's solves.
template <class Job>
inline constexpr bool may_take_rows_for_solves =
    lanes_of_several_lengths && JobShape<Job, 0>::levels_contiguous && !JobShape<Job, 0>::is_expression;

/// Whether lanes have a way of their own to take turns: where columns are neighbours in memory, in blocks.
template <class Job>
inline constexpr bool may_take_rows_for_marches =
    JobShape<Job, 0>::may_hold_more && !JobShape<Job, 0>::levels_contiguous;

template <class Job>
struct LanesByNeed;
/// By lanes with as many rows as suit a solve; whole_columns.hpp. False, and nothing is done, where they do not hold a
/// column.
template <class Job>
bool carry_out_solves(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                      const column_functions::Demands& demands, int held, const LaunchQueue& queue);
/// By lanes as suit operations on whole columns; whole_columns.hpp. `longer`: than those that find registers for all
/// rows.
template <class Job>
bool carry_out_whole_columns(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                             const column_functions::Demands& demands, const LanesByNeed<Job>& lanes, bool longer,
                             const LaunchQueue& queue);

/// By lanes that suit systems solved in blocks; whole_columns.hpp.
template <class Job>
bool carry_out_blocks(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                      const column_functions::Demands& demands, const LaunchQueue& queue);

/// By lanes that suit the user's marches, columns contiguous; whole_columns.hpp.
template <class Job>
bool carry_out_marches(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                       const column_functions::Demands& demands, const LaunchQueue& queue);

/// How lanes carry out what not every function has, named where a function has it, so that kernels are compiled for
/// such functions alone.
template <class Job>
struct LanesByNeed {
  decltype(&carry_out_solves<Job>) solving = nullptr;
  decltype(&carry_out_blocks<Job>) blocks = nullptr;
  decltype(&carry_out_marches<Job>) marches = nullptr;
  decltype(&carry_out_whole_columns<Job>) whole = nullptr;
};

/// The same of threads that sweep, which are compiled for functions with marches, or of any operation on whole columns
/// where the strategy is Asked for.
template <class Job, class Team, bool Asked>
struct SweepKernel : LanesByNeed<Job> {
  using Function = void (*)(const Job, const EvaluatedColumns, const column_functions::SweptFields,
                            const std::ptrdiff_t);
  Function kernel = nullptr;
  void solve() {
    if constexpr (may_take_rows_for_solves<Job>) this->solving = &carry_out_solves<Job>;
  }
  void solve_in_blocks() {
    if constexpr (JobShape<Job, 0>::may_hold_more) this->blocks = &carry_out_blocks<Job>;
  }
  template <bool OfMarch>
  void whole_column() {
    if constexpr (!Asked) {
      this->whole = &carry_out_whole_columns<Job>;
    } else if constexpr (!OfMarch) {
      if (kernel == nullptr) kernel = &sweep_columns<Job, Team, column_functions::Sweep::up>;
    }
  }
  template <bool Upward>
  STENCIL_FUNCTION void march() {
    constexpr auto way = Upward ? column_functions::Sweep::up : column_functions::Sweep::down;
    kernel = &sweep_columns<Job, Team, way>;
    if constexpr (may_take_rows_for_marches<Job>) this->marches = &carry_out_marches<Job>;
  }
};

/// Whether a march computes much in each row, while other lanes would wait, by its fields. Of: the shape of a job.
template <class Of>
inline constexpr bool marches_many_fields = Of::fields >= 6;
/// Whether columns are enough for threads that take one each to hide the latency of memory.
template <class Of>
bool many_for_marches(std::ptrdiff_t columns) {
  constexpr int of_processor = marches_many_fields<Of> ? 24 : Of::levels_contiguous ? 64 : 128;
  return columns >= static_cast<std::ptrdiff_t>(of_processor) * processors();
}

/// Whether threads that sweep are better for a march than lanes that take turns, as measured on an H100 and an H200.
/// How much a step computes is not known. Of one that does little they take at most 1.4 times as long, of one with
/// Newton's iterations a half to an eighth. Short columns of few values of four bytes are left to lanes, of which
/// several columns fill a warp.
template <class Root, class... Destinations>
bool worth_sweeping(const column_functions::Job<Root, NoMask, Destinations...>&, int levels, std::ptrdiff_t columns) {
  using Of = JobShape<column_functions::Job<Root, NoMask, Destinations...>, 0>;
  constexpr int short_column = 32;
  constexpr bool suits_lanes = Of::levels_contiguous && !marches_many_fields<Of> && !FieldsRead<Root>::wide;
  return (!suits_lanes || levels > short_column) && many_for_marches<Of>(columns);
}

/// Whether they are for a function that also reduces. Of four modes of settling aerosol threads take 2.1 times as long
/// as lanes with 4000 columns, 0.9 with 8000 and 0.4 with 17 000; a sum beside an addition takes twice as long with
/// any.
template <class Job>
bool worth_reducing(bool computes_much, std::ptrdiff_t columns) {
  return !JobShape<Job, 0>::levels_contiguous && computes_much && columns >= std::ptrdiff_t{64} * processors();
}

template <class Job>
using SweepingTeam = std::conditional_t<JobShape<Job, 0>::levels_contiguous, SweepingThread, SweepingReader>;

/// How threads sweep for a job, if they can, and if it is asked for or faster.
template <class Job, bool Asked = false>
struct SweepOf {
  static constexpr bool possible = false;
};
template <class Root, class... Destinations, bool Asked>
struct SweepOf<column_functions::Job<Root, NoMask, Destinations...>, Asked> {
  static constexpr bool possible = true;
  using Job = column_functions::Job<Root, NoMask, Destinations...>;
  using Team = SweepingTeam<Job>;
  static constexpr bool reads_memory = requires { Team::reads_memory; };
  column_functions::SweepPlan<Job> plan;
  using Kernel = SweepKernel<Job, Team, Asked>;
  column_functions::SweepLook<Kernel> look;

  /// The dry run of a function, which names the kernels that it needs.
  void look_for_kernels(const EvaluatedColumns& columns) {
    column_functions::SweepLane<column_functions::Sweep::look, Team, Kernel> lane(columns);
    lane.look = &look;
    lane.run(plan.in_tiles, 0, 0);
  }
  /// always: also where others are faster.
  bool prepare(const EvaluatedColumns& columns, std::ptrdiff_t count, const column_functions::Demands& demands,
               bool always) {
    if (!Asked && !demands.in_turns) return false;
    if (!always && !worth_sweeping(plan.in_tiles, columns.levels, count)) return false;
    if (!column_functions::plan_sweep<Team>(plan, look, columns, demands)) return false;
    const ColumnGridData& grid = column_functions::grid_of(plan.in_tiles);
    const bool reads_far_apart = look.needs.reads_heights && columns.heights_per_column &&
                                 !column_functions::HeightsSideBySide::suit(grid, look.needs.behind);
    if (reads_far_apart && !always) return false;
    const bool computes_much = look.needs.state >= large_state;
    // Lanes reduce together, while threads would go along columns again.
    if (look.needs.reduces && !always && !worth_reducing<Job>(computes_much, count)) return false;
    if constexpr (reads_memory) {
      return true;
    } else {
      const std::size_t of_processor = shared_memory_of_processor();
      const int most_rows = computes_much ? SweepingTiles::rows_of_large_state : SweepingTiles::rows_of_levels;
      const std::size_t for_whole = computes_much ? 0 : of_processor / SweepingTiles::warps_of_whole;
      return make_room<Team>(plan.fields, for_whole, of_processor / Team::blocks, most_rows) ||
             (always && make_room<Team>(plan.fields, 0, shared_memory_limit(), most_rows));
    }
  }
};

/// By threads that sweep. False, and nothing is done, if they cannot, or if others are faster and `always` is false.
template <bool Asked = false, class Job>
bool carry_out_in_sweeps(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                         const column_functions::Demands& demands, bool always, const LaunchQueue& queue) {
  using Of = SweepOf<Job, Asked>;
  if constexpr (Of::possible) {
    using Team = typename Of::Team;
    if (!Asked && !demands.in_turns) return false;
    Of of{{job}, {}};
    if (!of.prepare(columns, count, demands, always)) return false;
    if (queue.reports(of.look.code.kernel, 0, false, registers_of_thread(Team::size, Team::blocks))) return true;
    const column_functions::SweepNeeds& needs = of.look.needs;
    const EvaluatedColumns* const read =
        side_by_side(column_functions::grid_of(job), columns, needs.reads_heights, needs.behind, always, queue.stream);
    if (read == nullptr) return false;
    column_functions::KeptRows& kept = of.plan.fields.kept;
    std::optional<Temporary> waiting;
    if (kept.bytes() > 0) kept.memory = static_cast<char*>(waiting.emplace(kept.bytes(), queue.stream).get());
    const std::size_t bytes = of.plan.fields.template bytes<Team>();
    const auto teams = static_cast<unsigned>((count + Team::columns - 1) / Team::columns);
    require(launch_kernel(of.look.code.kernel, {teams, Team::size, bytes, queue.stream}, of.plan.in_tiles, *read,
                          of.plan.fields, count),
            "launch of a column function");
  }
  return Of::possible;
}

/// In words; false where threads do not sweep.
template <bool Asked = false, class Job, class Explanation>
bool describe_sweeps(const Job& job, const column_functions::Demands& demands, bool always, Explanation& x) {
  using Of = SweepOf<Job, Asked>;
  if constexpr (Of::possible) {
    const ColumnGridData& grid = column_functions::grid_of(job);
    Of of{{job}, {}};
    const EvaluatedColumns columns{grid.levels, grid.periodic, grid.per_column};
    if (!of.prepare(columns, static_cast<std::ptrdiff_t>(grid.columns), demands, always)) return false;
    const column_functions::SweptFields& fields = of.plan.fields;
    x.mapping.team = "a thread takes a column, level by level";
    if (fields.passes > 1) x.mapping.team += ", " + std::to_string(fields.passes) + " times";
    if (fields.kept.cell_bytes > 0)
      x.mapping.team +=
          "; what marches give, " + std::to_string(fields.kept.cell_bytes) + " bytes a level, waits in memory";
    if constexpr (!Of::reads_memory) {
      const int rows = fields.whole ? fields.top_row + 1 : fields.rows;  // whole columns are padded
      x.mapping.team += "; " + std::to_string(Of::Team::columns) + " columns of a warp, of which " +
                        std::to_string(rows) + " levels at a time go through shared memory";
    }
  }
  return Of::possible;
}

}  // namespace stencil::cuda
