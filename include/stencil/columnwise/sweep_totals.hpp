// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/algorithm/lane.hpp>
#include <stencil/columnwise/grouped_fold.hpp>

/// Reductions of a thread that goes along a whole column, as steps of marches (march.hpp). A thread takes the rows in
/// the direction in which its column's marches go, which may be against that of a reduction; either way it gives the
/// bits of the one grouping of expression/order.hpp.
namespace stencil::column_functions {

/// What the rows of a column give up to here, of an operation that gives the same in any grouping.
template <class S>
struct PickedSoFar {
  S start;
  S picked;
  bool begins;  ///< nothing is picked yet
};
/// The step of such a reduction, against its direction. (In its direction FoldInOrder is.)
template <class Fold>
struct PickRowsBackwards {
  using State = typename Fold::state;
  Fold fold;

  template <class S>
  STENCIL_FUNCTION constexpr PickedSoFar<S> begin(const S& start) const {
    return {start, start, true};
  }
  template <class At, class S, class X>
  STENCIL_FUNCTION constexpr NoValues row(const At& at, PickedSoFar<S>& all, const X& x) const {
    const S here = at.template cast<State>(x);
    if (all.begins) {
      all.picked = here;
      all.begins = false;
    } else {
      all.picked = at.template cast<State>(fold.op(here, all.picked));
    }
    return {};
  }
  template <class At, class S>
  STENCIL_FUNCTION constexpr auto end(const At& at, const PickedSoFar<S>& all) const {
    const S result = all.begins ? all.start : at.template cast<State>(fold.op(all.start, all.picked));
    return make_arguments(at.template cast<typename Fold::value_type>(fold.finish(result)));
  }
};

/// The place of a row in the grouping. Positions count rows in the direction of the reduction.
struct PlaceInGroups {
  detail::folding::ChunkRange chunk;
  int number;      ///< of the chunk
  int group;       ///< of the row's group in the chunk
  int last_group;  ///< of the chunk
  int row;         ///< of the group's rows

  STENCIL_FUNCTION static constexpr PlaceInGroups of(int position, int rows, int lacking) {
    using namespace detail::folding;
    const int number = (position + lacking) / detail::folding::chunk;
    const ChunkRange range = range_of_chunk(number, rows, lacking);
    const int from_begin = position - range.first;
    return {range, number, from_begin / rows_of_lane, (range.end - range.first - 1) / rows_of_lane,
            from_begin % rows_of_lane};
  }
  /// The number of its last row.
  STENCIL_FUNCTION constexpr int last_row() const {
    using namespace detail::folding;
    return group == last_group ? chunk.end - 1 - chunk.first - group * rows_of_lane : rows_of_lane - 1;
  }
  /// The number of groups between the row's own and the last one, which are leaves of a tree: 0 is the leaf at its end.
  STENCIL_FUNCTION constexpr int leaf() const { return last_group - 1 - group; }
};

/// What the rows of a column give up to here, joined in groups. waiting: nodes of the tree over the groups of a chunk
/// but the last one, which wait for the node beside them; of 1, 2, 4, ... groups.
template <class S>
struct TotalSoFar {
  static constexpr int heights = detail::folding::heights, rows = detail::folding::rows_of_lane;
  S start;   ///< before the column or, along the direction, before this chunk
  S joined;  ///< the groups of the tree
  S last;    ///< the last group of the chunk
  S own[rows];
  S waiting[heights];
  S joined_above, last_above;  ///< of the second chunk, against the direction
  int visited;                 ///< rows
};

/// The step of a reduction whose rows are joined in groups. Along: in its own direction.
template <class Fold, bool Along>
struct JoinRows {
  using State = typename Fold::state;
  static constexpr int heights = detail::folding::heights;
  Fold fold;
  int rows;     ///< of the column
  int lacking;  ///< positions that the first chunk lacks

  /// Against the direction a chunk has to wait for those before it; two at most.
  STENCIL_FUNCTION constexpr bool works() const { return Along || detail::folding::chunks_of(rows, lacking) <= 2; }

  template <class S>
  STENCIL_FUNCTION constexpr TotalSoFar<S> begin(const S& start) const {
    TotalSoFar<S> all{};
    all.start = start;
    return all;
  }
  template <class At, class S, class X>
  STENCIL_FUNCTION constexpr NoValues row(const At& at, TotalSoFar<S>& all, const X& x) const {
    const int position = Along ? all.visited : rows - 1 - all.visited;
    const PlaceInGroups place = PlaceInGroups::of(position, rows, lacking);
    ++all.visited;
    const S here = at.template cast<State>(x);
    if constexpr (Along) {
      all.own[0] = position == 0 || place.row == 0 ? here : join(at, all.own[0], here);
      if (place.row == place.last_row()) end_group(at, all, place, all.own[0]);
    } else {
      unrolled<TotalSoFar<S>::rows>([&](int i) {
        if (i == place.row) all.own[i] = here;
      });
      if (position > 0 && place.row > 0) return {};
      S own = here;
      unrolled<TotalSoFar<S>::rows>([&](int i) {
        if (i > place.row && i <= place.last_row()) own = join(at, own, all.own[i]);
      });
      end_group(at, all, place, own);
    }
    return {};
  }
  template <class At, class S>
  STENCIL_FUNCTION constexpr auto end(const At& at, const TotalSoFar<S>& all) const {
    S result = all.start;
    if constexpr (!Along) {
      const int chunks = detail::folding::chunks_of(rows, lacking);
      result = after_chunk(at, result, PlaceInGroups::of(0, rows, lacking).last_group > 0, all.joined, all.last);
      if (chunks > 1)
        result = after_chunk(at, result, PlaceInGroups::of(rows - 1, rows, lacking).last_group > 0, all.joined_above,
                             all.last_above);
    }
    return make_arguments(at.template cast<typename Fold::value_type>(fold.finish(result)));
  }

 private:
  template <class At, class S>
  STENCIL_FUNCTION constexpr S join(const At& at, const S& a, const S& b) const {
    return at.template cast<State>(fold.op(a, b));
  }
  template <class At, class S>
  STENCIL_FUNCTION constexpr S after_chunk(const At& at, const S& before, bool joins, const S& joined,
                                           const S& last) const {
    return join(at, joins ? join(at, before, joined) : before, last);
  }
  template <class At, class S>
  STENCIL_FUNCTION constexpr void end_group(const At& at, TotalSoFar<S>& all, const PlaceInGroups& place,
                                            const S& own) const {
    if (place.group == place.last_group) {
      all.last = own;
      if constexpr (Along) all.start = after_chunk(at, all.start, place.last_group > 0, all.joined, own);
    } else {
      all.joined = climb(at, all, place, own);
    }
    if constexpr (!Along) {
      if (place.group == 0 && place.number > 0) {
        all.joined_above = all.joined;
        all.last_above = all.last;
      }
    }
  }
  /// Joins a group with the nodes of the tree that wait for it. The node that reaches the root, if one does.
  template <class At, class S>
  STENCIL_FUNCTION constexpr S climb(const At& at, TotalSoFar<S>& all, const PlaceInGroups& place, const S& own) const {
    const int leaf = place.leaf(), leaves = place.last_group;
    S node = own;
    bool climbs = true;
    unrolled<heights>([&](int height) {
      const bool is_first = (leaf >> height & 1) == (Along ? 1 : 0);  // of the two that are joined, in turns
      if (!climbs) return;
      if (is_first) {
        all.waiting[height] = node;
        climbs = false;
      } else if (!Along) {
        node = join(at, node, all.waiting[height]);
      } else if (((leaf >> height) + 1) << height < leaves) {
        node = join(at, all.waiting[height], node);
      }
    });
    if constexpr (!Along) {
      if (leaf + 1 == leaves) {  // the tree lacks leaves before this one
        bool begins = true;
        unrolled<heights>([&](int height) {
          if ((leaves >> height & 1) == 0) return;
          node = begins ? all.waiting[height] : join(at, node, all.waiting[height]);
          begins = false;
        });
      }
    }
    return node;
  }
};

/// How a thread that goes along a column takes the rows of a reduction: a step, or NotHeld if it cannot. Along: in the
/// direction of the reduction.
template <bool Along, class Step>
STENCIL_FUNCTION constexpr auto swept_total(const Step&, int) {
  return NotHeld{};
}
template <bool Along, class Fold>
STENCIL_FUNCTION constexpr auto swept_total(const FoldInOrder<Fold, false, false>& step, int) {
  if constexpr (Along) {
    return step;
  } else if constexpr (!Fold::in_order) {
    return PickRowsBackwards<Fold>{step.fold};
  } else {
    return NotHeld{};
  }
}
template <bool Along, class Fold>
STENCIL_FUNCTION constexpr auto swept_total(const GroupedFold<Fold, false, false>& step, int rows) {
  if constexpr (detail::folding::is_search<decltype(Fold::op)>) {
    return swept_total<Along>(FoldInOrder<Fold, false, false>{step.fold}, rows);
  } else {
    return JoinRows<Fold, Along>{step.fold, rows, step.missing};
  }
}

}  // namespace stencil::column_functions
