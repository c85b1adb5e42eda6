// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/plan/cost.hpp>

namespace stencil::plan {

/// Whether a field in an expression has columns closer together than levels, fields in nodes that read whole columns
/// not counted.
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
struct ReadsAcross<FieldLeaf<T, Where, Layout, Space>> {
  static constexpr bool value = Layout::across && !std::is_same_v<Where, Surface>;
};
template <class N>
inline constexpr bool reads_across = ReadsAcross<N>::value;

/// The same with all fields counted.
template <class N>
struct HasAcross {
  static constexpr bool value = any_child<HasAcross, N>;
};
template <class T, class Where, class Layout, class Space>
struct HasAcross<FieldLeaf<T, Where, Layout, Space>> : ReadsAcross<FieldLeaf<T, Where, Layout, Space>> {};

}  // namespace stencil::plan
