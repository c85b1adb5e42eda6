// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/algorithm/output.hpp>
#include <stencil/plan/cost.hpp>

namespace stencil::detail::registers {

/// Whether the nodes of an expression can be evaluated in registers.
template <class N>
inline constexpr bool fits = plan::IsLeaf<N>::value;
template <class Where>
inline constexpr bool fits<RowNumberNode<Where>> = true;
template <class F, class... Nodes>
inline constexpr bool fits<Broadcasted<F, Nodes...>> = (fits<Nodes> && ...);
template <class Op, class... Nodes>
inline constexpr bool fits<StencilBroadcasted<Op, Nodes...>> = (fits<Nodes> && ...);
template <>
inline constexpr bool fits<NoMask> = true;

}  // namespace stencil::detail::registers
