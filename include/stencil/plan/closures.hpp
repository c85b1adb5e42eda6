// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/plan/reads.hpp>

/// The compile-time check of STENCIL_EXPLICIT_BOUNDARIES: which operators take values at an end from a closure. A
/// closure matters if the rows that it gives values to are read by the expression around the operator.
namespace stencil::plan {

template <class Operator>
struct ClosureAtBottom {
  template <bool Matters>
  static constexpr void check() {
    static_assert(!Matters,
                  "stencil: an operator has no condition at the bottom and its closure matters; give it bottom(...) or "
                  "leave STENCIL_EXPLICIT_BOUNDARIES "
                  "undefined; the operator is named below");
  }
};
template <class Operator>
struct ClosureAtTop {
  template <bool Matters>
  static constexpr void check() {
    static_assert(!Matters,
                  "stencil: an operator has no condition at the top and its closure matters; give it top(...) or leave "
                  "STENCIL_EXPLICIT_BOUNDARIES "
                  "undefined; the operator is named below");
  }
};

/// Checks the closures of a node whose rows from First on are read.
template <Side Where, int First, class N>
constexpr void check_closures(type<N>);

template <Side Where, int First, class N, class... Child>
constexpr void check_children(type<N>, ChildList<Child...>) {
  if constexpr (sizeof...(Child) > 0) {
    constexpr int first = N::child_rows == ChildRows::own ? First : 0;
    (check_closures<Where, first>(type<Child>{}), ...);
  }
}

template <Side Where, int First, class Op, class... Nodes>
constexpr void check_children(type<StencilBroadcasted<Op, Nodes...>>, ChildList<Nodes...>) {
  using Node = StencilBroadcasted<Op, Nodes...>;
  constexpr bool unconditioned = std::is_same_v<typename Node::template condition_type<Where>, OperatorClosure>;
  constexpr bool matters = unconditioned && First < Node::template end_rows<Where>();
  if constexpr (Where == Side::bottom) {
    ClosureAtBottom<Op>::template check<matters>();
  } else {
    ClosureAtTop<Op>::template check<matters>();
  }
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (check_closures<Where, first_row_read<Where, First, Node, I>()>(type<typename Node::template argument_type<I>>{}),
     ...);
  }(std::make_integer_sequence<int, Node::count>{});
}

template <Side Where, int First, class N>
constexpr void check_closures(type<N> n) {
  check_children<Where, First>(n, children_of<N>{});
}

/// A compile-time error for every operator whose closure matters, at either end.
template <class N>
constexpr void require_conditions() {
  check_closures<Side::bottom, 0>(type<N>{});
  check_closures<Side::top, 0>(type<N>{});
}

}  // namespace stencil::plan
