// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/column/remap.hpp>
#include <stencil/plan/text.hpp>

/// Where an evaluation is split, by type: at nodes that need a whole column of their argument.
namespace stencil {

/// Whether a node, or one below it, needs whole columns.
template <class N>
struct Splits {
  static constexpr bool value = requires { typename N::stencil_whole_column; };
};
template <class F, class... Nodes>
struct Splits<Broadcasted<F, Nodes...>> {
  static constexpr bool value = (Splits<Nodes>::value || ...);
};
template <class Op, class... Nodes>
struct Splits<StencilBroadcasted<Op, Nodes...>> : Splits<Broadcasted<Op, Nodes...>> {};
template <class E>
struct Splits<AtLevel<E>> : Splits<E> {};
template <class Fold, class E, class Init>
struct Splits<ColumnReduction<Fold, E, Init>> : Splits<Broadcasted<Fold, E, Init>> {};
template <class Fold, class E, class Init, class To>
struct Splits<ColumnAccumulation<Fold, E, Init, To>> : Splits<Broadcasted<Fold, E, Init>> {};

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

namespace plan {
/// Its values lie in a tile.
template <class T, class To>
inline constexpr bool is_childless<DenseResult<T, To>> = true;
template <class From, class To, class E>
struct Children<DenseProduct<From, To, E>> : Children<AtLevel<E>> {};
template <class Scheme, class E>
struct Children<RemappedCells<Scheme, E>> : Children<AtLevel<E>> {};

namespace text {
template <class From, class To, class E>
struct Formula<DenseProduct<From, To, E>> {
  static std::string of(const DenseProduct<From, To, E>& n, Names names) {
    return std::string(n.name) + "(" + std::to_string(n.matrix->rows()) + " x " + std::to_string(n.matrix->columns()) +
           ")" + arguments_of(n, names);
  }
};
template <class Scheme, class E>
struct Formula<RemappedCells<Scheme, E>> {
  static std::string of(const RemappedCells<Scheme, E>& n, Names names) {
    return std::string(n.name) + "(" + std::to_string(n.grids.from->levels) + " to " +
           std::to_string(n.grids.to->levels) + " levels, " + Scheme::name + ")" + arguments_of(n, names);
  }
};
template <class T, class Location>
struct Formula<DenseResult<T, Location>> {
  static std::string of(const DenseResult<T, Location>&, Names) { return "product"; }
};
}  // namespace text
}  // namespace plan

}  // namespace stencil
