// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/column/remap.hpp>

/// Where an evaluation is split, by type: at nodes that need a whole column of their argument.
namespace stencil {

/// A node that needs whole columns of its argument `arg`. Beside what every node says (stencil/expression/children.hpp)
/// it has `column_of(into, arg, from)`: a function of a ColumnSet and the number of a column that fills this column of
/// the leaf `into` with the values made of `arg`, which is on the columns `from`; and `reads_values_often`, whether
/// values of an expression are worth being computed once before.
template <class N>
concept NeedsColumns = requires { typename N::stencil_whole_column; };

/// Whether a node, or one below it, needs whole columns.
template <class N>
struct Splits {
  static constexpr bool value = NeedsColumns<N> || any_child<Splits, N>;
};

/// Whether an expression has a dense operator that is read only at the row being computed: the expression is then
/// evaluated where the product is.
template <class N>
struct EndsInProduct {
  static constexpr bool value = false;
};
template <class From, class To, class E>
struct EndsInProduct<DenseProduct<From, To, E>> {
  static constexpr bool value = true;
};
template <class F, class... Nodes>
struct EndsInProduct<Broadcasted<F, Nodes...>> {
  static constexpr bool value = (EndsInProduct<Nodes>::value || ...);
  /// The argument that has the first of them.
  static constexpr int argument = [] {
    int found = -1, next = 0;
    ((found = found < 0 && EndsInProduct<Nodes>::value ? next : found, ++next), ...);
    return found;
  }();
};

template <class From, class To, class E>
const auto& product_in(const DenseProduct<From, To, E>& node) {
  return node;
}
template <class F, class... Nodes>
const auto& product_in(const Broadcasted<F, Nodes...>& node) {
  return product_in(argument<EndsInProduct<Broadcasted<F, Nodes...>>::argument>(node.arguments));
}

}  // namespace stencil
