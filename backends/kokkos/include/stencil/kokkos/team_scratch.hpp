// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <stencil/algorithm/block.hpp>
#include <stencil/assign/allocate.hpp>
#include <stencil/assign/check.hpp>
#include <stencil/inspect/explain.hpp>
#include <stencil/kokkos/metric.hpp>
#include <stencil/kokkos/stand_in.hpp>

namespace stencil::kokkos {

/// Strategy: a team of Kokkos takes some columns. It stores the arguments of operators in tiles of its scratch memory,
/// those at one depth of the expression between two barriers, and evaluates the destinations from them.
template <class Plan = plan::StoreEverything>
struct TeamScratch {
  static constexpr const char* name = "kokkos::TeamScratch";
  using plan_type = Plan;
  int columns = 0;  ///< of one team; 0: the backend chooses
  int threads = 0;  ///< of one team, or as many as Kokkos allows if that is less; 0: the backend chooses
};

/// A member of a Kokkos team, with the functions that algorithm/block.hpp needs.
template <class Member, bool AcrossColumns, ColumnEnds Where>
class Team {
 public:
  static constexpr bool across_columns = AcrossColumns;
  static constexpr ColumnEnds ends = Where;
  static constexpr int rows_at_a_time = 1;
  /// line: how many members stand side by side in a line, at most all of them.
  STENCIL_FUNCTION Team(const Member& member, char* arena, int line) : member_(member), arena_(arena), line_(line) {}
  STENCIL_FUNCTION int rank() const { return member_.team_rank(); }
  STENCIL_FUNCTION int size() const { return member_.team_size(); }
  STENCIL_FUNCTION TeamSeat seat() const { return seat_in_line(rank(), size(), line_ < size() ? line_ : size()); }
  STENCIL_FUNCTION char* arena() const { return arena_; }
  STENCIL_FUNCTION void barrier() const { member_.team_barrier(); }

 private:
  const Member& member_;
  char* arena_;
  int line_;
};

/// The size of a team and of its arena.
struct TeamShape {
  int columns;
  int threads;        ///< that are asked for; Kokkos may allow fewer
  std::size_t bytes;  ///< of the arena
  int level;          ///< of the scratch memory with the arena: 0 is small and fast, 1 large and slow
  int pitch;          ///< distance of two columns in a tile
};

/// The kernel. The outputs come first among its template arguments, so that a profiler shows the expression first.
template <class Outs, class ExecutionSpace, class Plan, bool Staged, bool AcrossColumns, ColumnEnds ends>
struct EvaluateColumns {
  using Policy = ::Kokkos::TeamPolicy<ExecutionSpace>;
  using Member = typename Policy::member_type;
  using Scratch = ::Kokkos::View<double*, typename ExecutionSpace::scratch_memory_space,
                                 ::Kokkos::MemoryTraits<::Kokkos::Unmanaged>>;
  static constexpr std::size_t alignment = 16;

  Outs outputs;
  EvaluatedColumns columns;
  std::ptrdiff_t count;
  TeamShape shape;

  /// The size of scratch memory in which an aligned arena fits.
  STENCIL_FUNCTION static std::size_t words(const TeamShape& s) { return (s.bytes + alignment) / sizeof(double) + 1; }

  STENCIL_FUNCTION void operator()(const Member& member) const {
    char* arena = nullptr;
    if (shape.bytes != 0) {
      const Scratch scratch(member.team_scratch(shape.level), words(shape));
      arena = reinterpret_cast<char*>(scratch.data());
      arena += (alignment - reinterpret_cast<std::uintptr_t>(arena) % alignment) % alignment;
    }
    const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(member.league_rank()) * shape.columns;
    const std::ptrdiff_t left = count - first;
    const int here = static_cast<int>(left < shape.columns ? left : shape.columns);
    const int rows = columns.levels + 1;
    evaluate_block<Plan, Staged>(outputs, Team<Member, AcrossColumns, ends>(member, arena, AcrossColumns ? here : rows),
                                 columns, {first, here, 0, rows}, shape.pitch);
  }
};

template <class Outs>
struct Contiguous;
template <class... O>
struct Contiguous<AssignmentOutputs<O...>> {
  static constexpr bool across_columns = (O::destination_type::layout::across && ...);
};

/// How many columns and threads a team has, unless they are given. On a device 256 threads take as many columns as they
/// have rows for or, if neighbouring threads take neighbouring columns, 32 columns. On the host one thread takes 8.
/// There are fewer columns if their tiles do not fit scratch memory of level 0. If the tiles of one column, or of the
/// given number of columns, do not fit it, level 1 is used.
template <class ExecutionSpace>
TeamShape shape_for(int levels, int pitch, std::size_t bytes_per_row, bool across, int columns, int threads) {
  using Policy = ::Kokkos::TeamPolicy<ExecutionSpace>;
  constexpr bool host = on_host<typename ExecutionSpace::memory_space>;
  constexpr int warp = 32;
  constexpr int usual_threads = 256;
  constexpr int usual_columns = 8;
  const int rows = rows_at<Face>(levels);
  const bool given = columns > 0;
  if (threads <= 0) threads = host ? 1 : usual_threads;
  if (!given) columns = host ? usual_columns : across ? std::min(warp, threads) : std::max(1, threads / rows);
  const auto bytes = [&](int n) {
    return bytes_per_row * ((static_cast<std::size_t>(n) * static_cast<std::size_t>(pitch) + 15) / 16 * 16);
  };
  const std::size_t spare = 64;  // for alignment
  const auto near = static_cast<std::size_t>(Policy::scratch_size_max(0)) - spare;
  while (!given && columns > 1 && bytes(columns) > near) columns /= 2;
  return {columns, threads, bytes(columns), bytes(columns) <= near ? 0 : 1, pitch};
}

template <bool Staged, bool across, ColumnEnds ends, class Plan, class ExecutionSpace, class Outs>
void run_kernel(Outs& outputs, const ExecutionSpace& space, const EvaluatedColumns& columns,
                const TeamScratch<Plan>& strategy) {
  using Arena = ArenaPlan<Plan, plan::Order::levels, Outs>;
  const auto count = static_cast<std::ptrdiff_t>(outputs.first.destination.grid->columns);
  using Kernel = EvaluateColumns<Outs, ExecutionSpace, Plan, Staged, across, ends>;
  const std::size_t bytes_per_row = Arena::tiles.bytes_per_row + (Staged ? Arena::stage_bytes : 0);
  const int pitch = tile_pitch(BlockTiles<Plan, Outs>::rows_for(columns.levels + 1, columns.levels, columns.periodic));
  const TeamShape shape =
      shape_for<ExecutionSpace>(columns.levels, pitch, bytes_per_row, across, strategy.columns, strategy.threads);
  const auto far = static_cast<std::size_t>(Kernel::Policy::scratch_size_max(1));
  if (shape.level == 1 && shape.bytes > far) {
    throw ShapeError("the tiles of a team take " + std::to_string(shape.bytes) + " bytes of scratch, but Kokkos has " +
                     std::to_string(far) +
                     "; give the team fewer columns, or store nothing: "
                     "with(kokkos::TeamScratch<plan::StoreNothing>{})");
  }
  const auto rows = static_cast<std::size_t>(shape.columns) * static_cast<std::size_t>(shape.pitch);
  allocate_tiles<Plan, plan::Order::levels>(outputs, (rows + 15) / 16 * 16, Staged);
  Kernel kernel{outputs, columns, count, shape};
  const auto with_scratch = [&](typename Kernel::Policy policy) {
    const auto bytes = shape.bytes == 0 ? 0 : static_cast<int>(Kernel::Scratch::shmem_size(Kernel::words(shape)));
    policy.set_scratch_size(shape.level, ::Kokkos::PerTeam(bytes));
    return policy;
  };
  const int most = with_scratch(typename Kernel::Policy(space, 1, 1)).team_size_max(kernel, ::Kokkos::ParallelForTag());
  const int threads = std::clamp(shape.threads, 1, most);
  if (across) kernel.shape.columns = std::min(shape.columns, threads);
  const auto teams = static_cast<int>((count + kernel.shape.columns - 1) / kernel.shape.columns);
  static const std::string label = plan::formula_of_outputs(outputs, plan::Names::locations);
  ::Kokkos::parallel_for(label, with_scratch(typename Kernel::Policy(space, teams, threads)), kernel);
}

/// Whether neighbouring members take neighbouring columns. Not on the host, where one thread would jump through memory.
template <class ExecutionSpace, class Outs>
inline constexpr bool across_columns =
    !on_host<typename ExecutionSpace::memory_space> && Contiguous<Outs>::across_columns;

/// On a device rings have a kernel of their own, because a test for them at every read takes time.
template <bool Staged, class Plan, class ExecutionSpace, class Outs>
void run_teams(Outs& outputs, const ExecutionSpace& space, const TeamScratch<Plan>& strategy) {
  constexpr bool across = across_columns<ExecutionSpace, Outs>;
  const EvaluatedColumns columns = columns_of<ExecutionSpace>(*outputs.first.destination.grid);
  if constexpr (on_host<typename ExecutionSpace::memory_space>) {
    run_kernel<Staged, across, ColumnEnds::either>(outputs, space, columns, strategy);
  } else if (columns.periodic) {
    run_kernel<Staged, across, ColumnEnds::ring>(outputs, space, columns, strategy);
  } else {
    run_kernel<Staged, across, ColumnEnds::bounded>(outputs, space, columns, strategy);
  }
}

template <class ExecutionSpace, class Outs, class Plan>
void launch(Outs& outputs, const ExecutionSpace& space, const TeamScratch<Plan>& strategy) {
  using detail::checks::Staging;
  const auto on_teams = [&](Outs& those, Staging staging, const plan::OperandList&) {
    if (staging == Staging::column) {
      run_teams<true>(those, space, strategy);
    } else {
      run_teams<false>(those, space, strategy);
    }
    return true;
  };
  detail::assignment::launch<Plan>(outputs, SpaceMemory<ExecutionSpace>{space}, on_teams);
}

template <class ExecutionSpace, class Outs, class Plan, class Explanation>
void explain(const Outs& outputs, const TeamScratch<Plan>& strategy, bool chosen, Explanation& x) {
  constexpr bool across = across_columns<ExecutionSpace, Outs>;
  using Arena = ArenaPlan<Plan, plan::Order::levels, Outs>;
  const ColumnGridData& grid = *outputs.first.destination.grid;
  const int pitch = tile_pitch(BlockTiles<Plan, Outs>::rows_for(grid.levels + 1, grid.levels, grid.periodic));
  const bool staged = detail::checks::staging<Plan>(outputs) == detail::checks::Staging::column;
  const std::size_t bytes_per_row = Arena::tiles.bytes_per_row + (staged ? Arena::stage_bytes : 0);
  const TeamShape shape =
      shape_for<ExecutionSpace>(grid.levels, pitch, bytes_per_row, across, strategy.columns, strategy.threads);
  const std::string columns =
      shape.columns == 1 ? " for a column" : " for " + std::to_string(shape.columns) + " columns";
  x.mapping = {TeamScratch<Plan>::name, chosen ? "the default of a device" : "asked for",
               (shape.threads == 1 ? "a thread" : "at most " + std::to_string(shape.threads) + " threads") + columns +
                   (shape.bytes == 0 ? std::string() : ", scratch of level " + std::to_string(shape.level)),
               shape.bytes, Outs::template height<Plan> + (staged ? 1 : 0)};
  const auto values = static_cast<std::size_t>(shape.columns) * static_cast<std::size_t>(shape.pitch);
  detail::explaining::describe_tree<Plan>(outputs, (values + 15) / 16 * 16, x);
}

}  // namespace stencil::kokkos
