// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/backend.hpp>
#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/expression/operator.hpp>
#include <stencil/field.hpp>
#include <stencil/plan/walk.hpp>

/// Methods that solve for a field in one pass over its columns: the expression that a user gave is called as a function
/// of the field's values, as if it stood in a column function.
namespace stencil {

namespace functions {
/// The value x of the unknown field, or that of another field of its type.
struct IfUnknown {
  static constexpr const char* name = "if unknown";
  static constexpr int cost = 0;
  bool is_unknown;
  template <class X, class Other>
  STENCIL_FUNCTION constexpr X operator()(const X& x, const Other& other) const {
    return is_unknown ? x : X(other);
  }
};
}  // namespace functions

namespace column_functions {

/// How often an expression reads a field of type Leaf.
template <class Leaf, class N, class Children = children_of<N>>
inline constexpr int times_read = 0;
template <class Leaf, class N, class... C>
inline constexpr int times_read<Leaf, N, ChildList<C...>> = (int{std::is_same_v<Leaf, N>} + ... + times_read<Leaf, C>);

/// Whether the condition of an operator reads such a field.
template <class Leaf, class Condition>
inline constexpr bool condition_reads = false;
template <class Leaf, template <class> class Condition, class V>
  requires IsNode<V>
inline constexpr bool condition_reads<Leaf, Condition<V>> = times_read<Leaf, V> > 0;

/// Whether a node gives its values for other values in place of those of such a field.
template <class Leaf, class N>
inline constexpr bool takes_other_values = is_childless<N>;
template <class Leaf, class F, class... C>
inline constexpr bool takes_other_values<Leaf, Broadcasted<F, C...>> = true;
template <class Leaf, class F, class... C>
inline constexpr bool takes_other_values<Leaf, ColumnCall<F, C...>> = true;
template <class Leaf, class Op, class... C>
inline constexpr bool takes_other_values<Leaf, StencilBroadcasted<Op, C...>> =
    !condition_reads<Leaf, typename StencilBroadcasted<Op, C...>::template condition_type<Side::bottom>> &&
    !condition_reads<Leaf, typename StencilBroadcasted<Op, C...>::template condition_type<Side::top>>;
/// Whether an expression is a formula of such a field, which stands in point functions, operators and column functions
/// alone, and in no operator's condition.
template <class Leaf, class N, class Children = children_of<N>>
inline constexpr bool is_formula_of = false;
template <class Leaf, class N, class... C>
inline constexpr bool is_formula_of<Leaf, N, ChildList<C...>> =
    takes_other_values<Leaf, N> && (is_formula_of<Leaf, C> && ...);

/// The expression with the values of all that does not read such a field.
template <class Leaf, class Lane, class N>
STENCIL_FUNCTION constexpr auto with_known_values(const Lane& lane, const N& node) {
  if constexpr (std::is_same_v<Leaf, N>) {
    return node;
  } else if constexpr (times_read<Leaf, N> == 0) {
    return values_of(lane, node);
  } else {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return node.rebuilt(with_known_values<Leaf>(lane, N::template child<I>(node))...);
    }(std::make_integer_sequence<int, children_of<N>::count>{});
  }
}

/// A lane as one that loads y in place of the unknown field's values. Alone: no other field of its type is read.
template <class Lane, class Leaf, class Y, bool Alone>
struct LaneWithUnknown {
  const Lane& lane;
  const Leaf& unknown;
  const Y& y;

  STENCIL_FUNCTION constexpr auto load(const Leaf& leaf) const {
    if constexpr (Alone) {
      return y;
    } else {
      return lane.pointwise(functions::IfUnknown{leaf.data == unknown.data}, y, lane.load(leaf));
    }
  }
  template <class Function, class... Values>
  STENCIL_FUNCTION constexpr auto pointwise(const Function& function, const Values&... values) const {
    return lane.pointwise(function, values...);
  }
  template <class Op, class... Values>
  STENCIL_FUNCTION constexpr auto apply(const Op& op, const Values&... values) const {
    return applied<StencilBroadcasted<Op, plain_stand_for<Values>...>>(op, values...);
  }
};

/// What a method finds for the columns of a field, the unknown, and an expression of it: method(f, x), which gives
/// results(...), with the expression as a function f and the field's values x.
template <class Method, class Leaf, class Formula>
struct SolvedColumns {
  struct stencil_node {};
  struct stencil_column_call {};
  using value_type = typename Leaf::value_type;
  using location = typename Leaf::location;
  using space = typename CommonSpace<typename Leaf::space, typename Formula::space>::type;

  Method method;
  NodeArguments<Leaf, Formula> arguments;

  using children = ChildList<Leaf, Formula>;
  static constexpr auto child_rows = ChildRows::all;
  static constexpr int cost = 0;
  template <int I, class N>
  static constexpr auto& child(N& node) {
    return argument_at<I>(node.arguments);
  }
  template <class Text>
  auto text(const Text& of) const {
    return of.children(*this);
  }
};
template <class Method, class Leaf, class Formula>
inline constexpr bool is_written_by_user<SolvedColumns<Method, Leaf, Formula>> = false;
template <class Lane, class Method, class Leaf, class Formula>
STENCIL_FUNCTION constexpr auto results_of(const Lane& lane, const SolvedColumns<Method, Leaf, Formula>& root) {
  const Leaf& unknown = argument_at<0>(root.arguments);
  const auto formula = with_known_values<Leaf>(lane, argument_at<1>(root.arguments));
  const auto f = [&]<class Y>(const Y& y) {
    return values_of(LaneWithUnknown < Lane, Leaf, Y, times_read<Leaf, Formula> == 1 > {lane, unknown, y}, formula);
  };
  return root.method(f, lane.load(unknown)).values.apply([&](const auto&... values) {
    return results(prepared(lane, values)...);
  });
}

/// Whether such a method is carried out so: for a field of numbers and a formula of it at its place, by a policy that
/// says nothing of how, where kernels, and waits for them, take longer than the work that each does. (A CPU evaluates
/// expressions faster than a loop of a column function that ends when all columns are done.)
template <class X, class Formula, class P>
inline constexpr bool solves_columns = [] {
  using Leaf = node_of<X>;
  using N = node_of<Formula>;
  using Backend = typename X::backend;
  using Strategy = std::remove_cvref_t<decltype(std::declval<const P&>().strategy)>;
  if constexpr (backend_parts::Columns<Backend> && backend_parts::CarriesOut<Backend>) {
    return Backend::rows_side_by_side && std::is_floating_point_v<typename X::value_type> &&
           std::is_floating_point_v<typename N::value_type> &&
           std::is_same_v<typename N::location, typename Leaf::location> && is_formula_of<Leaf, N> &&
           (std::is_same_v<Strategy, DefaultStrategy> || requires { Strategy::is_part_of_columns; });
  } else {
    return false;
  }
}();

/// Carries out method(f, x) for the columns of x, f being the formula, which reads x, where a policy says, and writes
/// the results.
template <class X, class Formula, class Method, class P, class... Results>
void solve_columns(const X& x, const Formula& formula, const Method& method, const P& policy, Results&... to) {
  using Root = SolvedColumns<Method, node_of<X>, node_of<Formula>>;
  run<typename X::backend>(policy, Root{method, make_arguments(as_node(x), as_node(formula))}, to.target()...);
}

}  // namespace column_functions

}  // namespace stencil
