// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/plan/any_leaf.hpp>
#include <stencil/plan/cost.hpp>
#include <stencil/plan/tiles.hpp>

/// Walks over the nodes of an expression at run time.
namespace stencil::plan {

template <int I, class Op, class... Nodes>
STENCIL_FUNCTION constexpr TilePlace& tile_place_of(StencilBroadcasted<Op, Nodes...>& n) {
  return n.tile_places[I];
}
template <int I, class Op, class... Nodes>
STENCIL_FUNCTION constexpr const TilePlace& tile_place_of(const StencilBroadcasted<Op, Nodes...>& n) {
  return n.tile_places[I];
}
template <int I, class Op, class... Nodes>
STENCIL_FUNCTION constexpr const auto& argument_of(const StencilBroadcasted<Op, Nodes...>& n) {
  return argument_at<I>(n.arguments);
}

template <class Plan, class N, int I>
STENCIL_FUNCTION constexpr bool child_is_stored() {
  if constexpr (requires { tile_place_of<I>(std::declval<const N&>()); }) {
    return Plan::template stores<N, I>;
  } else {
    return false;
  }
}

/// f(node, I) for every stored argument I of every node, in the order in which one thread fills the tiles.
template <class Plan, class N, class F>
STENCIL_FUNCTION constexpr void each_stored(N& node, const F& f) {
  using Bare = std::remove_const_t<N>;
  each_child(node, [&](auto& child, auto index) {
    if constexpr (Height<Plan, std::remove_cvref_t<decltype(child)>>::value > 0) each_stored<Plan>(child, f);
    if constexpr (child_is_stored<Plan, Bare, decltype(index)::value>()) f(node, index);
  });
}

/// Which rows of a field are read for a row of the result.
enum class ReadAs {
  own_row,     ///< only the same row
  neighbours,  ///< other rows of the column too
  early        ///< any, but only while tiles are filled, before a destination is written
};

/// f(leaf, ReadAs) for every field of an expression, those in boundary conditions included.
template <class Plan, class N, class F>
constexpr void each_leaf(const N& node, const F& f, ReadAs as = ReadAs::own_row);

template <class Plan, class Condition, class F>
constexpr void each_condition_leaf(const Condition& c, const F& f) {
  if constexpr (requires { typename std::remove_cvref_t<decltype(c.value)>::stencil_node; })
    each_leaf<Plan>(c.value, f);
}

template <class N>
struct IsStencil : std::false_type {};
template <class Op, class... Nodes>
struct IsStencil<StencilBroadcasted<Op, Nodes...>> : std::true_type {};
/// Whether a node is a column function, which may read any row of its arguments.
template <class N>
inline constexpr bool is_column_call = requires { typename N::stencil_column_call; };
template <class N>
struct IsMemory : std::false_type {};
template <class T, class Where, class Layout, class Space>
struct IsMemory<FieldLeaf<T, Where, Layout, Space>> : std::true_type {};

template <class Plan, class N, class F>
constexpr void each_leaf(const N& node, const F& f, ReadAs as) {
  if constexpr (IsMemory<N>::value) f(node, as);
  if constexpr (!is_childless<N>) {
    each_child(node, [&](const auto& child, auto index) {
      // If nothing is stored, the walk is the same for all plans, and compiled once.
      using Child = std::remove_cvref_t<decltype(child)>;
      using Below = std::conditional_t<Height<Plan, Child>::value == 0, StoreNothing, Plan>;
      ReadAs deeper = as;
      if constexpr (IsStencil<N>::value || is_column_call<N> || requires { N::reads_one_level; })
        deeper = as == ReadAs::early ? as : ReadAs::neighbours;
      if constexpr (child_is_stored<Plan, N, decltype(index)::value>()) deeper = ReadAs::early;
      each_leaf<Below>(child, f, deeper);
    });
  }
  if constexpr (IsStencil<N>::value) {
    each_condition_leaf<Plan>(node.op.template condition<Side::bottom>(), f);
    each_condition_leaf<Plan>(node.op.template condition<Side::top>(), f);
  }
}

}  // namespace stencil::plan
