// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>

#include <stencil/columnwise/job.hpp>
#include <stencil/columnwise/register_lane.hpp>
#include <stencil/expression/order.hpp>

/// Jobs in a part of each column: the levels between two of the column's own are a column by themselves, whose rows
/// count from its lowest level on.
namespace stencil::column_functions {

/// The active cells of columns: the levels of the lowest and of the highest, each a field per column or a number.
/// A level as an int; one that no int holds is as far outside as one can be. An unsigned one below zero is that again.
template <class T>
STENCIL_FUNCTION constexpr int level_as_int(T level) {
  if constexpr (sizeof(T) > sizeof(int)) {
    constexpr int most = std::numeric_limits<int>::max();
    const auto number = static_cast<std::make_signed_t<T>>(level);
    return number > most ? most : number < -most ? -most : static_cast<int>(number);
  } else {
    return static_cast<int>(level);
  }
}

template <class First, class Last>
struct LevelRange {
  First first;
  Last last;

  STENCIL_FUNCTION ActiveCells of(std::ptrdiff_t column, int levels) const {
    const int low = level_in(first, column), high = level_in(last, column);
    const int begin = low < 0 ? 0 : low;
    const int end = high < levels - 1 ? high + 1 : levels;
    return begin < end ? ActiveCells{begin, end - begin} : ActiveCells{0, 0};
  }

 private:
  template <class T, class Layout, class Space>
  STENCIL_FUNCTION static int level_in(const FieldLeaf<T, Surface, Layout, Space>& leaf, std::ptrdiff_t column) {
    return level_as_int(leaf.data[column * leaf.strides.column()]);
  }
  STENCIL_FUNCTION static int level_in(int level, std::ptrdiff_t) { return level; }
};

/// A job in the active cells of each column. All else keeps its values.
template <class J, class Range>
struct PartJob {
  static constexpr bool keeps_values = true;  ///< of what is not active
  J job;
  Range range;
};

/// Whether a job's columns end where those of its grid do, so that lanes may be capped.
template <class J>
inline constexpr bool may_cap = true;
template <class J, class Range>
inline constexpr bool may_cap<PartJob<J, Range>> = false;

/// Whether a user has written what a job computes, and so could cut it in two.
template <class Root>
inline constexpr bool is_written_by_user = true;
template <class J>
inline constexpr bool may_be_cut = true;
template <class Root, class Mask, class... To>
inline constexpr bool may_be_cut<Job<Root, Mask, To...>> = is_written_by_user<Root>;
template <class J, class Range>
inline constexpr bool may_be_cut<PartJob<J, Range>> = may_be_cut<J>;

template <class... Of>
const ColumnGridData& grid_of(const Job<Of...>& job) {
  return *argument_at<0>(job.destinations).grid;
}
template <class J, class Range>
const ColumnGridData& grid_of(const PartJob<J, Range>& part) {
  return grid_of(part.job);
}

/// What is assigned, whether in all of the columns or in a part of them.
template <class... Of>
const Job<Of...>& whole_job(const Job<Of...>& job) {
  return job;
}
template <class J, class Range>
const J& whole_job(const PartJob<J, Range>& part) {
  return part.job;
}

/// Whether whole columns fill lanes of `Held` rows, and groups of a fold, so that the lanes may be capped.
template <int Held, class Job>
bool caps_columns(const Job& job) {
  const ColumnGridData& grid = grid_of(job);
  return may_cap<Job> && !grid.periodic && grid.levels % Held == 0 && grid.levels % detail::folding::rows_of_lane == 0;
}

/// No shared strides: active levels may begin at any row, so that the alignment of a lane's rows is not known.
template <int, class J, class Range>
CommonStrides common_strides(const PartJob<J, Range>&) {
  return {};
}

template <class Lane, class J, class Range>
STENCIL_FUNCTION void carry_out(const Lane& lane, const PartJob<J, Range>& part) {
  carry_out(lane, part.job);
}

// The lane that a backend's team member is for a job.

template <int Held, ColumnEnds ends, bool Capped = false, class Exchange, class... Of>
STENCIL_FUNCTION RegisterLane<Held, ends, Exchange, Capped> lane_for(const Job<Of...>&, const EvaluatedColumns& columns,
                                                                     const LanePosition& place, bool last,
                                                                     const Exchange& exchange,
                                                                     const CommonStrides& strides = {}) {
  return {columns, place, last, exchange, strides};
}
template <int Held, ColumnEnds, bool Capped = false, class Exchange, class J, class Range>
STENCIL_FUNCTION RegisterLane<Held, ColumnEnds::part, Exchange, Capped> lane_for(const PartJob<J, Range>& job,
                                                                                 const EvaluatedColumns& columns,
                                                                                 const LanePosition& place, bool last,
                                                                                 const Exchange& exchange,
                                                                                 const CommonStrides& = {}) {
  return {columns, place, last, exchange, job.range.of(place.column, columns.levels)};
}

}  // namespace stencil::column_functions
