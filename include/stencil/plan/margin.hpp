// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/values.hpp>
#include <stencil/plan/cost.hpp>

/// The number of rows at each end of a column that need end formulas, computed from the type of an expression.
namespace stencil::plan {

/// A number of rows for the bottom and the top of columns with ends and of rings.
struct RowsOfEnds {
  int bottom, bottom_of_ring, top, top_of_ring;
  constexpr int of(Side side, bool periodic) const {
    if (side == Side::bottom) return periodic ? bottom_of_ring : bottom;
    return periodic ? top_of_ring : top;
  }
};
/// What a Margin counts, as constants.
template <class M>
inline constexpr RowsOfEnds counted_rows = {M::count(Side::bottom, false), M::count(Side::bottom, true),
                                            M::count(Side::top, false), M::count(Side::top, true)};

template <class Plan, class N, class Children = children_of<N>>
struct Margin;
template <class Plan, class N, class... Child>
struct Margin<Plan, N, ChildList<Child...>> {
  static constexpr int rows(Side side, bool periodic) { return counted_rows<Margin>.of(side, periodic); }
  static constexpr int count(Side side, bool periodic) {
    if constexpr (sizeof...(Child) > 0) {
      if constexpr (N::child_rows == ChildRows::own) return largest_of(0, Margin<Plan, Child>::rows(side, periodic)...);
    }
    // Leaves, and nodes that read their whole column in any case, need it only at the top face of a ring, which is the
    // bottom face.
    return periodic && side == Side::top && std::is_same_v<typename N::location, Face> ? 1 : 0;
  }
};

template <class Plan, class Op, class... Nodes>
struct Margin<Plan, StencilBroadcasted<Op, Nodes...>, ChildList<Nodes...>> {
  using Node = StencilBroadcasted<Op, Nodes...>;
  using Result = typename Node::location;

  static constexpr int rows(Side side, bool periodic) { return counted_rows<Margin>.of(side, periodic); }
  static constexpr int count(Side side, bool periodic) {
    int most = side == Side::bottom ? EndRows<Result>::bottom(Node::reads) : EndRows<Result>::top(Node::reads);
    if (!periodic) {
      const int conditioned =
          side == Side::bottom ? Node::template end_rows<Side::bottom>() : Node::template end_rows<Side::top>();
      most = conditioned > most ? conditioned : most;
    }
    if (periodic && side == Side::top && std::is_same_v<Result, Face> && most < 1) most = 1;
    [&]<int... I>(std::integer_sequence<int, I...>) {
      ((most = stencil::max(most, through_argument<I>(side, periodic))), ...);
    }(std::make_integer_sequence<int, Node::count>{});
    return most;
  }

 private:
  template <int I>
  static constexpr int through_argument(Side side, bool periodic) {
    using Argument = typename Node::template argument_type<I>;
    const ReadOffsets& r = Node::reads.argument[I];
    if (r.seen == 0) return 0;
    int inner = Plan::template stores<Node, I> ? 0 : Margin<Plan, Argument>::rows(side, periodic);
    const bool replaced = side == Side::bottom ? Node::template replaces_argument<Side::bottom>
                                               : Node::template replaces_argument<Side::top>;
    if (I == 0 && replaced && !periodic) inner = stencil::max(inner, 1);
    if (side == Side::bottom) return inner - index_shift<Result>(r.low);
    const bool staggered = r.high % 2 != 0;
    const int more_rows = !staggered ? 0 : std::is_same_v<Result, Face> ? 1 : -1;
    return inner + index_shift<Result>(r.high) + more_rows;
  }
};

/// An expression and the mask under which it is written. The mask has no tiles.
template <class E, class Mask>
struct Masked {
  using children = ChildList<E, Mask>;
};
template <class Plan, class E, class Mask>
struct Margin<Plan, Masked<E, Mask>, ChildList<E, Mask>> {
  static constexpr int rows(Side side, bool periodic) { return counted_rows<Margin>.of(side, periodic); }
  static constexpr int count(Side side, bool periodic) {
    return largest_of(0, Margin<StoreNothing, Mask>::rows(side, periodic), Margin<Plan, E>::rows(side, periodic));
  }
};

/// How many reads of leaves the inlined code of a row near an end contains, a measure of its size. Each operator in it
/// has formulas for all cases, so it grows exponentially with the depth of what is not stored.
template <class Plan, class N, class Children = children_of<N>>
struct EndCode;
template <class Plan, class N>
struct EndCode<Plan, N, ChildList<>> {
  static constexpr long reads = 1;
};
template <class Plan, class N, class... Child>
struct EndCode<Plan, N, ChildList<Child...>> {
  // Twice for a loop over a column, whose last rows are separate code.
  static constexpr long reads = (N::child_rows == ChildRows::all ? 2 : 1) * (EndCode<Plan, Child>::reads + ...);
};
template <class Plan, class E, class Mask>
struct EndCode<Plan, Masked<E, Mask>, ChildList<E, Mask>> {
  static constexpr long reads = EndCode<Plan, E>::reads + EndCode<StoreNothing, Mask>::reads;
};
template <class Plan, class Op, class... Nodes>
struct EndCode<Plan, StencilBroadcasted<Op, Nodes...>, ChildList<Nodes...>> {
  using Node = StencilBroadcasted<Op, Nodes...>;
  static constexpr long formulas =
      1 + 2 * (Node::template end_rows<Side::bottom>() + Node::template end_rows<Side::top>());
  static constexpr long reads = formulas * []<int... I>(std::integer_sequence<int, I...>) {
    return ((Node::reads.argument[I].count() * (Plan::template stores<Node, I> ? 1 : EndCode<Plan, Nodes>::reads)) +
            ...);
  }(std::make_integer_sequence<int, Node::count>{});
};

}  // namespace stencil::plan
