// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/at_level.hpp>
#include <stencil/expression/broadcasted.hpp>
#include <stencil/expression/children.hpp>
#include <stencil/expression/functions.hpp>
#include <stencil/plan/cost.hpp>
#include <stencil/view.hpp>

/// Operands that are made of heights and numbers alone, such as a mixing length or a sponge. Columns that share their
/// heights have the same values of them, so a lane computes those that are costly once for many columns.
namespace stencil::cpu {

/// Whether a node, or one below it, is a height or a spacing.
template <class N>
struct HasHeights {
  static constexpr bool value = is_metric<N> || any_child<HasHeights, N>;
};
/// Whether a function of the user's is called, which may do more than compute.
template <class N>
struct CallsUser {
  static constexpr bool value = any_child<CallsUser, N>;
};
template <class Function, class... Nodes>
struct CallsUser<Broadcasted<functions::User<Function>, Nodes...>> {
  static constexpr bool value = true;
};

/// What it costs to compute a row of this node (plan/cost.hpp).
template <class Node>
inline constexpr int cost_of = plan::cost<plan::StoreNothing>(plan::type<Node>{}, 1);
/// What costs at least as much as a division is kept where it is needed again; cheaper values are computed again.
template <class Node>
inline constexpr bool is_worth_keeping = cost_of<Node> >= 4;

/// Whether an operand is made of heights alone and costly, and its reader, an operation at Where that reads rows from
/// Low to High of it, needs its own row only, so that it is computed once for many columns.
template <class N, class Where, int Low, int High>
constexpr bool shares_heights() {
  if constexpr (Low == 0 && High == 0 && std::is_same_v<typename N::location, Where> &&
                column_functions::of_metric_alone<N>) {
    return HasHeights<N>::value && !CallsUser<N>::value && is_worth_keeping<N>;
  } else {
    return false;
  }
}

}  // namespace stencil::cpu
