// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/expression/arguments.hpp>
#include <stencil/expression/broadcasted.hpp>
#include <stencil/expression/children.hpp>
#include <stencil/nodes/dense_product.hpp>
#include <stencil/view.hpp>

/// At which nodes an evaluation is split, by type: those that need a whole column of their argument.
namespace stencil {

/// A node that needs whole columns of its first argument `arg`. Besides the members of every node
/// (stencil/expression/children.hpp) it has
///   column_of(into, arg..., from)   a function f(columns, column) that computes a column of the leaf `into` from its
///                                   arguments; the first is on the grid `from`, others on that of the result. It may
///                                   also be one of cells (stencil/assign/through_columns.hpp)
///   reads_values_often<Backend, I>  whether argument number I, if it is an expression, should be computed into a field
///                                   before
template <class N>
concept NeedsColumns = requires { typename N::stencil_whole_column; };

/// Whether an evaluation by a policy P is of one such node, as it is, so that its values can be written to the
/// destination itself.
template <class Outs, class P>
struct IsOneNodeOfColumns {
  static constexpr bool value = false;
};
template <class Layout, class T, class Space, class N, class P>
  requires NeedsColumns<N> && std::is_same_v<std::remove_cvref_t<decltype(P::strategy)>, DefaultStrategy>
struct IsOneNodeOfColumns<AssignmentOutputs<AssignmentOutput<FieldLeaf<T, typename N::location, Layout, Space>, N>>,
                          P> {
  static constexpr bool value = std::is_same_v<T, typename N::value_type>;
};

/// Whether an expression contains a node that needs whole columns.
template <class N>
struct ContainsSplit {
  static constexpr bool value = NeedsColumns<N> || any_child<ContainsSplit, N>;
};

/// Whether an expression contains a dense operator that is read only at the row being computed. Such an expression is
/// evaluated in the kernel of the product.
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
  /// The number of the first argument that contains one.
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
  return product_in(argument_at<EndsInProduct<Broadcasted<F, Nodes...>>::argument>(node.arguments));
}

}  // namespace stencil
