// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/columnwise/register_groups.hpp>

/// Reductions of columns whose rows lie in the registers of several lanes.
namespace stencil::column_functions {

/// What all rows of a column give. Of the groups of a chunk only those are joined that the last row asks for: all
/// before its own.
template <class Where, bool Upward, class Lane, class Step>
struct TotalInLanes : GroupsInLanes<Where, Upward, Lane, Step> {
  using Groups = GroupsInLanes<Where, Upward, Lane, Step>;
  using State = typename Step::State;
  using Groups::lane, Groups::own, Groups::on_top, Groups::end, Groups::most, Groups::held, Groups::groups,
      Groups::members, Groups::of_group, Groups::back, Groups::capped, Groups::op, Groups::follows_top;
  static_assert((groups & (groups - 1)) == 0, "the groups of a lane are a part of the tree");

  template <class Value>
  STENCIL_FUNCTION TotalInLanes(const Lane& of, const Step& with, const Value& value) : Groups(of, with, value, true) {}

  STENCIL_FUNCTION State total(const State& start) const {
    const State earlier = join_groups(), last = last_row();
    State reached = start;
    const int chunks = (most + detail::folding::lanes - 1) / detail::folding::lanes, top = (end - 1) / of_group;
    STENCIL_ROLLED_LOOP
    for (int c = 0; c < chunks; ++c) {
      const int lowest = (Upward ? c : chunks - 1 - c) * detail::folding::lanes;
      const int highest = last_group(lowest);
      const int group = Upward ? highest : lowest, before = group + back;
      const int row_of_last = Upward ? stencil::min(end, (group + 1) * of_group) - 1 : group * of_group;
      const int row_before = before * of_group + (Upward ? of_group - 1 : 0);
      State joined = lane.exchange->from_lane(earlier, row_before / held - lane.number);
      State at_end = lane.exchange->from_lane(last, row_of_last / held - lane.number);
      if (capped && !Upward && before == top) joined = on_top;
      if (capped && group == top) at_end = on_top;
      if (lowest > highest) continue;  // the column ends below
      reached = op(highest > lowest ? op(reached, joined) : reached, at_end);
    }
    return reached;
  }

 private:
  /// The highest group of a chunk, of which a group is given.
  STENCIL_FUNCTION int last_group(int group) const {
    return stencil::min(group - group % detail::folding::lanes + detail::folding::lanes, (end - 1) / of_group + 1) - 1;
  }
  /// The lane's last row in the direction, joined with those before it in its group.
  STENCIL_FUNCTION State last_row() const {
    State here = own[held - 1];
    if (Upward && !capped && end % held != 0) {  // the face on top begins a group of its own
      unrolled<held>([&](int j) {
        if (lane.first_row + j == end - 1) here = own[j];
      });
    }
    return here;
  }
  /// The groups of a chunk before its last in the direction, in the lane that holds the last of them.
  STENCIL_FUNCTION State join_groups() const {
    // Lanes move their groups on, so that this one comes to be the last of its lane.
    const int last = last_group(lane.first_row / of_group);
    const int moved = groups == 1 ? 0 : Upward ? groups - 1 - (last + groups - 1) % groups : 1;
    const auto position = [&](int q) { return this->groups_before(q) - moved; };
    State here[groups], handed[groups];
    unrolled<groups>([&](int q) {
      here[q] = this->group(q);
      if (q > 0) handed[q] = lane.exchange->from(here[q], back);
    });
    State joined[groups];
    unrolled<groups>([&](int q) {
      joined[q] = here[q];
      unrolled<groups>([&](int by) {
        if (by > 0 && by == moved) joined[q] = q >= by ? here[q - by] : handed[q - by + groups];
      });
      if (follows_top(q) && position(q) == 0) joined[q] = on_top;
    });
    unrolled<groups>([&](int distance) {
      if (distance == 0 || (distance & (distance - 1)) != 0) return;
      unrolled<groups>([&](int q) {
        if ((groups - 1 - q) % (2 * distance) == 0 && position(q) >= distance)
          joined[q] = op(joined[q - distance], joined[q]);
      });
    });
    State& all = joined[groups - 1];
    const int reaches = position(groups - 1), count = stencil::min(most, detail::folding::lanes);
    unrolled<detail::folding::heights>([&](int height) {
      const int lanes_apart = 1 << height, distance = lanes_apart * groups;
      if (distance + 1 >= count) return;
      State before = lane.exchange->from(all, back * lanes_apart * members);
      if (follows_top(groups - 1) && reaches == distance) before = on_top;
      if (reaches >= distance) all = op(before, all);
    });
    return all;
  }
};

}  // namespace stencil::column_functions
