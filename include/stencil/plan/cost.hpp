// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/column/accumulate.hpp>
#include <stencil/column/reduce.hpp>
#include <stencil/expression/at_level.hpp>
#include <stencil/expression/broadcasted.hpp>
#include <stencil/expression/operator.hpp>

/// Operation counts of whole expressions, by type. Functions take std::type_identity<Node> and dispatch on it.
namespace stencil::plan {

template <class T>
using type = std::type_identity<T>;

// Operations to evaluate a node at `width` neighbouring positions, counting a load as one. Neighbours that two of the
// positions share count once, as the compiler finds them.
template <class Plan, class T>
constexpr int cost(type<Scalar<T>>, int) {
  return 0;
}
template <class Plan, class T, class Where, class Layout, class Space>
constexpr int cost(type<Leaf<T, Where, Layout, Space>>, int width) {
  return width;
}
template <class Plan, class Real, class Where, MetricKind Kind>
constexpr int cost(type<MetricLeaf<Real, Where, Kind>>, int width) {
  return width;
}
template <class Plan, class F, class... Nodes>
constexpr int cost(type<Broadcasted<F, Nodes...>>, int width);
template <class Plan, class Op, class... Nodes>
constexpr int cost(type<StencilBroadcasted<Op, Nodes...>>, int width);
template <class Plan, class E>
constexpr int cost(type<AtLevel<E>>, int width);
template <class Plan, class Fold, class E, class Init>
constexpr int cost(type<ColumnReduction<Fold, E, Init>>, int width);
template <class Plan, class Fold, class E, class Init, class To>
constexpr int cost(type<ColumnAccumulation<Fold, E, Init, To>>, int width);
template <class Plan, class Where>
constexpr int cost(type<RowNumber<Where>>, int) {
  return 0;
}

template <class Plan, class F, class... Nodes>
constexpr int cost(type<Broadcasted<F, Nodes...>>, int width) {
  return F::cost * width + (cost<Plan>(type<Nodes>{}, width) + ...);
}

template <class Plan, class Op, class... Nodes>
constexpr int cost(type<StencilBroadcasted<Op, Nodes...>>, int width) {
  using Node = StencilBroadcasted<Op, Nodes...>;
  int total = Node::reads.operations * width;
  const auto argument_cost = [&]<int I, class N>(std::integral_constant<int, I>, type<N> n) {
    const int more = width + Node::reads.argument[I].count() - 1;
    total += Plan::template stores<Node, I> ? more : cost<Plan>(n, more);
  };
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (argument_cost(std::integral_constant<int, I>{}, type<Nodes>{}), ...);
  }(std::make_integer_sequence<int, Node::count>{});
  return total;
}

template <class Plan, class E>
constexpr int cost(type<AtLevel<E>>, int) {
  return cost<Plan>(type<E>{}, 1);
}
template <class Plan, class Fold, class E, class Init>
constexpr int cost(type<ColumnReduction<Fold, E, Init>>, int) {
  return cost<Plan>(type<E>{}, 1) + 1;
}
template <class Plan, class Fold, class E, class Init, class To>
constexpr int cost(type<ColumnAccumulation<Fold, E, Init, To>>, int) {
  return cost<Plan>(type<E>{}, 1) + 2;
}

template <class N>
struct IsLeaf : std::false_type {};
template <class T>
struct IsLeaf<Scalar<T>> : std::true_type {};
template <class T, class Where, class Layout, class Space>
struct IsLeaf<Leaf<T, Where, Layout, Space>> : std::true_type {};
template <class Real, class Where, MetricKind Kind>
struct IsLeaf<MetricLeaf<Real, Where, Kind>> : std::true_type {};

/// Nodes that are made of no others. A walk that meets any other node must have been told what to do with it.
template <class N>
inline constexpr bool is_childless = false;
template <class T>
inline constexpr bool is_childless<Scalar<T>> = true;
template <class T, class Where, class Layout, class Space>
inline constexpr bool is_childless<Leaf<T, Where, Layout, Space>> = true;
template <class Real, class Where, MetricKind Kind>
inline constexpr bool is_childless<MetricLeaf<Real, Where, Kind>> = true;
template <class Where>
inline constexpr bool is_childless<RowNumber<Where>> = true;
template <class Where, class T>
inline constexpr bool is_childless<column_functions::Stand<Where, T>> = true;

// What explain says of a plan: whether what it stores goes into registers, and why it stores an argument or does not.

/// Recompute every argument at every read.
struct StoreNothing {
  static constexpr bool in_registers = false;
  static constexpr const char* why_stored = "";
  static constexpr const char* why_recomputed = "no tiles";
  template <class Node, int I>
  static constexpr bool stores = false;
};

/// Store every argument that is not a leaf; leaves are read where they are.
struct StoreEverything {
  static constexpr bool in_registers = false;
  static constexpr const char* why_stored = "neighbours";  // they read it
  static constexpr const char* why_recomputed = "";
  template <class Node, int I>
  static constexpr bool stores = [] {
    using Argument = typename Node::template argument_type<I>;
    return !IsLeaf<Argument>::value && !std::is_same_v<typename Argument::location, Surface> &&
           !std::is_same_v<typename Argument::location, Anywhere>;
  }();
};

/// Store an argument when recomputing it at every read costs more than one store and the loads.
struct StoreCostly {
  static constexpr bool in_registers = false;
  static constexpr const char* why_stored = "costly";
  static constexpr const char* why_recomputed = "cheap";
  /// What a tile costs beyond its arithmetic: a store, the loads, a second pass over the column. Measured: below this a
  /// fused recompute is faster on a CPU (docs/performance_notes.md).
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
