// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include <stencil/cuda/lane_kernels.hpp>
#include <stencil/cuda/resident_blocks.hpp>
#include <stencil/cuda/sweep.hpp>

/// Column functions with operations on whole columns, by lanes that suit these. Their kernels are compiled for such
/// functions alone.
namespace stencil::cuda {

/// Whether lanes are to hold the top faces of a job's columns beside their highest levels. In warps, which must hold
/// the columns, not where that leaves many more lanes without rows than eight rows in each would; warps take the job if
/// its fields have common strides too.
template <class Of, class Job>
bool caps(const Job& job, const column_functions::Demands& demands) {
  constexpr int held = Of::held_capped;
  const int levels = column_functions::grid_of(job).levels;
  if (!Of::may_cap || !demands.whole || demands.levels_near || !demands.top_face ||
      !column_functions::caps_columns<held>(job)) {
    return false;
  }
  return !Of::levels_contiguous ||
         (levels <= warp_size * held && busy_lanes(levels, held) >= 0.75 * busy_lanes(levels + 1, Of::held_whole));
}

template <class Job>
bool carry_out_solves(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                      const column_functions::Demands& demands, int held, const LaunchQueue& queue) {
  if constexpr (JobShape<Job, 0>::held != 4) {
    if (held == 4)
      return fits_in_registers<4, Job>() && carry_out_in_warps<4>(job, columns, count, demands, true, queue);
  }
  return held == 5 && fits_in_registers<5, Job>() && carry_out_in_warps<5>(job, columns, count, demands, true, queue);
}
/// Columns with systems that are solved in blocks. With columns contiguous, where they do not find registers in thread
/// blocks of the usual size, in smaller ones.
template <class Job, class Slots>
struct ShapeForBlocks : JobShape<Job, 0> {
  static constexpr int held = rows_for_blocks, held_whole = held, held_capped = held;
  using slots = Slots;
  static constexpr int usual_threads(int, bool) { return 256; }
};
template <class Job>
bool carry_out_blocks(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                      const column_functions::Demands& demands, const LaunchQueue& queue) {
  using Usual = JobShape<Job, 0>;
  using Of = ShapeForBlocks<Job, typename Usual::slots>;
  if (!demands.in_blocks || columns.periodic) return false;
  const auto carry_out = [&](auto capped) {
    if (!suits_blocks<Usual>(columns.levels, capped, demands)) return false;
    if constexpr (Of::levels_contiguous) {
      return fits_in_registers<Of::held, Job, SmallWarps, capped>() &&
             carry_out_in_warps<Of::held, capped>(job, columns, count, demands, true, queue);
    } else {
      const auto in_slots = [&]<class Shape>(std::type_identity<Shape>) {
        return fits_in_registers<Shape::held, Job, typename Shape::slots, capped>() &&
               carry_out_in_slots<Shape::held, false, Shape, capped>(job, columns, count, demands, true, queue);
      };
      using Small = ShapeForBlocks<Job, BlockExchange<warp_size, 256>>;
      return in_slots(std::type_identity<Of>{}) || in_slots(std::type_identity<Small>{});
    }
  };
  if constexpr (Of::may_cap) {
    if (caps<Of>(job, demands)) return carry_out(std::true_type{});
  }
  return carry_out(std::false_type{});
}

/// Columns with marches of the user's, in which one lane of a column works while the others wait: a multiprocessor is
/// to hold many columns at a time, although not all their rows find registers. Columns so few that each has a place are
/// left to others.
template <class Job>
bool carry_out_marches(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                       const column_functions::Demands& demands, const LaunchQueue& queue) {
  using Of = JobShape<Job, 0>;
  using Slots = typename Of::slots;
  constexpr int held = rows_for_marches;
  constexpr ColumnEnds ends = ColumnEnds::either;
#if defined(STENCIL_REFUSE_SPILLS)
  if (!fits_in_registers<held, Job, Slots>()) return false;
#endif
  if (!demands.in_turns || columns.periodic || count < static_cast<std::ptrdiff_t>(Slots::bundle) * processors())
    return false;
  const int lanes = (columns.levels + (demands.top_face ? 1 : 0) + held - 1) / held;
  static std::array<ResidentBlocks, Slots::most_threads / warp_size + 1> of_kernel;
  int bundle = 0, most = 0;
  for (int some = Slots::bundle; some * static_cast<int>(Of::widest) >= Of::least_row_bytes; some /= 2) {
    const int threads = whole_warps(lanes * some);
    if (threads > Slots::most_threads) continue;
    const auto* const kernel = reinterpret_cast<const void*>(carry_out_columns<Job, held, ends, Slots>);
    const int at_a_time = some * of_kernel[static_cast<std::size_t>(threads / warp_size)](kernel, threads, 0);
    if (at_a_time > most) {
      most = at_a_time;
      bundle = some;
    }
  }
  return bundle > 0 &&
         carry_out_in_teams<held, ends, Slots, false, true>(job, columns, count, demands, true, bundle, lanes, queue);
}

/// Columns whose only operations on whole columns are solves. False, and nothing is done, where the rows of a lane that
/// suit other operations suit these too.
template <class Job>
bool carry_out_solves_alone(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                            const column_functions::Demands& demands, const LanesByNeed<Job>& lanes,
                            const LaunchQueue& queue) {
  using Of = JobShape<Job, 0>;
  if (lanes.solving == nullptr) return false;
  const int held = rows_for_solves<Of>(columns.levels, columns.periodic, demands);
  return held != rows_in_lane<Of>(columns.levels, columns.periodic, demands) &&
         lanes.solving(job, columns, count, demands, held, queue);
}

/// By lanes with the top faces of columns beside their highest levels, where that suits.
template <class Job>
bool carry_out_capped(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                      const column_functions::Demands& demands, const LaunchQueue& queue) {
  using Of = JobShape<Job, 0>;
  if constexpr (Of::may_cap) {
    constexpr int held = Of::held_capped;
    if (!caps<Of>(job, demands)) return false;
    if constexpr (!Of::levels_contiguous) {
      return fits_in_registers<held, Job, typename Of::slots, true>() &&
             carry_out_in_slots<held, false, Of, true>(job, columns, count, demands, true, queue);
    } else {
      return fits_in_registers<held, Job, SmallWarps, true>() &&
             carry_out_in_warps<held, true>(job, columns, count, demands, true, queue);
    }
  }
  return false;
}
template <class Job>
bool carry_out_whole_columns(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                             const column_functions::Demands& demands, const LanesByNeed<Job>& lanes, bool longer,
                             const LaunchQueue& queue) {
  using Of = JobShape<Job, 0>;
  if (!longer && ((lanes.blocks != nullptr && lanes.blocks(job, columns, count, demands, queue)) ||
                  carry_out_capped(job, columns, count, demands, queue) ||
                  (lanes.marches != nullptr && lanes.marches(job, columns, count, demands, queue)) ||
                  carry_out_solves_alone(job, columns, count, demands, lanes, queue)))
    return true;
  if constexpr (Of::held_whole != Of::held) {
    constexpr int held = Of::held_whole;
    if (rows_in_lane<Of>(columns.levels, columns.periodic, demands) != held) return false;
    if constexpr (Of::levels_contiguous) {
      return !longer && fits_in_registers<held, Job>() &&
             carry_out_in_warps<held>(job, columns, count, demands, true, queue);
    } else {
      return (longer || fits_in_registers<held, Job, typename Of::slots>()) &&
             carry_out_in_slots<held, false, Of>(job, columns, count, demands, true, queue);
    }
  }
  return false;
}
/// How lanes carry out operations on whole columns: none for a function that has no such operations, where kernels are
/// compiled by need.
template <class Job>
LanesByNeed<Job> lanes_by_need(const Job& job, const EvaluatedColumns& columns) {
  if constexpr (SweepOf<Job>::possible) {
    SweepOf<Job> of{{job}, {}};
    of.look_for_kernels(columns);
    return of.look.code;
  } else {
    return {.whole = &carry_out_whole_columns<Job>};
  }
}

}  // namespace stencil::cuda
