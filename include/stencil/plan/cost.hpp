// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/expression/operator.hpp>

/// Operation counts of expressions, computed from their types; and the plans, which decide what is stored.
namespace stencil::plan {

template <class T>
using type = std::type_identity<T>;

/// The operations, with loads, for a node at `width` neighbouring positions. Values that two of the positions need
/// count once, because the compiler computes them once.
template <class Plan, class N, class... Child>
constexpr int cost_with(int width, ChildList<Child...>);
template <class Plan, class N>
constexpr int cost(type<N>, int width) {
  return cost_with<Plan, N>(width, children_of<N>{});
}

template <class Plan, class N, class... Child>
constexpr int cost_with(int width, ChildList<Child...>) {
  if constexpr (sizeof...(Child) == 0) {
    return N::cost * width;
  } else if constexpr (N::child_rows == ChildRows::own) {
    return N::cost * width + (cost<Plan>(type<Child>{}, width) + ...);
  } else if constexpr (N::child_rows == ChildRows::all) {
    return N::cost + (cost<Plan>(type<Child>{}, 1) + ...);
  } else {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      int total = N::cost * width;
      const auto add = [&]<int J, class C>(std::integral_constant<int, J>, type<C> child) {
        const int more = width + N::reads.argument[J].count() - 1;
        total += Plan::template stores<N, J> ? more : cost<Plan>(child, more);
      };
      (add(std::integral_constant<int, I>{}, type<Child>{}), ...);
      return total;
    }(std::make_integer_sequence<int, N::count>{});
  }
}

template <class N>
struct IsLeaf : std::false_type {};
template <class T>
struct IsLeaf<ScalarNode<T>> : std::true_type {};
template <class T, class Where, class Layout, class Space>
struct IsLeaf<FieldLeaf<T, Where, Layout, Space>> : std::true_type {};
template <class Real, class Where, MetricKind Kind>
struct IsLeaf<MetricLeaf<Real, Where, Kind>> : std::true_type {};

// Plans. Their members in_registers and why_... are for explain(): whether stored values are in registers, and why an
// argument is stored or not.

/// The plan that computes every argument again at every read.
struct StoreNothing {
  static constexpr bool in_registers = false;
  static constexpr const char* why_stored = "";
  static constexpr const char* why_recomputed = "no tiles";
  template <class Node, int I>
  static constexpr bool stores = false;
};

/// The plan that stores every argument that is not a leaf. Leaves are read from their memory.
struct StoreEverything {
  static constexpr bool in_registers = false;
  static constexpr const char* why_stored = "neighbours";  // neighbouring rows read it
  static constexpr const char* why_recomputed = "";
  template <class Node, int I>
  static constexpr bool stores = [] {
    using Argument = typename Node::template argument_type<I>;
    return !IsLeaf<Argument>::value && !std::is_same_v<typename Argument::location, Surface> &&
           !std::is_same_v<typename Argument::location, AnyLocation>;
  }();
};

/// The plan that stores an argument if computing it again at every read costs more than a store and the loads.
struct StoreCostly {
  static constexpr bool in_registers = false;
  static constexpr const char* why_stored = "costly";
  static constexpr const char* why_recomputed = "cheap";
  /// The cost of a tile apart from computing its values: a store, the loads, and a second pass over the column.
  /// Arguments that cost less are faster to compute again on a CPU, by measurements (docs/performance_notes.md).
  static constexpr int tile_cost = 12;

  template <class Node, int I>
  static constexpr bool stores = [] {
    if constexpr (!StoreEverything::stores<Node, I>) {
      return false;
    } else {
      using Argument = typename Node::template argument_type<I>;
      constexpr int reads = Node::reads.argument[I].count();
      return cost<StoreCostly>(type<Argument>{}, reads) - cost<StoreCostly>(type<Argument>{}, 1) > tile_cost;
    }
  }();
};

}  // namespace stencil::plan
