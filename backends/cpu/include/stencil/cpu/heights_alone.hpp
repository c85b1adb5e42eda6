// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/broadcasted.hpp>
#include <stencil/expression/functions.hpp>
#include <stencil/plan/cost.hpp>
#include <stencil/view.hpp>

/// Operands that are made of heights and numbers alone, such as a mixing length or a sponge. Columns that share their
/// heights have the same values of them, so a lane computes those that are costly once for many columns.
namespace stencil::cpu {

/// What a node is made of, besides numbers: heights or distances of the grid alone, or anything else.
template <class N>
struct Ingredients {
  static constexpr bool heights = false, others = true;
};
template <class T>
struct Ingredients<Scalar<T>> {
  static constexpr bool heights = false, others = false;
};
template <class Real, class Where, MetricKind Kind>
struct Ingredients<MetricLeaf<Real, Where, Kind>> {
  static constexpr bool heights = true, others = false;
};
template <class Function, class... Nodes>
struct Ingredients<Broadcasted<Function, Nodes...>> {
  static constexpr bool heights = (Ingredients<Nodes>::heights || ...);
  static constexpr bool others = (Ingredients<Nodes>::others || ...);
};
/// A function of the user's may do more than compute.
template <class Function, class... Nodes>
struct Ingredients<Broadcasted<functions::User<Function>, Nodes...>> {
  static constexpr bool heights = false, others = true;
};

/// What it costs to compute a row of this node (plan/cost.hpp).
template <class Node>
inline constexpr int cost_of = plan::cost<plan::StoreNothing>(plan::type<Node>{}, 1);
/// What costs at least as much as a division is kept where it is needed again; cheaper values are computed again.
template <class Node>
inline constexpr bool is_worth_keeping = cost_of<Node> >= 4;

template <class N>
constexpr bool has_costly_heights() {
  if constexpr (Ingredients<N>::heights && !Ingredients<N>::others) {
    return is_worth_keeping<N>;
  } else {
    return false;
  }
}

}  // namespace stencil::cpu
