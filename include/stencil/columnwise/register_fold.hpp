// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/columnwise/arena_march.hpp>
#include <stencil/columnwise/register_march.hpp>
#include <stencil/expression/order.hpp>

/// Reductions and running values along columns whose rows lie in the registers of several lanes.
namespace stencil::column_functions {

/// Whether lanes with so many rows hold whole groups, or parts of one.
template <int Held>
inline constexpr bool fills_groups = Held % folding::rows_of_lane == 0 || folding::rows_of_lane % Held == 0;

/// Joins the rows of a column in the grouping of expression/order.hpp; in both directions groups and chunks begin at
/// multiples of their sizes from the lowest row. A lane holds a part of a group, one group, or several.
template <class Where, bool Upward, class Lane, class Step>
struct FoldInLanes {
  using State = typename Step::State;
  static constexpr int held = Lane::held;
  static constexpr int of_group = folding::rows_of_lane;
  static_assert(fills_groups<held>);
  static constexpr int groups = held > of_group ? held / of_group : 1;   ///< of a lane
  static constexpr int members = held < of_group ? of_group / held : 1;  ///< lanes of a group
  static constexpr int rows = held / groups;                             ///< of a group in a lane
  static constexpr bool capped = Lane::template capped<Where>;           ///< a lane has the face on top beside them
  static constexpr int back = Upward ? -1 : 1;  ///< from a lane to the one before it in the direction

  const Lane& lane;
  const Step& step;
  int end;               ///< rows of the column
  int most;              ///< the largest number of groups of a column of the team, for any active levels
  State own[held];       ///< rows of the lane in the direction, joined with those before them in the group
  State joined[groups];  ///< of whole groups, joined with those before them in the chunk
  State on_top{};        ///< of the face on top, which begins a group

  template <class Value>
  STENCIL_FUNCTION FoldInLanes(const Lane& of, const Step& with, const Value& value)
      : lane(of), step(with), end(of.template rows_of_column<Where>()) {
    const int all = of.ring() ? of.columns.levels : rows_at<Where>(of.columns.levels);
    most = (all + of_group - 1) / of_group;
    unrolled<held>([&](int j) { own[j] = step.lifted(OneColumn{}, number_in(value, row(j))); });
    if constexpr (capped) {
      on_top = step.lifted(OneColumn{}, number_in(value, held));
      if (!Upward) on_top = from_highest(on_top);
    }
    join_rows();
    join_groups();
  }

  /// Row j of the lane, counted in the direction.
  STENCIL_FUNCTION static constexpr int row(int j) { return Upward ? j : held - 1 - j; }
  /// Whether that is the column's first in the direction.
  STENCIL_FUNCTION bool is_first(int j) const { return lane.first_row + row(j) == (Upward ? 0 : end - 1); }
  /// Groups before group q of the lane in its chunk.
  STENCIL_FUNCTION int groups_before(int q) const {
    const int group = members > 1 ? lane.number / members : lane.number * groups + (Upward ? q : groups - 1 - q);
    if (Upward) return group % folding::lanes;
    const int last = group - group % folding::lanes + folding::lanes - 1, top = (end - 1) / of_group;
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
  STENCIL_FUNCTION bool tops_alone() const { return (end - 1) % folding::chunk == 0; }
  STENCIL_FUNCTION bool follows_top(int q) const {
    const int group = lane.first_row / of_group + (Upward ? q : groups - 1 - q);
    return capped && !Upward && !tops_alone() && group / folding::lanes == (end - 1) / folding::chunk;
  }
  STENCIL_FUNCTION State op(const State& a, const State& b) const { return step.joined(OneColumn{}, a, b); }

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
  /// With the groups at distance 1, then 2, 4, ...
  STENCIL_FUNCTION void join_groups() {
    const int count = most < folding::lanes ? most : folding::lanes;
    unrolled<groups>([&](int q) { joined[q] = own[(q + 1) * rows - 1]; });
    unrolled<folding::heights>([&](int height) {
      const int distance = 1 << height;
      if (distance >= count) return;
      State before[groups];
      unrolled<groups>([&](int q) {
        const int lanes = q < distance ? (distance - q + groups - 1) / groups : 0;
        const State& there = joined[q - distance + lanes * groups];
        before[q] = lanes > 0 ? lane.exchange->from(there, back * lanes * members) : there;
        if (follows_top(q) && groups_before(q) == distance) before[q] = on_top;
      });
      unrolled<groups>([&](int q) {
        if (groups_before(q) >= distance) joined[q] = op(before[q], joined[q]);
      });
    });
  }

  /// own: what the fold has reached in each row, beginning with `start`.
  STENCIL_FUNCTION void reach(const State& start) {
    State earlier[groups];
    unrolled<groups>([&](int q) {
      if (q > 0) {
        earlier[q] = joined[q - 1];
      } else if (members > 1) {
        earlier[q] = lane.exchange->from_lane(joined[0], back * (members_before() + 1));
      } else {
        earlier[q] = lane.exchange->from(joined[groups - 1], back);
      }
      if (follows_top(q) && groups_before(q) == 1) earlier[q] = on_top;
    });
    State top = on_top;
    State reached[held];
    const auto reach_from = [&](const State& before) {
      unrolled<groups>([&](int q) {
        const State here = groups_before(q) > 0 ? op(before, earlier[q]) : before;
        unrolled<rows>([&](int i) { reached[q * rows + i] = op(here, own[q * rows + i]); });
      });
      if (capped && Upward) top = op(tops_alone() ? reached[held - 1] : op(before, joined[groups - 1]), on_top);
    };
    if (capped && !Upward) top = op(start, on_top);
    reach_from(capped && !Upward && tops_alone() ? top : start);
    // A chunk begins with what the one before it has reached.
    const int chunks = (most - (capped && tops_alone() ? 1 : 0) + folding::lanes - 1) / folding::lanes;
    for (int c = 1; c < chunks; ++c) {
      const int chunk = Upward ? c : chunks - 1 - c;
      const int row_before = Upward ? chunk * folding::chunk - 1 : (chunk + 1) * folding::chunk;
      const State before = lane.exchange->from_lane(reached[held - 1], row_before / held - lane.number);
      if (row_before < end && lane.first_row / folding::chunk == chunk) reach_from(before);
    }
    unrolled<held>([&](int j) { own[j] = reached[j]; });
    on_top = top;
  }

  /// What the column's last row in the direction has reached.
  STENCIL_FUNCTION State total() const {
    if (capped && Upward) return from_highest(on_top);
    const int last = Upward ? end - 1 : 0;
    State here = own[held - 1];
    if (Upward) {
      unrolled<held>([&](int j) {
        if (j == last % held) here = own[j];
      });
    }
    return lane.exchange->from_lane(here, last / held - lane.number);
  }
};

/// A fold by all lanes of a team together.
template <class Where, bool Upward, class Lane, class Step, class Start, class Value>
STENCIL_FUNCTION auto fold_in_lanes(const Lane& lane, const Step& step, const Start& start, const Value& value) {
  using State = typename Step::State;
  using V = typename Step::value_type;
  constexpr int held = Lane::held;
  constexpr OneColumn at{};
  FoldInLanes<Where, Upward, Lane, Step> fold(lane, step, value);
  const auto begin = static_cast<State>(number_in(start, 0));
  fold.reach(begin);
  const V total = step.given(at, fold.total());
  const auto last = make_arguments(ColumnValue<Lane, Surface, V>{{total}, lane});
  if constexpr (Step::running) {
    ColumnValue<Lane, Where, V> result{{}, lane};
    if constexpr (Step::before) {
      static_assert(!fold.capped, "values before a row are asked for of centers, for the faces between");
      const State handed = lane.exchange->from(fold.own[held - 1], fold.back);
      unrolled<held>([&](int j) {
        const State& earlier = j == 0 ? handed : fold.own[j - 1];
        result.rows[fold.row(j)] = step.given(at, fold.is_first(j) ? begin : earlier);
      });
    } else {
      unrolled<held>([&](int j) { result.rows[fold.row(j)] = step.given(at, fold.own[j]); });
    }
    if constexpr (fold.capped) {
      result.rows[held] = step.given(at, fold.on_top);
      take_from_above(lane, result.rows);
    }
    return Marched{make_arguments(result), last};
  } else {
    return Marched{NoValues{}, last};
  }
}

/// How often lanes with so many rows wait for others in a fold along a column of `rows` rows, if once in an exchange.
template <int Held, class Step>
constexpr int waits_of_fold(int rows) {
  using folding::rows_of_lane;
  const int members = Held < rows_of_lane ? rows_of_lane / Held : 1;
  const int all = (rows + rows_of_lane - 1) / rows_of_lane;
  const int of_chunk = all < folding::lanes ? all : folding::lanes;
  int waits = members - 1 + 2 + (Step::running && Step::before ? 1 : 0) + (all - 1) / folding::lanes;
  for (int distance = 1; distance < of_chunk; distance *= 2) {
    for (int q = 0; q < (Held > rows_of_lane ? Held / rows_of_lane : 1); ++q) waits += q < distance ? 1 : 0;
  }
  return waits;
}

template <class Where, bool Upward, class Lane, class Step, class Start, class... Values>
STENCIL_FUNCTION auto march_in_lanes(const Lane& lane, const Step& step, const Start& start, const Values&... values) {
  if constexpr (is_grouped<Step> && fills_groups<Lane::held>) {
    return fold_in_lanes<Where, Upward>(lane, step, start, values...);
  } else if constexpr (Lane::has_tiles_of_values) {
    return march_in_arena<Where, Upward>(lane, step, start, values...);
  } else {
    return march_in_turns<Where, Upward>(lane, step, start, values...);
  }
}

}  // namespace stencil::column_functions
