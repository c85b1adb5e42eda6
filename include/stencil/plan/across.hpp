// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/plan/cost.hpp>

namespace stencil::plan {

/// Whether neighbouring columns of an expression are neighbours in memory.
template <class N>
inline constexpr bool reads_across = false;
template <class T, class Where, class Layout, class Space>
inline constexpr bool reads_across<Leaf<T, Where, Layout, Space>> =
    Layout::columns_contiguous && !std::is_same_v<Where, Surface>;
template <class F, class... N>
inline constexpr bool reads_across<Broadcasted<F, N...>> = (reads_across<N> || ...);
template <class Op, class... N>
inline constexpr bool reads_across<StencilBroadcasted<Op, N...>> = (reads_across<N> || ...);

}  // namespace stencil::plan
