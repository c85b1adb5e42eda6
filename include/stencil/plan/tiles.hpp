// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <stencil/plan/cost.hpp>

/// The tiles of stored arguments: when each is written and read for the last time, and its offset in the arena.
namespace stencil::plan {

/// The number of stored arguments on the longest path below a node, which is the number of barriers before it is
/// computed.
template <class Plan, class N, class Children = children_of<N>>
struct Height;
template <class Plan, class N, class... Child>
struct Height<Plan, N, ChildList<Child...>> {
  static constexpr int value = largest_of(0, Height<Plan, Child>::value...);
};
template <class Plan, class Op, class... Nodes>
struct Height<Plan, StencilBroadcasted<Op, Nodes...>, ChildList<Nodes...>> {
  using Node = StencilBroadcasted<Op, Nodes...>;
  static constexpr int value = []<int... I>(std::integer_sequence<int, I...>) {
    return largest_of(0, Height<Plan, Nodes>::value + (Plan::template stores<Node, I> ? 1 : 0)...);
  }(std::make_integer_sequence<int, Node::count>{});
};

/// The tile of a stored argument. Times are counted in depths of the tree (Order::levels) or in tiles that have been
/// filled (Order::sequence).
struct Tile {
  int bytes_per_row = 0;
  int written = 0;
  int last_read = INT_MAX;
  bool waiting = true;  ///< its reader has not been visited yet
  std::uint32_t offset = 0;
};

/// The order in which tiles are filled: by a team all of one depth of the tree between two barriers, or by one thread
/// one after the other.
enum class Order { levels, sequence };

template <int Capacity>
struct TileList {
  Tile tile[static_cast<unsigned>(Capacity > 0 ? Capacity : 1)]{};
  int count = 0;
  int clock = 0;
  std::uint32_t bytes_per_row = 0;  ///< of the whole arena

  /// Adds a tile that is computed from the tiles number `first` and higher.
  constexpr void add(int bytes, int level, Order order, int first) {
    const int now = order == Order::levels ? level : clock++;
    for (int i = first; i < count; ++i) {
      if (tile[i].waiting) {
        tile[i].last_read = now;
        tile[i].waiting = false;
      }
    }
    tile[count].bytes_per_row = (bytes + 3) / 4 * 4;
    tile[count].written = now;
    ++count;
  }

  /// Gives every tile an offset, first fit: it may use memory of tiles that have been read for the last time.
  constexpr void place() {
    for (int i = 0; i < count; ++i) {
      std::uint32_t offset = 0;
      for (bool moved = true; moved;) {
        moved = false;
        for (int j = 0; j < i; ++j) {
          const bool together = tile[j].written <= tile[i].last_read && tile[i].written <= tile[j].last_read;
          const std::uint32_t end_j = tile[j].offset + static_cast<std::uint32_t>(tile[j].bytes_per_row);
          const std::uint32_t end_i = offset + static_cast<std::uint32_t>(tile[i].bytes_per_row);
          if (together && offset < end_j && tile[j].offset < end_i) {
            offset = end_j;
            moved = true;
          }
        }
      }
      tile[i].offset = offset;
      const std::uint32_t end = offset + static_cast<std::uint32_t>(tile[i].bytes_per_row);
      if (end > bytes_per_row) bytes_per_row = end;
    }
  }
};

/// Visits the stored arguments of a node type in the order in which one thread fills their tiles.
template <class Plan, class N, class Children = children_of<N>>
struct Stored;
template <class Plan, class N, class... Child>
struct Stored<Plan, N, ChildList<Child...>> {
  static constexpr int count = (Stored<Plan, Child>::count + ... + 0);
  template <class List>
  static constexpr void list([[maybe_unused]] List& l, [[maybe_unused]] Order order) {
    (Stored<Plan, Child>::list(l, order), ...);
  }
};
template <class Plan, class Op, class... Nodes>
struct Stored<Plan, StencilBroadcasted<Op, Nodes...>, ChildList<Nodes...>> {
  using Node = StencilBroadcasted<Op, Nodes...>;
  template <int I>
  static constexpr bool stores = Plan::template stores<Node, I>;
  static constexpr int count = []<int... I>(std::integer_sequence<int, I...>) {
    return ((Stored<Plan, Nodes>::count + (stores<I> ? 1 : 0)) + ...);
  }(std::make_integer_sequence<int, Node::count>{});
  template <class List>
  static constexpr void list(List& l, Order order) {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (one<I>(l, order), ...);
    }(std::make_integer_sequence<int, Node::count>{});
  }

 private:
  template <int I, class List>
  static constexpr void one(List& l, Order order) {
    using Argument = typename Node::template argument_type<I>;
    const int first = l.count;
    Stored<Plan, Argument>::list(l, order);
    if constexpr (stores<I>)
      l.add(static_cast<int>(sizeof(typename Argument::value_type)), Height<Plan, Argument>::value, order, first);
  }
};

template <class Plan, Order How, class... Roots>
constexpr auto make_tiles() {
  TileList<(Stored<Plan, Roots>::count + ... + 0)> list;
  (Stored<Plan, Roots>::list(list, How), ...);
  list.place();
  return list;
}

/// The tiles of one or more expressions that are evaluated together.
template <class Plan, Order How, class... Roots>
inline constexpr auto tiles = make_tiles<Plan, How, Roots...>();

}  // namespace stencil::plan
