// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/columnwise/arena_march.hpp>
#include <stencil/columnwise/register_march.hpp>
#include <stencil/columnwise/register_total.hpp>

/// Reductions and running values along columns whose rows lie in the registers of several lanes.
namespace stencil::column_functions {

/// What the rows of a column give up to each of them.
template <class Where, bool Upward, class Lane, class Step>
struct FoldInLanes : GroupsInLanes<Where, Upward, Lane, Step> {
  using Groups = GroupsInLanes<Where, Upward, Lane, Step>;
  using State = typename Step::State;
  using Groups::lane, Groups::own, Groups::on_top, Groups::end, Groups::most, Groups::held, Groups::groups,
      Groups::members, Groups::rows, Groups::of_group, Groups::back, Groups::capped, Groups::op, Groups::follows_top,
      Groups::groups_before, Groups::tops_alone;

  State joined[groups];  ///< of whole groups, joined with those before them in the chunk

  template <class Value>
  STENCIL_FUNCTION FoldInLanes(const Lane& of, const Step& with, const Value& value)
      : Groups(of, with, value, !Upward) {
    join_groups();
  }

  /// With the groups at distance 1, then 2, 4, ...
  STENCIL_FUNCTION void join_groups() {
    const int count = most < detail::folding::lanes ? most : detail::folding::lanes;
    unrolled<groups>([&](int q) { joined[q] = this->group(q); });
    unrolled<detail::folding::heights>([&](int height) {
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
        earlier[q] = lane.exchange->from_lane(joined[0], back * (this->members_before() + 1));
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
    const int chunks = (most - (capped && tops_alone() ? 1 : 0) + detail::folding::lanes - 1) / detail::folding::lanes;
    for (int c = 1; c < chunks; ++c) {
      const int chunk = Upward ? c : chunks - 1 - c;
      const int row_before = Upward ? chunk * detail::folding::chunk - 1 : (chunk + 1) * detail::folding::chunk;
      const State before = lane.exchange->from_lane(reached[held - 1], row_before / held - lane.number);
      if (row_before < end && lane.first_row / detail::folding::chunk == chunk) reach_from(before);
    }
    unrolled<held>([&](int j) { own[j] = reached[j]; });
    on_top = top;
  }

  /// What the column's last row in the direction has reached.
  STENCIL_FUNCTION State total() const {
    if (capped && Upward) return this->from_highest(on_top);
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
  const auto begin = static_cast<State>(number_in(start, 0));
  const auto last = [&](const State& reached) {
    return make_arguments(ColumnValue<Lane, Surface, V>{{step.given(at, reached)}, lane});
  };
  if constexpr (!Step::running) {
    const TotalInLanes<Where, Upward, Lane, Step> fold(lane, step, value);
    return Marched{NoValues{}, last(fold.total(begin))};
  } else {
    FoldInLanes<Where, Upward, Lane, Step> fold(lane, step, value);
    fold.reach(begin);
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
    return Marched{make_arguments(result), last(fold.total())};
  }
}

/// How often lanes of `Held` rows wait for others in a fold along a column of `rows` rows, once in each exchange.
template <int Held, class Step>
constexpr int waits_of_fold(int rows) {
  using detail::folding::rows_of_lane;
  constexpr int members = Held < rows_of_lane ? rows_of_lane / Held : 1;
  constexpr int groups = Held > rows_of_lane ? Held / rows_of_lane : 1;
  const int all = (rows + rows_of_lane - 1) / rows_of_lane;
  const int of_chunk = all < detail::folding::lanes ? all : detail::folding::lanes;
  const int chunks = (all - 1) / detail::folding::lanes + 1;
  int waits = members - 1;
  if (!Step::running) {
    waits += groups - 1 + 2 * chunks;
    for (int distance = groups; distance + 1 < of_chunk; distance *= 2) ++waits;
    return waits;
  }
  waits += (Step::before ? 2 : 1) + chunks;
  for (int distance = 1; distance < of_chunk; distance *= 2) {
    for (int q = 0; q < groups; ++q) waits += q < distance ? 1 : 0;
  }
  return waits;
}

template <class Where, bool Upward, class Lane, class Step, class Start, class... Values>
STENCIL_FUNCTION auto march_in_lanes(const Lane& lane, const Step& step, const Start& start, const Values&... values) {
  if constexpr (is_grouped<Step> && fills_groups<Lane::held>) {
    return fold_in_lanes<Where, Upward>(lane, step, start, values...);
  } else if constexpr (Lane::has_tiles_of_values) {
    return march_in_arena<Where, Upward>(lane, step, start, values...);
  } else if constexpr (stays_in_a_lane<typename MarchTypes<Step, Start, Values...>::state>) {
    return march_in_one_lane<Where, Upward>(lane, step, start, values...);
  } else {
    return march_in_turns<Where, Upward>(lane, step, start, values...);
  }
}

}  // namespace stencil::column_functions
