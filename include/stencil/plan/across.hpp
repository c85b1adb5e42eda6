// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/plan/cost.hpp>

namespace stencil::plan {

/// Whether neighbouring columns of an expression are neighbours in memory.
template <class N>
struct ReadsAcross {
  static constexpr bool value = [] {
    if constexpr (is_childless<N>) {
      return false;
    } else {
      return N::child_rows != ChildRows::all && any_child<ReadsAcross, N>;
    }
  }();
};
template <class T, class Where, class Layout, class Space>
struct ReadsAcross<Leaf<T, Where, Layout, Space>> {
  static constexpr bool value = Layout::columns_contiguous && !std::is_same_v<Where, Surface>;
};
template <class N>
inline constexpr bool reads_across = ReadsAcross<N>::value;

/// Whether a field in an expression has neighbouring columns side by side, wherever it stands.
template <class N>
struct HasAcross {
  static constexpr bool value = any_child<HasAcross, N>;
};
template <class T, class Where, class Layout, class Space>
struct HasAcross<Leaf<T, Where, Layout, Space>> : ReadsAcross<Leaf<T, Where, Layout, Space>> {};

}  // namespace stencil::plan
