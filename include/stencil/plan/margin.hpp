// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/plan/cost.hpp>

/// How many rows at each end of a column need the formulas of the ends, by type.
namespace stencil::plan {

template <class Plan, class N>
struct Margin {
  // What gives one value per column goes to whole rows by itself; what stands alone says so when its value is asked.
  static constexpr bool accumulates = requires { typename N::stencil_accumulation; };
  static constexpr bool takes_whole_columns = requires { typename N::stencil_whole_column; };
  static constexpr bool solves = requires { typename N::stencil_column_node; };
  static constexpr bool sorts = requires { typename N::stencil_sort; };
  static constexpr bool stands_alone = accumulates || takes_whole_columns || solves || sorts;
  static_assert(is_childless<N> || stands_alone || std::is_same_v<typename N::location, Surface>,
                "stencil: plan::Margin does not know this node, so that its ends would be evaluated as its interior; "
                "specialise it");
  /// Leaves: only the top face of a periodic grid, which repeats the bottom one.
  static constexpr int rows(Side side, bool periodic) {
    return periodic && side == Side::top && std::is_same_v<typename N::location, Face> ? 1 : 0;
  }
};

template <class Plan, class F, class... Nodes>
struct Margin<Plan, Broadcasted<F, Nodes...>> {
  static constexpr int rows(Side side, bool periodic) {
    int most = 0;
    ((most = Margin<Plan, Nodes>::rows(side, periodic) > most ? Margin<Plan, Nodes>::rows(side, periodic) : most), ...);
    return most;
  }
};

template <class Plan, class Op, class... Nodes>
struct Margin<Plan, StencilBroadcasted<Op, Nodes...>> {
  using Node = StencilBroadcasted<Op, Nodes...>;
  using Result = typename Node::location;

  static constexpr int rows(Side side, bool periodic) {
    int most = side == Side::bottom ? EndRows<Result>::bottom(Node::reads) : EndRows<Result>::top(Node::reads);
    if (!periodic) {
      const int conditioned =
          side == Side::bottom ? Node::template end_rows<Side::bottom>() : Node::template end_rows<Side::top>();
      most = conditioned > most ? conditioned : most;
    }
    if (periodic && side == Side::top && std::is_same_v<Result, Face> && most < 1) most = 1;
    [&]<int... I>(std::integer_sequence<int, I...>) {
      ((most = larger(most, through_argument<I>(side, periodic))), ...);
    }(std::make_integer_sequence<int, Node::count>{});
    return most;
  }

 private:
  static constexpr int larger(int a, int b) { return a > b ? a : b; }

  template <int I>
  static constexpr int through_argument(Side side, bool periodic) {
    using Argument = typename Node::template argument_type<I>;
    const Reads& r = Node::reads.argument[I];
    if (r.seen == 0) return 0;
    int inner = Plan::template stores<Node, I> ? 0 : Margin<Plan, Argument>::rows(side, periodic);
    const bool replaced = side == Side::bottom ? Node::template replaces_argument<Side::bottom>
                                               : Node::template replaces_argument<Side::top>;
    if (I == 0 && replaced && !periodic) inner = larger(inner, 1);
    if (side == Side::bottom) return inner - index_shift<Result>(r.low);
    const bool staggered = r.high % 2 != 0;
    const int more_rows = !staggered ? 0 : std::is_same_v<Result, Face> ? 1 : -1;
    return inner + index_shift<Result>(r.high) + more_rows;
  }
};

/// An expression that is written where a mask says so. The mask has no tiles.
template <class E, class Mask>
struct Masked;
template <class Plan, class E, class Mask>
struct Margin<Plan, Masked<E, Mask>> {
  static constexpr int rows(Side side, bool periodic) {
    const int of_mask = Margin<StoreNothing, Mask>::rows(side, periodic);
    const int of_value = Margin<Plan, E>::rows(side, periodic);
    return of_mask > of_value ? of_mask : of_value;
  }
};

/// How many leaf reads stand in the code of a row near an end, where every operator brings its formulas for all cases:
/// the size of that code if all of it is inlined. It grows exponentially with the depth of what is not stored.
template <class Plan, class N>
struct EndCode {
  static constexpr long reads = 1;
};
template <class Plan, class F, class... Nodes>
struct EndCode<Plan, Broadcasted<F, Nodes...>> {
  static constexpr long reads = (EndCode<Plan, Nodes>::reads + ...);
};
template <class Plan, class E, class Mask>
struct EndCode<Plan, Masked<E, Mask>> {
  static constexpr long reads = EndCode<Plan, E>::reads + EndCode<StoreNothing, Mask>::reads;
};
template <class Plan, class E>
struct EndCode<Plan, AtLevel<E>> : EndCode<Plan, E> {};
template <class Plan, class Fold, class E, class Init>
struct EndCode<Plan, ColumnReduction<Fold, E, Init>> {
  static constexpr long reads = 2 * EndCode<Plan, E>::reads + EndCode<Plan, Init>::reads;
};
template <class Plan, class Op, class... Nodes>
struct EndCode<Plan, StencilBroadcasted<Op, Nodes...>> {
  using Node = StencilBroadcasted<Op, Nodes...>;
  static constexpr long formulas =
      1 + 2 * (Node::template end_rows<Side::bottom>() + Node::template end_rows<Side::top>());
  static constexpr long reads = formulas * []<int... I>(std::integer_sequence<int, I...>) {
    return ((Node::reads.argument[I].count() * (Plan::template stores<Node, I> ? 1 : EndCode<Plan, Nodes>::reads)) +
            ...);
  }(std::make_integer_sequence<int, Node::count>{});
};

}  // namespace stencil::plan
