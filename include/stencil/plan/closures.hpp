// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/plan/cost.hpp>

/// Which operators take their value at an end from a closure, by type: the check behind STENCIL_EXPLICIT_BOUNDARIES.
/// Rows are counted from the end inward; a closure matters when the rows it serves are read by what lies above it.
namespace stencil::plan {

inline constexpr int never_read = 1 << 20;

/// Distance from the end of the argument's row that is `halves` away from the result's row `row`.
template <class Result>
constexpr int argument_row(Side side, int row, int halves) {
  if (side == Side::bottom) return row + index_shift<Result>(halves);
  const int more_rows = halves % 2 == 0 ? 0 : std::is_same_v<Result, Face> ? -1 : 1;
  return row - index_shift<Result>(halves) + more_rows;
}

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

template <Side Where, int First, class F, class... Nodes>
constexpr void check_children(type<Broadcasted<F, Nodes...>>) {
  (check_closures<Where, First>(type<Nodes>{}), ...);
}
template <Side Where, int First, class E>
constexpr void check_children(type<Shared<E>>) {
  check_closures<Where, First>(type<E>{});
}
template <Side Where, int First, class E>
constexpr void check_children(type<AtLevel<E>>) {
  check_closures<Where, 0>(type<E>{});
}
template <Side Where, int First, class E>
constexpr void check_children(type<ColumnSum<E>>) {
  check_closures<Where, 0>(type<E>{});
}
template <Side Where, int First, class N>
constexpr void check_children(type<N>) {}

/// Whether the formula in the end row reads argument I: probed like the interior formula.
template <class Op, class Condition, Side Where, int I>
constexpr bool end_formula_reads() {
  if constexpr (Op::template replaces_argument<Condition> ||
                (std::is_same_v<Condition, Extrapolate> && Op::extrapolate_takes_next_row)) {
    return true;
  } else {
    Reads reads[4]{};
    const Op op{};
    const decltype(operators::probed(std::declval<const Condition&>())) condition{};
    const ProbeMetric g{};
    const End<Where, 0> end{};
    const ProbeAccessor a{&reads[0]};
    const ProbeAccessor b{&reads[1]};
    const ProbeAccessor c{&reads[2]};
    if constexpr (Op::arguments::count == 1) static_cast<void>(op.at_end(condition, a, g, end));
    if constexpr (Op::arguments::count == 2) static_cast<void>(op.at_end(condition, a, b, g, end));
    if constexpr (Op::arguments::count == 3) static_cast<void>(op.at_end(condition, a, b, c, g, end));
    if constexpr (Op::arguments::count == 4)
      static_cast<void>(op.at_end(condition, a, b, c, ProbeAccessor{&reads[3]}, g, end));
    return reads[I].seen != 0;
  }
}

/// The first row of argument I that the rows from First on read.
template <Side Where, int First, class Node, int I>
constexpr int first_row_read() {
  using Result = typename Node::location;
  using Asked = typename Node::template condition_type<Where>;
  using Condition = std::conditional_t<std::is_same_v<Asked, Closure>, typename Node::operator_type::closure, Asked>;
  constexpr int end = Node::template end_rows<Where>();
  constexpr const Reads& reads = Node::reads.argument[I];
  int first = never_read;
  const auto take = [&](int row) { first = row < first ? row : first; };
  if (reads.seen != 0) {
    const int outward = Where == Side::bottom ? reads.low : reads.high;
    take(argument_row<Result>(Where, First > end ? First : end, outward));
    if constexpr (First < end) {
      if (end_formula_reads<typename Node::operator_type, Condition, Where, I>()) take(0);
    }
  }
  const bool replaced = I == 0 && Node::template replaces_argument<Where>;
  return replaced && first == 0 ? 1 : first;
}

template <Side Where, int First, class Op, class... Nodes>
constexpr void check_children(type<StencilBroadcasted<Op, Nodes...>>) {
  using Node = StencilBroadcasted<Op, Nodes...>;
  constexpr bool unconditioned = std::is_same_v<typename Node::template condition_type<Where>, Closure>;
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
  check_children<Where, First>(n);
}

/// A compile error for every operator whose closure matters, at either end.
template <class N>
constexpr void require_conditions() {
  check_closures<Side::bottom, 0>(type<N>{});
  check_closures<Side::top, 0>(type<N>{});
}

}  // namespace stencil::plan
