// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include <stencil/algorithm/deal.hpp>
#include <stencil/algorithm/fold_lane.hpp>
#include <stencil/columnwise/sweep_needs.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/emulation/member.hpp>
#include <stencil/matrix/lane_solver.hpp>
#include <stencil/padded_metric.hpp>

/// The lanes of a CUDA warp or block emulated on the host: each lane is a host thread, and lanes exchange values
/// through slots in memory with barriers.
namespace stencil::emulation {

/// Strategy: teams of lanes that hold `Held` rows each, as cuda::RegisterColumns does. `dropped_barrier` shows that
/// tests find a missing barrier: no lane waits at the barrier of that number.
template <int Held = 2>
struct Lanes {
  static constexpr const char* name = "emulation::Lanes";
  static constexpr bool deals_columns = true;  ///< it carries out column functions too
  static constexpr int held = Held;            ///< rows of a lane
  static constexpr bool caps = false;  ///< of a column whose levels fill lanes, the top face has no lane of its own
  int lanes = 4;                       ///< of a team, or as many as the rows that it needs at once take
  int dropped_barrier = -1;            ///< none by default
};

/// The same; in column functions the face on top of a column whose levels fill lanes has no lane of its own.
template <int Held = 4>
struct CappedLanes : Lanes<Held> {
  static constexpr bool caps = true;
};

/// Where a lane stores a value for the others.
struct Slot {
  alignas(std::max_align_t) std::byte value[1024];
};

class SlotExchange {
 public:
  static constexpr bool waits = true;
  static constexpr int most_lanes = 1024;          ///< of a column
  static constexpr bool goes_around_rings = true;  ///< one kernel serves rings and columns with ends

  SlotExchange(int me, std::vector<Slot>& slots, std::barrier<>& barrier, int& reached, int dropped)
      : me_(me), slots_(slots), barrier_(barrier), reached_(reached), dropped_(dropped) {}

  template <class T>
  T from(const T& value, int distance) const {
    static_assert(sizeof(T) <= sizeof(Slot));
    std::memcpy(slots_[static_cast<std::size_t>(me_)].value, &value, sizeof(T));
    barrier();
    const int other = me_ + distance;
    const bool there = other >= 0 && other < static_cast<int>(slots_.size());
    T got = value;
    if (there) std::memcpy(&got, slots_[static_cast<std::size_t>(other)].value, sizeof(T));
    barrier();
    return got;
  }
  template <class T>
  T from_lane(const T& value, int distance) const {
    return from(value, distance);
  }
  /// Whether `mine` is true on any lane of the team.
  bool any(bool mine) const {
    std::memcpy(slots_[static_cast<std::size_t>(me_)].value, &mine, sizeof(bool));
    barrier();
    bool found = false;
    for (const Slot& slot : slots_) {
      bool other = false;
      std::memcpy(&other, slot.value, sizeof(bool));
      found = found || other;
    }
    barrier();
    return found;
  }
  void barrier() const {
    if (reached_++ != dropped_) barrier_.arrive_and_wait();
  }

 private:
  int me_;
  std::vector<Slot>& slots_;
  std::barrier<>& barrier_;
  int& reached_;
  int dropped_;
};

/// A grid whose metric is padded, so that lanes may read beyond the ends of columns.
inline EvaluatedColumns columns_for_lanes(const ColumnGridData& grid) {
  grid.require_heights_on_host();
  return {grid.levels, grid.periodic, grid.per_column,
          grid.copy<PaddedMetric<double>>([&] { return PaddedMetric<double>(grid); }).view(),
          grid.copy<PaddedMetric<float>>([&] { return PaddedMetric<float>(grid); }).view()};
}

/// The metric of columns that have heights of their own, neighbouring columns side by side and zeros beyond their ends,
/// as cuda::MetricAcross has it.
template <class Real>
class MetricAcross {
 public:
  explicit MetricAcross(const ColumnGridData& grid) : view_(grid.view_across<Real>()) {
    constexpr std::size_t beyond = column_functions::HeightsSideBySide::rows_beyond;
    const std::size_t n = grid.columns;
    view_.each_array(grid.levels, [&](const Real*& values, int rows) {
      std::vector<Real>& longer = arrays_.emplace_back((static_cast<std::size_t>(rows) + 2 * beyond) * n);
      std::copy(values, values + static_cast<std::size_t>(rows) * n, longer.data() + beyond * n);
      values = longer.data() + beyond * n;
    });
  }
  /// Its pointers hold as long as this object.
  const MetricView<Real>& view() const { return view_; }

 private:
  MetricView<Real> view_;
  std::vector<std::vector<Real>> arrays_;
};
/// The columns for threads that take one each, whose results may be `behind` turns behind. Heights that change are
/// read where the host has them, as fields of backend::Cpu may set them.
inline EvaluatedColumns columns_side_by_side(const ColumnGridData& grid, int behind) {
  if (grid.changing || !column_functions::HeightsSideBySide::suit(grid, behind)) return columns_for_lanes(grid);
  return {grid.levels, grid.periodic, true,
          grid.copy<MetricAcross<double>>([&] { return MetricAcross<double>(grid); }).view(),
          grid.copy<MetricAcross<float>>([&] { return MetricAcross<float>(grid); }).view()};
}

/// Calls work(place, exchange) on every thread of every team, one team after the other.
template <class Work>
void run_teams(const detail::registers::Deal& deal, int dropped, const Work& work) {
  std::vector<Slot> slots(static_cast<std::size_t>(deal.team));
  std::barrier<> barrier(deal.team);
  const auto member = [&](int me) {
    for (std::ptrdiff_t team = 0; team < deal.teams(); ++team) {
      int reached = 0;
      const SlotExchange exchange(me, slots, barrier, reached, dropped);
      work(deal.place(team, me), exchange);
      barrier.arrive_and_wait();  // the next team uses the same slots
    }
  };
  on_threads(deal.team, member);
}

/// Calls work(lane) on every lane of every team.
template <int Held, ColumnEnds ends, bool Full = false, class Work>
void run_lanes(const EvaluatedColumns& columns, const detail::registers::Deal& deal, int dropped, const Work& work) {
  run_teams(deal, dropped, [&](const LanePosition& place, const SlotExchange& exchange) {
    work(AssignmentLane<Held, ends, SlotExchange, Full>(columns, place, place.column + 1 == deal.count, exchange));
  });
}

template <class Outs, int Held>
void launch(Outs& outputs, const Lanes<Held>& shape) {
  using Of = detail::registers::LaneTraits<Outs>;
  static_assert(Of::fits, "stencil: emulation::Lanes evaluates center and face expressions only");
  detail::assignment::launch<plan::StoreNothing>(
      outputs, cpu::HostMemory{}, [&](Outs& those, detail::checks::Staging staging, const plan::OperandList&) {
        const ColumnGridData& grid = *those.first.destination.grid;
        const bool whole = staging == detail::checks::Staging::column;
        const int lanes = std::max(shape.lanes, 2 * ((Of::reach + Held - 1) / Held) + 1);
        const auto deal = detail::registers::deal(static_cast<std::ptrdiff_t>(grid.columns), grid.levels, grid.periodic,
                                                  Held, lanes, Of::reach, whole);
        if (whole && deal.columns == 0) return false;
        const auto work = [&](const auto& lane) { detail::registers::evaluate_lane(lane, those); };
        if (grid.periodic) {
          run_lanes<Held, ColumnEnds::ring>(columns_for_lanes(grid), deal, shape.dropped_barrier, work);
        } else {
          run_lanes<Held, ColumnEnds::bounded>(columns_for_lanes(grid), deal, shape.dropped_barrier, work);
        }
        return true;
      });
}

template <class Outs, int Held, class Explanation>
void explain(const Outs& outputs, const Lanes<Held>&, const char* reason, Explanation& x) {
  x.mapping.strategy = "emulation::Lanes";
  x.mapping.reason = reason;
  x.mapping.team = std::to_string(Held) + " rows in each lane, neighbours by a slot and two barriers";
  detail::explaining::describe_tree<plan::InRegisters>(outputs, 0, x);
}

/// Solves systems of columns that are not rings by the lanes of a team together, as cuda::CyclicReduction does. A team
/// has as many lanes as a column needs.
template <class Out, int Held>
void launch_solve(AssignmentOutputs<Out>& outputs, const Lanes<Held>& shape) {
  static_assert(
      detail::elimination::fits_lanes<typename Out::expression_type>,
      "stencil: emulation::Lanes solves systems of at most two entries on each side of the diagonal, at centers "
      "or faces");
  detail::assignment::launch<plan::StoreNothing>(
      outputs, cpu::HostMemory{},
      [&](AssignmentOutputs<Out>& those, detail::checks::Staging staging, const plan::OperandList&) {
        // A column is read completely before it is written, except for its mask.
        if (staging == detail::checks::Staging::column && Out::masked) return false;
        const ColumnGridData& grid = *those.first.destination.grid;
        const auto count = static_cast<std::ptrdiff_t>(grid.columns);
        const auto deal = detail::registers::deal(count, grid.levels, false, Held,
                                                  std::max(shape.lanes, (grid.levels + Held - 1) / Held), 0, true);
        const auto work = [&](const auto& lane) { detail::elimination::solve_lane(lane, those.first); };
        const auto run = grid.levels % Held == 0 ? run_lanes<Held, ColumnEnds::bounded, true, decltype(work)>
                                                 : run_lanes<Held, ColumnEnds::bounded, false, decltype(work)>;
        run(columns_for_lanes(grid), deal, shape.dropped_barrier, work);
        return true;
      });
}

/// The lanes of a column, numbered in the direction of a fold.
template <bool Upward>
struct LaneGroup {
  int lane;
  int width;
  const SlotExchange& exchange;

  template <class T>
  T below(const T& value, int distance) const {
    return exchange.from_lane(value, Upward ? -distance : distance);
  }
  template <class T>
  T of(const T& value, int other) const {
    return exchange.from_lane(value, Upward ? other - lane : lane - other);
  }
};

/// An accumulation by lanes that hold rows in registers, as cuda::ColumnLanes does, one column after the other.
template <class Out, int Held>
void launch_accumulation(AssignmentOutputs<Out>& outputs, const Lanes<Held>& shape) {
  using Node = typename Out::expression_type;
  using Fold = typename Node::fold_type;
  static_assert(detail::registers::folds<Node>,
                "stencil: emulation::Lanes accumulates with associative operations of what registers can hold");
  detail::assignment::launch<plan::StoreNothing>(
      outputs, cpu::HostMemory{},
      [&](AssignmentOutputs<Out>& those, detail::checks::Staging staging, const plan::OperandList&) {
        detail::folding::require_ends(those.first);
        const ColumnGridData& grid = *those.first.destination.grid;
        const int rows = Node::template rows_taken<typename Out::location>(grid.levels);
        if (!detail::registers::lanes_take<Node>(rows, grid.levels)) return false;
        // A chunk is read completely before it is written, but the masks of other chunks may read its destination.
        if (staging == detail::checks::Staging::column &&
            (!detail::registers::in_one_chunk<Node>(rows, grid.levels) || Out::masked))
          return false;
        const EvaluatedColumns columns = columns_for_lanes(grid);
        const auto count = static_cast<std::ptrdiff_t>(grid.columns);
        const int width = detail::registers::lanes_of_column<Node>(rows, grid.levels);
        const auto deal = detail::registers::deal(count, width, false, 1, width, 0, true);
        run_lanes<1, ColumnEnds::bounded>(columns, deal, shape.dropped_barrier, [&](const auto& place) {
          const int member = place.first_row;
          const LaneGroup<Fold::upward> group{Fold::upward ? member : width - 1 - member, width, place.exchange};
          detail::registers::accumulate(those.first, group, columns, place.column, place.last_column, true,
                                        place.exchange);
        });
        return true;
      });
}

}  // namespace stencil::emulation
