// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/arena_windows.hpp>
#include <stencil/columnwise/job.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/columnwise/register_fold.hpp>

/// The arena that a job needs, found by calling its function on values that only add up sizes of tiles.
namespace stencil::column_functions {

/// The arena that operations need.
struct ArenaNeeds {
  std::size_t bytes = 0;  ///< of a member: the tiles of the operation that needs most
  int tiles = 0;          ///< of that operation
  int barriers = 0;       ///< of all operations, a loop's passes counted once
  int returns = 0;        ///< how often tiles are freed, once for an operation
  /// Adds `operations` operations with `count` tiles of `of_tiles` bytes and `waits` barriers.
  constexpr void add(int count, std::size_t of_tiles, int waits, int operations) {
    if (of_tiles > bytes) {
      bytes = of_tiles;
      tiles = count;
    }
    barriers += waits;
    returns += operations;
  }
};

/// Stands for the rows of a value.
struct NoRows {};

template <class X>
inline constexpr bool has_levels = false;
template <class Lane, class Where, class T>
inline constexpr bool has_levels<ColumnValue<Lane, Where, T>> = !std::is_same_v<Where, Surface>;

template <int Held>
struct MeasuringLane {
  static constexpr int held = Held;
  static constexpr bool may_be_ring = true;
  static constexpr bool reads_grid_at_level = true, leaves_out_rows = true;  ///< as RegisterLane
  template <class, class>
  using rows = NoRows;
  using handle = const MeasuringLane*;
  static constexpr const MeasuringLane& of(handle lane) { return *lane; }
  template <class Where, class T>
  using Value = ColumnValue<MeasuringLane, Where, T>;

  int levels;
  bool periodic;
  mutable ArenaNeeds needs;

  constexpr bool ring() const { return periodic; }
  template <class Where>
  constexpr int rows_of_column() const {
    return periodic ? levels : rows_at<Where>(levels);
  }

  template <class T, class Where, class Layout, class Space>
  constexpr Value<Where, std::remove_const_t<T>> load(const FieldLeaf<T, Where, Layout, Space>&) const {
    return {{}, this};
  }
  template <class Function, class... Nodes>
  constexpr auto pointwise(const Function&, const Nodes&...) const {
    using Node = Broadcasted<Function, stand_for<Nodes>...>;
    return Value<in_column<typename Node::location>, typename Node::value_type>{{}, this};
  }
  template <class Needed = plan::AllRows, class Op, class... Nodes>
  constexpr auto apply(const Op&, const Nodes&...) const {
    using Stands = StencilBroadcasted<Op, stand_for<Nodes>...>;
    [&]<int... I>(std::integer_sequence<int, I...>) {
      constexpr int tiles = (0 + ... + (reads_others<Needed, Stands, I, Nodes> ? 1 : 0));
      constexpr int waits = tiles > 0 ? 1 : 0;
      needs.add(tiles, (0 + ... + (reads_others<Needed, Stands, I, Nodes> ? Held * size_of<Nodes> : 0)), waits, waits);
    }(std::make_integer_sequence<int, Stands::count>{});
    return Value<typename Stands::location, typename Stands::value_type>{{}, this};
  }
  template <class Where, class T>
  constexpr Value<Surface, T> at_level(const Value<Where, T>&, int) const {
    needs.add(1, sizeof(T), 1, 1);
    return {{}, this};
  }
  template <class Where, class T, class Level>
    requires(!std::is_same_v<Where, Surface>)
  constexpr Value<Surface, T> at_level_of_column(const Value<Where, T>&, const Value<Surface, Level>&, double) const {
    needs.add(1, sizeof(T), 1, 1);
    return {{}, this};
  }
  template <class Done>
  constexpr bool all_columns(const Done&) const {
    needs.add(1, sizeof(bool), 1, 1);
    return true;
  }
  template <class Where, class T>
  constexpr const Value<Where, T>& to_begin_with(const Value<Where, T>& value) const {
    if (periodic && !std::is_same_v<Where, Surface>) needs.add(1, Held * sizeof(T), Held, Held);
    return value;
  }
  template <class Where, bool Upward, class Step, class Start, class... Values>
  constexpr auto march(const Step&, const Start&, const Values&...) const {
    using Types = MarchTypes<Step, Start, Values...>;
    if constexpr (is_grouped<Step>) {
      const int waits = waits_of_fold<Held, Step>(rows_of_column<Where>());
      needs.add(1, sizeof(typename Step::State), waits, waits);
    } else {
      constexpr Tiles given{(0 + ... + (has_levels<Values> ? 1 : 0)),
                            (0 + ... + (has_levels<Values> ? size_of<Values> : 0))};
      constexpr Tiles made = tiles_of(static_cast<const typename Types::row*>(nullptr));
      constexpr Tiles left = tiles_of(static_cast<const typename Types::last*>(nullptr));
      needs.add(given.count + made.count + left.count, Held * (given.bytes + made.bytes) + left.bytes, 2, 1);
    }
    return march_without_rows<Where, Types>(this);
  }

 private:
  template <class X>
  static constexpr std::size_t size_of = sizeof(number_of<X>);
  /// The number of tiles, and the bytes of one value in each.
  struct Tiles {
    int count;
    std::size_t bytes;
  };
  template <class... T>
  static constexpr Tiles tiles_of(const NodeArguments<T...>*) {
    return {static_cast<int>(sizeof...(T)), (sizeof(T) + ... + std::size_t{0})};
  }
  static constexpr Tiles tiles_of(const NoValues*) { return {0, 0}; }
};

/// The arena that a job needs on its grid.
template <int Held, class Root, class Mask, class... Destinations>
ArenaNeeds arena_needs(const Job<Root, Mask, Destinations...>& job) {
  const ColumnGridData& grid = grid_of(job);
  const MeasuringLane<Held> lane{grid.levels, grid.periodic, {}};
  static_cast<void>(results_of(lane, job.root));
  if constexpr (!std::is_same_v<Mask, NoMask>) static_cast<void>(values_of(lane, job.mask));
  lane.needs.add(0, 0, 1, 0);  // before results are written
  return lane.needs;
}
template <int Held, class J, class Range>
ArenaNeeds arena_needs(const PartJob<J, Range>& part) {
  return arena_needs<Held>(part.job);
}

/// A team with an arena.
struct ArenaTeam {
  int members;
  std::string member;  ///< the backend's word for a member
  int held;            ///< rows of each value in a member
  int columns;         ///< that it takes at a time; 0: a piece of one
};
/// A team with an arena, in words.
template <class Explanation>
void describe_arena(const ArenaNeeds& needs, const ArenaShape& shape, const ArenaTeam& team, Explanation& x) {
  const auto count = [](int n, const std::string& of) { return std::to_string(n) + " " + of + (n == 1 ? "" : "s"); };
  const std::string of_columns = (team.columns > 0 ? "" : "a piece of ") +
                                 count((team.columns > 0 ? team.columns : 1) * shape.side_by_side, "column");
  x.mapping.team = count(team.members, team.member) + " for " + of_columns + ", " + count(team.held, "row") +
                   " of each value in a " + team.member + "; at the widest place " + count(needs.tiles, "tile") +
                   " with " + std::to_string(needs.bytes) + " bytes of each " + team.member +
                   (shape.has_two && needs.bytes > 0 ? ", in two halves of the arena in turn" : "");
  x.mapping.arena_bytes = shape.bytes();
  x.mapping.barriers = needs.barriers + (shape.has_two ? 0 : needs.returns);
}

}  // namespace stencil::column_functions
