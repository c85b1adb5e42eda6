// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/config.hpp>

namespace stencil {

/// The types of the nodes that a node is made of, in order.
///
/// Code that walks over expressions finds the following members in a node:
///   children             ChildList<...>
///   child<I>(node)       child number I
///   rebuilt(child...)    the node with other children
///   child_rows           which rows of its children it reads for one of its own
///   cost                 operations for one row, without those of its children; a load counts as one
///   name, or text(of)    how it is written; of(child) is the text of a child
/// A leaf has no children and needs only `children` and `cost`.
template <class... N>
struct ChildList {
  static constexpr int count = static_cast<int>(sizeof...(N));
};

/// The rows of its children that a node reads for one of its own.
enum class ChildRows {
  own,         ///< the same row
  neighbours,  ///< those that the formulas of an operator read (plan/reads.hpp)
  all          ///< any row of the column
};

/// The implementation of children_of.
template <class N>
struct ChildrenOf {
  static constexpr bool says = requires { typename N::children; };
  static_assert(says,
                "stencil: a node does not say which nodes it is made of, so that fields in it would be overlooked; "
                "give it `using children = ChildList<...>` and what else stencil/expression/children.hpp lists");
  using type = ChildList<>;
};
template <class N>
  requires requires { typename N::children; }
struct ChildrenOf<N> {
  using type = typename N::children;
  static constexpr bool is_node = requires { typename N::stencil_node; };
  static constexpr bool has_cost = !is_node || requires { N::cost; };
  static_assert(has_cost,
                "stencil: a node does not say what it costs, so that plans would store the wrong arguments; give it "
                "`static constexpr int cost`, its operations for one row (stencil/expression/children.hpp)");
  static constexpr bool has_rows = !is_node || std::is_same_v<type, ChildList<>> || requires { N::child_rows; };
  static_assert(has_rows,
                "stencil: a node does not say which rows of its children it reads; give it "
                "`static constexpr auto child_rows = ChildRows::own`, or ChildRows::all for any row of the column "
                "(stencil/expression/children.hpp)");
  static constexpr bool reads_neighbours = requires { requires N::child_rows == ChildRows::neighbours; };
  static constexpr bool has_formulas = !reads_neighbours || requires { typename N::operator_type; };
  static_assert(has_formulas,
                "stencil: ChildRows::neighbours is for operators, whose formulas say which rows they read; a node "
                "that reads others than its own row has ChildRows::all");
};
/// The children of a node type; a compile-time error if it does not declare them.
template <class N>
using children_of = typename ChildrenOf<N>::type;

/// Whether a node is a leaf.
template <class N>
inline constexpr bool is_childless = std::is_same_v<children_of<N>, ChildList<>>;

/// f(child, index) for each child of a node, in order; the index is an integral constant.
template <class N, class F>
STENCIL_FUNCTION constexpr void each_child([[maybe_unused]] N& node, [[maybe_unused]] const F& f) {
  using Bare = std::remove_const_t<N>;
  constexpr int count = children_of<Bare>::count;
  if constexpr (count > 2) {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (f(Bare::template child<I>(node), std::integral_constant<int, I>{}), ...);
    }(std::make_integer_sequence<int, count>{});
  } else {
    if constexpr (count > 0) f(Bare::template child<0>(node), std::integral_constant<int, 0>{});
    if constexpr (count > 1) f(Bare::template child<1>(node), std::integral_constant<int, 1>{});
  }
}

/// The first or the second of two children.
template <int I, class First, class Second>
STENCIL_FUNCTION constexpr auto& child_of_two(First& first, Second& second) {
  static_assert(I == 0 || I == 1);
  if constexpr (I == 0) {
    return first;
  } else {
    return second;
  }
}

/// Whether Walk<Child>::value holds for a child of a node.
template <template <class> class Walk, class N, class Children = children_of<N>>
inline constexpr bool any_child = false;
template <template <class> class Walk, class N, class... C>
inline constexpr bool any_child<Walk, N, ChildList<C...>> = (Walk<C>::value || ...);

/// The largest of some numbers.
template <class... Int>
STENCIL_FUNCTION constexpr int largest_of(int first, Int... rest) {
  ((first = rest > first ? rest : first), ...);
  return first;
}

}  // namespace stencil
