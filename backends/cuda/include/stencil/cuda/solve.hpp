// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/cuda/registers.hpp>
#include <stencil/cuda/shared_memory.hpp>
#include <stencil/cuda/solving_block.hpp>
#include <stencil/cuda/stand_ins.hpp>
#include <stencil/evaluate/check.hpp>
#include <stencil/evaluate/policy.hpp>
#include <stencil/matrix/column_solver.hpp>
#include <stencil/matrix/lane_solver.hpp>

namespace stencil::cuda {

/// Strategy for solve: each lane eliminates `Held` neighbouring rows in its registers, then the lanes of a column solve
/// together for what is left, by parallel cyclic reduction. For tridiagonal systems of columns with ends.
template <int Held, int Turns = 1>
struct CyclicReduction {
  static constexpr const char* name = "cuda::CyclicReduction";
  static constexpr int held = Held;
  static constexpr int turns = Turns;
};
/// Strategy for solve: one thread takes a column, row after row. For any band, and for rings.
struct ThreadPerColumn {
  static constexpr const char* name = "cuda::ThreadPerColumn";
};

/// Turns: how many columns a team solves one after the other; their lanes are at the same rows, so they load the
/// metric once.
template <class Out, int Held, bool Full, class Exchange, int Turns>
__global__ void __launch_bounds__(Exchange::most_threads)
    solve_in_registers(const __grid_constant__ Out out, const __grid_constant__ ColumnSet columns,
                       const __grid_constant__ registers::Deal deal, const std::ptrdiff_t count) {
  Exchange exchange{};
  if constexpr (requires { exchange.lanes; }) {
    exchange.lanes = deal.lanes;
    exchange.columns = (deal.columns > 0 ? deal.columns : 1) * Exchange::bundle;
  }
  const std::ptrdiff_t first = Exchange::team_number() * Turns;
  const Place place = place_of<Exchange>(deal, count, first);
  Lane<Held, Ends::bounded, Exchange, Full> lane(columns, place, place.column + 1 == count, exchange);
  if constexpr (Turns == 1) {
    elimination::solve_lane(lane, out);
  } else {
#pragma unroll 1
    for (int turn = 0; turn < Turns; ++turn) {
      lane.move_to(place_of<Exchange>(deal, count, first + turn), count);
      elimination::solve_lane(lane, out);
      lane.exchange.meet();
    }
  }
}

template <class Out>
__global__ void solve_by_columns(const Out out, const ColumnSet columns, const std::ptrdiff_t count, char* scratch) {
  const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (column < count) elimination::ColumnSolver<Out>(out, columns, column, scratch, column, count).run();
}

/// False, and nothing is done, where a team cannot hold a column.
template <class Exchange, int Held, int Turns = 1, class Out>
bool solve_in_teams(const Out& out, const ColumnSet& columns, std::ptrdiff_t count, int most_lanes,
                    cudaStream_t stream) {
  const auto work = deal_to_teams<Held, Ends::bounded, Exchange, Outputs<Out>>(columns, count, true, most_lanes);
  if (work.deal.columns == 0) return false;
  const unsigned blocks = (work.blocks + Turns - 1) / Turns;
  std::size_t bytes = 0;
  if constexpr (Exchange::sized) {
    using System = typename Out::expression_type::system;
    bytes =
        Exchange::template bytes<elimination::Equation<typename System::entry, typename System::value>>(work.threads);
  }
  const auto kernel = columns.levels % Held == 0 ? solve_in_registers<Out, Held, true, Exchange, Turns>
                                                 : solve_in_registers<Out, Held, false, Exchange, Turns>;
  if constexpr (Exchange::sized) {
    if (bytes + Exchange::slot_bytes > 48 * 1024) {
      require(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
              "shared memory of a block");
    }
  }
  kernel<<<blocks, static_cast<unsigned>(work.threads), bytes, stream>>>(out, columns, work.deal, count);
  return true;
}

/// How much a row costs with so many of them in a lane, idle lanes included, as measured (docs/performance.md): more
/// rows share one reduction, but loads and registers suffer, in float64 the more.
constexpr double cost_of_row(int held, int levels, bool in_double, bool many) {
  const int lanes = (levels + held - 1) / held;
  if (lanes > warp_size) return 1e9;
  const double idle = static_cast<double>(warp_size * held) / (warp_size / lanes * levels);
  const double of_double = held == 4 ? 1.0 : held == 5 ? 1.05 : many ? 0.95 : 1.25;
  const double of_float = held == 4 ? 1.35 : held == 5 ? 1.2 : 1.0;
  return idle * (in_double ? of_double : of_float);
}

/// False, and nothing is done, where the reduction does not fit.
template <class Strategy>
struct Reduction {
  template <class Out>
  static bool run(const Out& out, const ColumnSet& columns, std::ptrdiff_t count, cudaStream_t stream) {
    if constexpr (registers::Shape<Outputs<Out>>::levels_contiguous) {
      if (solve_in_teams<WarpExchange, Strategy::held, Strategy::turns>(out, columns, count, warp_size, stream))
        return true;
      return solve_in_teams<SolvingBlock<1>, Strategy::held>(out, columns, count, 512, stream);
    } else {
      if (solve_in_teams<SolvingBlock<32>, Strategy::held, Strategy::turns>(out, columns, count, 16, stream))
        return true;
      return solve_in_teams<SolvingBlock<8>, Strategy::held>(out, columns, count, 64, stream);
    }
  }
};
template <>
struct Reduction<ThreadPerColumn> {
  template <class Out>
  static bool run(const Out&, const ColumnSet&, std::ptrdiff_t, cudaStream_t) {
    return false;
  }
};
template <>
struct Reduction<DefaultStrategy> {
  template <class Out>
  static bool run(const Out& out, const ColumnSet& columns, std::ptrdiff_t count, cudaStream_t stream) {
    constexpr bool in_double = sizeof(scalar_of<typename Out::value_type>) == 8;
    if constexpr (registers::Shape<Outputs<Out>>::levels_contiguous) {
      const bool many = in_double && columns.levels % 8 == 0 && columns.levels * count >= std::ptrdiff_t{1} << 25;
      const auto cost = [&](int held) { return cost_of_row(held, columns.levels, in_double, many); };
      const auto in_warps = [&]<int Held>(std::integral_constant<int, Held>) {
        if constexpr (in_double && Held == 8) {
          if (many) return solve_in_teams<WarpExchange, Held, 8>(out, columns, count, warp_size, stream);
        }
        return solve_in_teams<WarpExchange, Held>(out, columns, count, warp_size, stream);
      };
      if (columns.levels <= 8 * warp_size) {
        if (cost(8) <= cost(4) && cost(8) <= cost(5)) return in_warps(std::integral_constant<int, 8>{});
        if (cost(5) <= cost(4)) return in_warps(std::integral_constant<int, 5>{});
        return in_warps(std::integral_constant<int, 4>{});
      }
      return Reduction<CyclicReduction<8>>::run(out, columns, count, stream);
    } else {
      if (in_double && columns.levels % 16 != 0 && columns.levels <= 64)
        return Reduction<CyclicReduction<8>>::run(out, columns, count, stream);
      return Reduction<CyclicReduction<16>>::run(out, columns, count, stream);
    }
  }
};

template <class Strategy, class Out>
void run_solve(const Out& out, const ColumnSet& columns, std::ptrdiff_t count, cudaStream_t stream) {
  bool done = false;
  if constexpr (elimination::fits_lanes<typename Out::expression_type>)
    done = !columns.periodic && Reduction<Strategy>::run(out, columns, count, stream);
  if (!done) {
    using Solver = elimination::ColumnSolver<Out>;
    const Temporary scratch(Solver::scratch_bytes(columns, count), stream);
    constexpr unsigned threads = 128;
    const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
    solve_by_columns<<<blocks, threads, 0, stream>>>(out, columns, count, static_cast<char*>(scratch.get()));
  }
  require_launch(make_outputs(out));
}

/// Checks, then solves. Every strategy reads a column before it writes it, except for its mask.
template <class Strategy, class Out>
void launch_solve(const Outputs<Out>& outputs, cudaStream_t stream) {
  using Plan = plan::StoreNothing;
  checks::check<Plan>(outputs);
  const ProfilerRange range(outputs);
  const GridData& grid = *outputs.first.destination.grid;
  const ColumnSet& columns = device_metric(grid).columns();
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const checks::Staging staging = checks::staging<Plan>(outputs);
  constexpr bool masked = !std::is_same_v<decltype(Out::mask), NoMask>;
  if (staging == checks::Staging::whole || (masked && staging == checks::Staging::column)) {
    through_device_stand_ins(outputs, count, stream,
                             [&](const auto& redirected) { run_solve<Strategy>(redirected, columns, count, stream); });
  } else {
    run_solve<Strategy>(outputs.first, columns, count, stream);
  }
}

}  // namespace stencil::cuda
