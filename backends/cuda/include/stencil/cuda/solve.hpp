// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>

#include <stencil/assign/check.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/cuda/columns.hpp>
#include <stencil/cuda/columnwise.hpp>
#include <stencil/cuda/registers.hpp>
#include <stencil/cuda/shared_memory.hpp>
#include <stencil/cuda/solving_block.hpp>
#include <stencil/cuda/stand_ins.hpp>
#include <stencil/matrix/column_solver.hpp>
#include <stencil/matrix/lane_solver.hpp>

namespace stencil::cuda {

/// Strategy for solve: each lane eliminates `Held` neighbouring rows in its registers, then the lanes of a column solve
/// together for what is left, by parallel cyclic reduction. For bands of up to two entries on each side, or one block,
/// in columns with ends.
template <int Held>
struct CyclicReduction {
  static constexpr const char* name = "cuda::CyclicReduction";
  static constexpr int held = Held;  ///< rows of each lane
};
/// Strategy for solve: one thread takes a column, row after row. For any band, and for rings.
struct ThreadPerColumn {
  static constexpr const char* name = "cuda::ThreadPerColumn";
};

template <class Out, int Held, bool Full, class Exchange, int Blocks>
__global__ void __launch_bounds__(Exchange::most_threads, Blocks)
    solve_in_registers(const __grid_constant__ Out out, const __grid_constant__ EvaluatedColumns columns,
                       const __grid_constant__ detail::registers::Deal deal, const std::ptrdiff_t count) {
  Exchange exchange{};
  if constexpr (requires { exchange.lanes; }) {
    exchange.lanes = deal.lanes;
    exchange.columns = (deal.columns > 0 ? deal.columns : 1) * Exchange::bundle;
  }
  const LanePosition place = place_of<Exchange>(deal, count, Exchange::team_number());
  detail::elimination::solve_lane(
      AssignmentLane<Held, ColumnEnds::bounded, Exchange, Full>(columns, place, place.column + 1 == count, exchange),
      out);
}

template <class Out>
__global__ void solve_by_columns(const Out out, const EvaluatedColumns columns, const std::ptrdiff_t count,
                                 char* scratch) {
  const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (column < count) detail::elimination::ColumnSolver<Out>(out, columns, column, scratch, column, count).run();
}

/// Solves by teams of lanes. Does nothing and returns false if a team cannot hold a column, or if Full is set but
/// columns do not fill their lanes. Blocks: how many of them a multiprocessor must be able to run at a time; 0 leaves
/// this to the compiler, which then uses fewer registers.
template <class Exchange, int Held, bool Full = false, int Blocks = 1, class Out>
bool solve_in_teams(const Out& out, const EvaluatedColumns& columns, std::ptrdiff_t count, int most_lanes,
                    cudaStream_t stream) {
  const auto work =
      deal_to_teams<Exchange>(count, columns.levels, false, Held,
                              detail::registers::LaneTraits<AssignmentOutputs<Out>>::reach, true, most_lanes);
  if (work.deal.columns == 0 || (Full && columns.levels % Held != 0)) return false;
  const auto kernel = solve_in_registers<Out, Held, Full, Exchange, Blocks>;
  std::size_t bytes = 0;
  if constexpr (Exchange::sized) {
    using Rows = detail::elimination::GroupedRows<typename Out::expression_type::system>;
    bytes = Exchange::template bytes<detail::elimination::Equation<typename Rows::entry, typename Rows::value>>(
        work.threads);
  }
  require_launch(launch_kernel(kernel, {work.blocks, static_cast<unsigned>(work.threads), bytes, stream}, out, columns,
                               work.deal, count),
                 make_outputs(out));
  return true;
}

/// A warp stays for as long as its columns take, so that blocks are of one or two.
template <class T>
using SolvingWarps = Warps<sizeof(T) == 8 ? 32 : 64>;

/// The inverse of busy_lanes: rows that the lanes of a warp could hold, `held` in each, for each row that they do hold;
/// infinity where a column does not fit.
constexpr double idle_lanes(int held, int levels) {
  const int lanes = (levels + held - 1) / held;
  return lanes > warp_size ? std::numeric_limits<double>::infinity()
                           : static_cast<double>(warp_size * held) / (warp_size / lanes * levels);
}

/// False, and nothing is done, where the reduction does not fit.
template <class Strategy>
struct Reduction {
  static_assert(
      requires { Strategy::held; },
      "stencil: on backend::Cuda a system is solved by cuda::CyclicReduction, cuda::ThreadPerColumn, on a ring "
      "cuda::AroundRings, or without a strategy");
  template <class Out>
  static bool run(const Out& out, const EvaluatedColumns& columns, std::ptrdiff_t count, cudaStream_t stream) {
    constexpr int held = Strategy::held;
    if constexpr (detail::registers::LaneTraits<AssignmentOutputs<Out>>::levels_contiguous) {
      using Exchange = SolvingWarps<scalar_of<typename Out::value_type>>;
      return solve_in_teams<Exchange, held>(out, columns, count, warp_size, stream) ||
             in_long_columns<held>(out, columns, count, stream);
    } else {
      return solve_in_teams<SolvingBlock<32, 256>, held>(out, columns, count, 8, stream) ||
             in_long_columns<held>(out, columns, count, stream);
    }
  }
  /// A block takes as few columns as fill 128 threads; with columns contiguous, some that lie side by side. Blocks: as
  /// solve_in_teams.
  template <int Held, int SideBySide = 8, int Threads = 512, int Blocks = 1, class Out>
  static bool in_long_columns(const Out& out, const EvaluatedColumns& columns, std::ptrdiff_t count,
                              cudaStream_t stream) {
    constexpr int stride = detail::registers::LaneTraits<AssignmentOutputs<Out>>::levels_contiguous ? 1 : SideBySide;
    using Rows = detail::elimination::GroupedRows<typename Out::expression_type::system>;
    constexpr int threads = std::is_arithmetic_v<typename Rows::entry> ? Threads : 256;  // blocks take more registers
    const int lanes = (columns.levels + Held - 1) / Held;
    const int most = std::clamp(lanes, 128 / stride, threads / stride);
    return solve_in_teams<SolvingBlock<stride, threads>, Held, false, Blocks>(out, columns, count, most, stream);
  }
};
template <>
struct Reduction<ThreadPerColumn> {
  template <class Out>
  static bool run(const Out&, const EvaluatedColumns&, std::ptrdiff_t, cudaStream_t) {
    return false;
  }
};
/// Whether the lanes of column functions solve the system of an assignment.
template <class Out, class Rows = detail::elimination::GroupedRows<typename Out::expression_type::system>>
inline constexpr bool solves_in_functions =
    Rows::together == 1 && std::is_floating_point_v<typename Rows::entry> &&
    std::is_floating_point_v<typename Rows::value> && !narrows_in_functions<typename Out::expression_type>;

/// Chosen by measurement (docs/performance_notes.md).
template <>
struct Reduction<DefaultStrategy> {
  template <class Out>
  static bool run(const Out& out, const EvaluatedColumns& columns, std::ptrdiff_t count, cudaStream_t stream) {
    using Rows = detail::elimination::GroupedRows<typename Out::expression_type::system>;
    using Long = Reduction<CyclicReduction<8>>;
    constexpr bool in_double = sizeof(scalar_of<typename Out::value_type>) == 8;
    constexpr int held = in_double ? 4 : 8;
    constexpr bool by_levels = detail::registers::LaneTraits<AssignmentOutputs<Out>>::levels_contiguous;
    if constexpr (!std::is_arithmetic_v<typename Rows::entry>) {
      constexpr bool few = Rows::together == 1 || (in_double && by_levels);
      return Reduction<CyclicReduction<few ? 4 : 8>>::run(out, columns, count, stream);
    } else if constexpr (by_levels) {
      using Exchange = SolvingWarps<scalar_of<typename Out::value_type>>;
      if (idle_lanes(held, columns.levels) <= 1.1 &&
          solve_in_teams<Exchange, held, true>(out, columns, count, warp_size, stream)) {
        return true;
      }
      // Five rows cost less than four, in float64, and as much as eight, in float32.
      const double with_five = idle_lanes(5, columns.levels) * (in_double ? 0.83 : 1.0);
      if (with_five < idle_lanes(held, columns.levels))
        return solve_in_teams<Exchange, 5, false, 0>(out, columns, count, warp_size, stream);
      // Of blocks with 96 registers in a thread, or 64 in float32, more fit.
      constexpr int threads = is_light<Out> && in_double ? 640 : 512;
      constexpr int blocks = is_light<Out> && !in_double ? 2 : 1;
      return in_functions<held>(out, columns, count, stream) ||
             solve_in_teams<Exchange, held, false, 0>(out, columns, count, warp_size, stream) ||
             (in_double && solve_in_teams<Exchange, 8>(out, columns, count, warp_size, stream)) ||
             Long::in_long_columns<8, 1, threads, blocks>(out, columns, count, stream);
    } else {
      if (side_by_side(out, columns, count, stream)) return true;
      constexpr int rows = detail::registers::LaneTraits<AssignmentOutputs<Out>>::loaded_words <= 8 ? 8 : held;
      // Their blocks have few of the longer columns side by side.
      if (columns.levels <= (in_double ? 400 : 256) && in_functions<rows>(out, columns, count, stream)) return true;
      // ptxas finds registers for 8 rows of float64, so that lanes of four columns fill a block. A thread for each
      // column takes far longer still.
      return Long::in_long_columns<in_double ? 8 : 16, in_double ? 4 : 8>(out, columns, count, stream) ||
             Long::in_long_columns<16, 4>(out, columns, count, stream);
    }
  }

 private:
  /// Expressions that read few fields leave registers for more blocks than the compiler would choose.
  template <class Out>
  static constexpr bool is_light = detail::registers::LaneTraits<AssignmentOutputs<Out>>::loaded_words <=
                                   (sizeof(scalar_of<typename Out::value_type>) == 8 ? 6 : 3);
  template <int Held, class Out>
  static bool in_functions(const Out& out, const EvaluatedColumns& columns, std::ptrdiff_t count, cudaStream_t stream) {
    if constexpr (solves_in_functions<Out>) {
      return carry_out_whole<Held>(make_outputs(out), columns, count, false, stream);
    } else {
      return false;
    }
  }

  /// Where columns are neighbours, lanes of a column are warps of a block.
  template <class Out>
  static bool side_by_side(const Out& out, const EvaluatedColumns& columns, std::ptrdiff_t count, cudaStream_t stream) {
    constexpr bool in_double = sizeof(scalar_of<typename Out::value_type>) == 8;
    constexpr bool light = is_light<Out>;
    using Block128 = SolvingBlock<32, 128>;
    using Block256 = SolvingBlock<32, 256>;
    const auto idle = [&](int held) { return (columns.levels + held - 1) / held * held - columns.levels; };
    if constexpr (in_double) {
      return solve_in_teams<Block256, 8, true, light ? 3 : 1>(out, columns, count, 8, stream) ||
             solve_in_teams<Block256, 16, true>(out, columns, count, 8, stream) ||
             solve_in_teams<Block256, 8, false, light ? 2 : 1>(out, columns, count, 8, stream);
    } else {
      if (solve_in_teams<Block128, 16, true, light ? 6 : 1>(out, columns, count, 4, stream) ||
          solve_in_teams<Block256, 16, true>(out, columns, count, 8, stream)) {
        return true;
      }
      // More than half of the rows in use: then the lanes of column functions are faster.
      if (solves_in_functions<Out> && columns.levels > 32) return false;
      return (idle(16) <= idle(8) &&
              solve_in_teams<Block128, 16, false, light ? 5 : 1>(out, columns, count, 4, stream)) ||
             solve_in_teams<Block256, 8, false, light ? 4 : 1>(out, columns, count, 8, stream);
    }
  }
};

/// Around a ring, whose lanes solve together as in a column function.
template <class Out>
void solve_around(const Out& out, const EvaluatedColumns& columns, std::ptrdiff_t count, cudaStream_t stream) {
  require_ring(columns.periodic);
  const auto job = column_functions::job_of(make_outputs(out));
  const ColumnGridData& grid = *out.destination.grid;
  const auto demands = column_functions::traced<DeviceSpace>(job.root, job.mask, grid);
  if (!carry_out_in_registers<0, true>(job, columns, count, demands, true, stream))
    refuse_long_columns<JobShape<std::remove_const_t<decltype(job)>, 0>>(grid, demands, true);
}

template <class Strategy, class Out>
void run_solve(const Out& out, const EvaluatedColumns& columns, std::ptrdiff_t count, cudaStream_t stream) {
  bool done = false;
  if constexpr (detail::elimination::fits_lanes<typename Out::expression_type>)
    done = !columns.periodic && Reduction<Strategy>::run(out, columns, count, stream);
  if (!done) {
    using Solver = detail::elimination::ColumnSolver<Out>;
    const Temporary scratch(Solver::scratch_bytes(columns, count), stream);
    constexpr unsigned threads = 128;
    const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
    require_launch(launch_kernel(solve_by_columns<Out>, {blocks, threads, 0, stream}, out, columns, count,
                                 static_cast<char*>(scratch.get())),
                   make_outputs(out));
  }
}

/// Checks, then solves. Every strategy reads a column before it writes it, except for its mask.
template <class Strategy, class Out>
void launch_solve(AssignmentOutputs<Out>& outputs, cudaStream_t stream) {
  launch<plan::StoreNothing>(outputs, stream,
                             [&](const AssignmentOutputs<Out>& those, detail::checks::Staging staging,
                                 const EvaluatedColumns& columns, std::ptrdiff_t count) {
                               if (staging == detail::checks::Staging::column && Out::masked) return false;
                               if constexpr (std::is_same_v<Strategy, AroundRings>) {
                                 solve_around(those.first, columns, count, stream);
                               } else {
                                 run_solve<Strategy>(those.first, columns, count, stream);
                               }
                               return true;
                             });
}

}  // namespace stencil::cuda
