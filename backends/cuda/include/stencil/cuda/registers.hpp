// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <cuda_runtime_api.h>

#include <stencil/algorithm/deal.hpp>
#include <stencil/algorithm/registers.hpp>
#include <stencil/cuda/exchange.hpp>
#include <stencil/cuda/range.hpp>

namespace stencil::cuda {

/// Strategy: lanes hold consecutive rows of a column in registers. With levels contiguous, neighbouring lanes of a warp
/// share a column and exchange rows by shuffles; with columns contiguous, the warps of a block lie above each other and
/// exchange rows through shared memory. Columns with more rows than a team holds are cut into pieces that overlap by
/// what the expression reads.
struct RegisterColumns {
  static constexpr const char* name = "cuda::RegisterColumns";
  static constexpr bool deals_columns = true;  ///< of column functions too
};

/// Where the calling thread stands in a team.
template <class Exchange>
__device__ LanePosition place_of(const detail::registers::Deal& deal, std::ptrdiff_t count, std::ptrdiff_t team,
                                 int bundle = Exchange::bundle) {
  const int thread = static_cast<int>(threadIdx.x);
  const int shift = __ffs(bundle) - 1;
  LanePosition place = deal.place(team, Exchange::bundle > 1 ? thread >> shift : Exchange::member());
  if constexpr (Exchange::bundle > 1) {
    place.column = (place.column << shift) + (thread & (bundle - 1));
    if (place.column >= count) {
      place.column = count - 1;
      place.works = false;
    }
  }
  return place;
}

// The expression comes first among the template arguments, so that a profiler shows it first.
template <class Outs, int Held, ColumnEnds ends, class Exchange>
__global__ void __launch_bounds__(Exchange::most_threads)
    evaluate_in_registers(const Outs outputs, const EvaluatedColumns columns, const detail::registers::Deal deal,
                          const std::ptrdiff_t count) {
  const LanePosition place = place_of<Exchange>(deal, count, Exchange::team_number());
  detail::registers::evaluate_lane(
      AssignmentLane<Held, ends, Exchange>(columns, place, place.column + 1 == count, Exchange{}), outputs);
}

inline constexpr int whole_warps(int threads) { return (threads + warp_size - 1) / warp_size * warp_size; }

/// Lanes of a team that is a block, for columns of `lanes` lanes: as many whole columns as leave the fewest threads of
/// its warps idle. Where a lane of a team is a warp, none are idle, and small blocks wait less.
inline int lanes_of_block(int lanes, int most, int bundle) {
  int best = lanes;
  for (int all = lanes; bundle < warp_size && all <= most; all += lanes) {
    if (all * whole_warps(best) >= best * whole_warps(all)) best = all;
  }
  return best < most ? best : most;
}

/// Words that loaded rows may take of the 255 registers that a thread has; the rest is for what is computed from them.
inline constexpr int words_for_loads = 64;

/// Whether lanes can evaluate these outputs, and whether they can load all operands before they compute.
template <class Outs>
inline constexpr bool fits_lanes =
    detail::registers::LaneTraits<Outs>::fits && detail::registers::LaneTraits<Outs>::reach <= 12;
template <class Outs>
inline constexpr bool fits_registers =
    fits_lanes<Outs> && detail::registers::LaneTraits<Outs>::loaded_words <= words_for_loads;

/// A deal of columns to teams, and the grid of threads that carries it out.
struct DealtTeams {
  detail::registers::Deal deal;
  unsigned blocks;
  int threads;
};
/// Columns of `rows` rows with `held` in each lane, whose formulas reach `reach` rows around their own; `bundle` of
/// them side by side.
template <class Exchange>
DealtTeams deal_to_teams(std::ptrdiff_t count, int rows, bool ring, int held, int reach, bool whole, int most_lanes,
                         int bundle = Exchange::bundle) {
  const std::ptrdiff_t bundles = (count + bundle - 1) / bundle;
  const auto deal_to = [&](int team) { return detail::registers::deal(bundles, rows, ring, held, team, reach, whole); };
  auto deal = deal_to(most_lanes);
  if (Exchange::sized) deal = deal_to(lanes_of_block(deal.lanes, most_lanes, bundle));
  const int threads = Exchange::sized ? whole_warps(deal.team * bundle) : Exchange::most_threads;
  const int teams = Exchange::teams(threads);
  const bool dealt = deal.step() > 0 && (!whole || deal.columns > 0);
  return {deal, dealt ? static_cast<unsigned>((deal.teams() + teams - 1) / teams) : 0, threads};
}

/// False, and nothing is done, if `whole` columns are asked for and a team cannot hold one.
template <int Held, ColumnEnds ends, class Exchange, class Outs>
bool run_in_teams(const Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count, bool whole,
                  int most_lanes, cudaStream_t stream) {
  const DealtTeams work = deal_to_teams<Exchange>(count, columns.levels, ends == ColumnEnds::ring, Held,
                                                  detail::registers::LaneTraits<Outs>::reach, whole, most_lanes);
  if (whole && work.deal.columns == 0) return false;
  require_launch(
      launch_kernel(evaluate_in_registers<Outs, Held, ends, Exchange>,
                    {work.blocks, static_cast<unsigned>(work.threads), 0, stream}, outputs, columns, work.deal, count),
      outputs);
  return true;
}

/// Rows of a lane: 4 to fill 16-byte words in float32; 2 in float64 where nothing is read beside a row, so that words
/// of neighbouring lanes are neighbours; 8 where exchanges cost a barrier; fewer where many operands would not leave
/// the registers to compute with.
template <class Outs>
inline constexpr int held_rows = [] {
  using Traits = detail::registers::LaneTraits<Outs>;
  int held = !Traits::levels_contiguous ? 8 : Traits::reach == 0 && Traits::widest > 4 ? 2 : 4;
  while (held > 1 && held * Traits::loaded_words > words_for_loads) held /= 2;
  return held;
}();
/// Columns of float32 that do not start on a wide word are loaded value by value however many rows a lane holds. It
/// holds 5 where that leaves no more rows idle than 4. (In float64 5 rows are slower than 4, idle or not.)
template <class Outs>
inline constexpr int odd_held_rows =
    held_rows<Outs> == 4 && detail::registers::LaneTraits<Outs>::widest <= 4 ? 5 : held_rows<Outs>;
template <class Outs>
constexpr int held_for(int levels) {
  constexpr int held = held_rows<Outs>;
  constexpr int odd = odd_held_rows<Outs>;
  const auto rounded_up = [levels](int rows) { return (levels + rows - 1) / rows * rows; };
  return levels % held != 0 && rounded_up(odd) <= rounded_up(held) ? odd : held;
}
/// How lanes in blocks exchange rows, where shuffles cannot.
template <class Outs>
using ExchangeInBlock = BlockExchange<detail::registers::LaneTraits<Outs>::levels_contiguous ? 1 : warp_size>;

template <class Outs>
bool run_in_registers(const Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count, bool whole,
                      cudaStream_t stream) {
  constexpr int held = held_rows<Outs>;
  using Exchange = ExchangeInBlock<Outs>;
  constexpr int most_lanes = Exchange::most_threads / Exchange::bundle;
  if (columns.periodic)
    return run_in_teams<held, ColumnEnds::ring, Exchange>(outputs, columns, count, whole, most_lanes, stream);
  if constexpr (detail::registers::LaneTraits<Outs>::levels_contiguous) {
    constexpr int odd = odd_held_rows<Outs>;
    const bool done =
        held_for<Outs>(columns.levels) == odd
            ? run_in_teams<odd, ColumnEnds::bounded, WarpExchange>(outputs, columns, count, whole, warp_size, stream)
            : run_in_teams<held, ColumnEnds::bounded, WarpExchange>(outputs, columns, count, whole, warp_size, stream);
    if (done) return true;
  }
  return run_in_teams<held, ColumnEnds::bounded, Exchange>(outputs, columns, count, whole, most_lanes, stream);
}

template <class Outs, class Explanation>
void explain_registers(const Outs&, const ColumnGridData& grid, Explanation& x) {
  const bool in_warps = detail::registers::LaneTraits<Outs>::levels_contiguous && !grid.periodic;
  const int held = in_warps ? held_for<Outs>(grid.levels) : held_rows<Outs>;
  x.mapping.team = std::to_string(held) + " rows in each lane, neighbours by " +
                   (in_warps ? "shuffles in a warp" : "a slot per lane in shared memory, a barrier for each exchange");
}

}  // namespace stencil::cuda
