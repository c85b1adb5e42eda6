// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/columnwise/register_march.hpp>
#include <stencil/expression/order.hpp>

/// The rows of a column that lie in the registers of several lanes, joined in groups: what reductions and running
/// values begin with.
namespace stencil::column_functions {

/// Whether lanes of `Held` rows hold whole groups, or parts of one.
template <int Held>
inline constexpr bool fills_groups =
    Held % detail::folding::rows_of_lane == 0 || detail::folding::rows_of_lane % Held == 0;

/// The rows of a column joined in groups, as expression/order.hpp says; in both directions groups and chunks begin at
/// multiples of their sizes from the lowest row. A lane holds a part of a group, one group, or several.
template <class Where, bool Upward, class Lane, class Step>
struct GroupsInLanes {
  using State = typename Step::State;
  static constexpr int held = Lane::held;
  static constexpr int of_group = detail::folding::rows_of_lane;
  static_assert(fills_groups<held>);
  static constexpr int groups = held > of_group ? held / of_group : 1;   ///< of a lane
  static constexpr int members = held < of_group ? of_group / held : 1;  ///< lanes of a group
  static constexpr int rows = held / groups;                             ///< of a group in a lane
  static constexpr bool capped = Lane::template capped<Where>;           ///< a lane has the face on top beside them
  static constexpr int back = Upward ? -1 : 1;  ///< from a lane to the one before it in the direction

  const Lane& lane;
  const Step& step;
  int end;          ///< rows of the column
  int most;         ///< the largest number of groups of a column of the team, for any active levels
  State own[held];  ///< rows of the lane in the direction, joined with those before them in the group
  State on_top{};   ///< of the face on top, which begins a group: of the highest lane, where not all are given it

  template <class Value>
  STENCIL_FUNCTION GroupsInLanes(const Lane& of, const Step& with, const Value& value, bool all_have_top)
      : lane(of), step(with), end(of.template rows_of_column<Where>()) {
    const int all = of.ring() ? of.columns.levels : rows_at<Where>(of.columns.levels);
    most = (all + of_group - 1) / of_group;
    unrolled<held>([&](int j) { own[j] = step.lifted(OneColumn{}, number_in(value, row(j))); });
    if constexpr (capped) {
      on_top = step.lifted(OneColumn{}, number_in(value, held));
      if (all_have_top) on_top = from_highest(on_top);
    }
    join_rows();
  }

  /// Row j of the lane, counted in the direction.
  STENCIL_FUNCTION static constexpr int row(int j) { return Upward ? j : held - 1 - j; }
  /// Whether that is the column's first in the direction.
  STENCIL_FUNCTION bool is_first(int j) const { return lane.first_row + row(j) == (Upward ? 0 : end - 1); }
  /// The rows of group q joined.
  STENCIL_FUNCTION const State& group(int q) const { return own[(q + 1) * rows - 1]; }
  /// Groups before group q of the lane in its chunk.
  STENCIL_FUNCTION int groups_before(int q) const {
    const int group = members > 1 ? lane.number / members : lane.number * groups + (Upward ? q : groups - 1 - q);
    if (Upward) return group % detail::folding::lanes;
    const int last = group - group % detail::folding::lanes + detail::folding::lanes - 1, top = (end - 1) / of_group;
    return (top < last ? top : last) - group;
  }
  /// Lanes of its group before this one.
  STENCIL_FUNCTION int members_before() const {
    return Upward ? lane.number % members : members - 1 - lane.number % members;
  }
  /// The value of the lane with the column's highest rows.
  STENCIL_FUNCTION State from_highest(const State& here) const {
    return lane.exchange->from_lane(here, lane.template lanes<Where>() - 1 - lane.number);
  }
  /// Whether the face on top begins a chunk too, and whether it begins that of group q in the direction.
  STENCIL_FUNCTION bool tops_alone() const { return (end - 1) % detail::folding::chunk == 0; }
  STENCIL_FUNCTION bool follows_top(int q) const {
    const int group = lane.first_row / of_group + (Upward ? q : groups - 1 - q);
    return capped && !Upward && !tops_alone() && group / detail::folding::lanes == (end - 1) / detail::folding::chunk;
  }
  STENCIL_FUNCTION State op(const State& a, const State& b) const { return step.joined(OneColumn{}, a, b); }

 private:
  STENCIL_FUNCTION void join_rows() {
    // Rows past the end are joined too: upward after all others, where they are not used; downward they come first, so
    // the column's first row begins anew.
    const auto begins = [&](int j) { return !Upward && is_first(j); };
    unrolled<members>([&](int turn) {
      const State before = turn > 0 ? lane.exchange->from(own[held - 1], back) : own[0];
      if (members > 1 && members_before() != turn) return;
      if (turn > 0 && !begins(0)) own[0] = op(before, own[0]);
      unrolled<held>([&](int j) {
        if (j % rows != 0 && !begins(j)) own[j] = op(own[j - 1], own[j]);
      });
    });
  }
};

}  // namespace stencil::column_functions
