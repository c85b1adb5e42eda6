// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/fold.hpp>
#include <stencil/expression/order.hpp>

/// Reductions and running values inside column functions as steps of marches. Where the operation may be grouped, the
/// rows are joined in the grouping of expression/order.hpp.
namespace stencil::column_functions {

/// In place of the results of a march's rows, or of its end, if there are none.
struct NoValues {};

/// Whether vectors of columns have states and numbers of a fold.
template <class State, class... Numbers>
inline constexpr bool folds_wide = (std::is_floating_point_v<State> && (std::is_floating_point_v<Numbers> && ...)) ||
                                   (std::is_same_v<State, int> && (std::is_same_v<Numbers, int> && ...));

/// What is known of the groups up to a row, one row after the other. S: a state, or those of several columns.
template <class S>
struct GroupsSoFar {
  static constexpr int heights = detail::folding::heights;
  S earlier;                        ///< before this group
  S before;                         ///< before this chunk
  S own;                            ///< the rows of this group
  S reached;                        ///< all rows
  S of_groups[(1 << heights) - 1];  ///< of the last 1, 2, 4, ... groups, joined with 0, 1, 3, ... before them
  int row;                          ///< rows of this group so far, including those that the column lacks
  int group;                        ///< complete groups of this chunk
  int groups_left;                  ///< of this chunk
  bool begins;                      ///< nothing is in `own` yet
};

/// The step of a fold whose operation may be grouped. Running: each row gives what the fold has reached there, or
/// (Before) before that row.
template <class Fold, bool Running, bool Before>
struct GroupedFold {
  using State = typename Fold::state;
  using value_type = typename Fold::value_type;
  static constexpr const char* name = Running ? "running value" : "reduction";
  static constexpr int replaces = -1;
  static constexpr bool grouped = true;
  static constexpr bool running = Running;
  static constexpr bool before = Before;
  Fold fold;
  int missing;  ///< positions that the first chunk lacks
  int groups;   ///< the most that a chunk has

  template <class... Numbers>
  static constexpr bool wide = folds_wide<State, Numbers...>;

  // For lanes that join rows together.

  /// The state of a row.
  template <class At, class X>
  STENCIL_FUNCTION constexpr auto lifted(const At& at, const X& x) const {
    return at.template cast<State>(x);
  }
  template <class At, class S>
  STENCIL_FUNCTION constexpr auto joined(const At& at, const S& state, const S& next) const {
    return at.template cast<State>(fold.op(state, next));
  }
  /// The value that a state stands for.
  template <class At, class S>
  STENCIL_FUNCTION constexpr auto given(const At& at, const S& state) const {
    return at.template cast<value_type>(fold.finish(state));
  }

  // A march.

  template <class S>
  STENCIL_FUNCTION constexpr GroupsSoFar<S> begin(const S& start) const {
    GroupsSoFar<S> all{};
    begin_in(all, start);
    return all;
  }
  /// The same in memory that is not initialised.
  template <class S>
  STENCIL_FUNCTION constexpr void begin_in(GroupsSoFar<S>& all, const S& start) const {
    all.earlier = all.before = all.reached = start;
    all.row = missing % detail::folding::rows_of_lane;
    all.group = 0;
    all.groups_left = detail::folding::lanes - missing / detail::folding::rows_of_lane;
    all.begins = true;
  }
  template <class At, class S, class X>
  STENCIL_FUNCTION constexpr auto row(const At& at, GroupsSoFar<S>& all, const X& x) const {
    S own = lifted(at, x);
    if (!all.begins) own = joined(at, all.own, own);
    all.begins = false;
    const bool completes = ++all.row == detail::folding::rows_of_lane;
    const S last = all.reached;
    if (Running || completes) all.reached = joined(at, all.earlier, own);
    if (completes) {
      complete_group(at, all, own);
    } else {
      all.own = own;
    }
    if constexpr (Running) {
      return make_arguments(given(at, Before ? last : all.reached));
    } else {
      return NoValues{};
    }
  }
  /// `count` rows of one group at once: read(i) gives the numbers of row i, write(i, results) takes what row() gives.
  template <class At, class S, class Read, class Write>
  constexpr void rows(const At& at, GroupsSoFar<S>& all, int count, const Read& read, const Write& write) const {
    const S earlier = all.earlier;
    S reached = all.reached;
    S own = lifted(at, read(0));
    if (!all.begins) own = joined(at, all.own, own);
    for (int i = 0; i < count; ++i) {
      if (i > 0) own = joined(at, own, lifted(at, read(i)));
      if constexpr (Running) {
        const S last = reached;
        reached = joined(at, earlier, own);
        write(i, make_arguments(given(at, Before ? last : reached)));
      }
    }
    all.row += count;
    all.begins = false;
    const bool completes = all.row == detail::folding::rows_of_lane;
    if (!Running && completes) reached = joined(at, earlier, own);
    all.reached = reached;
    if (completes) {
      complete_group(at, all, own);
    } else {
      all.own = own;
    }
  }
  template <class At, class S>
  STENCIL_FUNCTION constexpr auto end(const At& at, const GroupsSoFar<S>& all) const {
    return make_arguments(given(at, all.begins ? all.reached : joined(at, all.earlier, all.own)));
  }

 private:
  template <class At, class S>
  STENCIL_FUNCTION constexpr void complete_group(const At& at, GroupsSoFar<S>& all, const S& own) const {
    S joint = own;
    for (int distance = 1; distance < groups; distance *= 2) {
      S& before_it = all.of_groups[distance - 1 + all.group % distance];
      const S lower = before_it;
      before_it = joint;
      if (all.group >= distance) joint = joined(at, lower, joint);
    }
    ++all.group;
    all.row = 0;
    all.begins = true;
    if (--all.groups_left == 0) {
      all.before = all.earlier = all.reached;
      all.group = 0;
      all.groups_left = detail::folding::lanes;
    } else {
      all.earlier = joined(at, all.before, joint);
    }
  }
};

/// The step of a fold that takes its rows one after the other: an operation that must, or one that gives the same in
/// any grouping.
template <class Fold, bool Running, bool Before>
struct FoldInOrder {
  using State = typename Fold::state;
  using value_type = typename Fold::value_type;
  static constexpr const char* name = Running ? "running value" : "reduction";
  static constexpr int replaces = -1;
  /// Whether rows change nothing once has_found(state) holds.
  static constexpr bool searches = !Running && detail::folding::is_search<decltype(Fold::op)>;
  Fold fold;

  template <class... Numbers>
  static constexpr bool wide = folds_wide<State, Numbers...>;

  template <class X>
  STENCIL_FUNCTION constexpr X begin(const X& start) const {
    return start;
  }
  template <class At, class S, class X>
  STENCIL_FUNCTION constexpr auto row(const At& at, S& state, const X& x) const {
    const S last = state;
    if constexpr (Fold::in_order) {
      state = at.template cast<State>(fold.op(last, x));
    } else {
      state = at.template cast<State>(fold.op(last, at.template cast<State>(x)));
    }
    if constexpr (Running) {
      return make_arguments(at.template cast<value_type>(fold.finish(Before ? last : state)));
    } else {
      return NoValues{};
    }
  }
  template <class At, class S>
  STENCIL_FUNCTION constexpr auto end(const At& at, const S& state) const {
    return make_arguments(at.template cast<value_type>(fold.finish(state)));
  }
};

/// Whether a lane has one thread for a column, which need not join rows in groups where the result is the same.
template <class Lane>
inline constexpr bool folds_row_by_row = requires { requires Lane::folds_row_by_row; };
/// Whether a lane takes the rows of a search in order, which ends where something has been found.
template <class Lane>
inline constexpr bool searches_in_order = requires { requires Lane::searches_in_order; };

/// The step of a fold of a lane, along columns of `rows` rows.
template <class Lane, bool Running, bool Before, class Fold>
STENCIL_FUNCTION constexpr auto step_of(const Fold& fold, int rows) {
  using Op = decltype(Fold::op);
  constexpr bool row_by_row = (folds_row_by_row<Lane> && detail::folding::same_in_any_grouping<Op>) ||
                              (searches_in_order<Lane> && detail::folding::is_search<Op>);
  if constexpr (Fold::in_order || row_by_row) {
    return FoldInOrder<Fold, Running, Before>{fold};
  } else {
    const int groups = stencil::min((rows + detail::folding::rows_of_lane - 1) / detail::folding::rows_of_lane,
                                    detail::folding::lanes);
    return GroupedFold<Fold, Running, Before>{fold, Fold::lacking(rows), groups};
  }
}

/// Whether a step joins rows in groups.
template <class Step>
inline constexpr bool is_grouped = requires { Step::grouped; };
/// Whether it is that of a search.
template <class Step>
inline constexpr bool is_search = requires { requires Step::searches; };

}  // namespace stencil::column_functions
