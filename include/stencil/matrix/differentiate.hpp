// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/expression/functions.hpp>
#include <stencil/matrix/differentiated.hpp>
#include <stencil/numbers/block.hpp>
#include <stencil/numbers/dual.hpp>
#include <stencil/plan/reads.hpp>

/// Differentiation of expressions (forward mode). An expression is rewritten: the field is replaced by a seed, whose
/// values are dual numbers, and operators on such values are replaced by ones that evaluate their formulas on dual
/// numbers. The new expression is evaluated as any other.
namespace stencil {
template <class F, class... Nodes>
struct ColumnCall;
}  // namespace stencil

namespace stencil::detail::differentiation {

template <class V>
struct BandOf {
  static constexpr int low = 64;
  static constexpr int high = -64;
};
template <class T, class U, int Low, int High>
struct BandOf<Dual<T, BandRow<U, Low, High>>> {
  static constexpr int low = Low;
  static constexpr int high = High;
};
template <class T, int Low, int High>
struct BandOf<BandRow<T, Low, High>> : BandOf<T> {};
template <class T, std::size_t N>
struct BandOf<Matrix<T, N>> : BandOf<T> {};

/// The band of a node's values in the rows that are needed.
template <class Needed, class N>
STENCIL_FUNCTION constexpr plan::Range band_of() {
  if constexpr (column_functions::IsNarrowInside<N>) {
    if (Needed::bottom >= N::narrow_from && Needed::top >= N::narrow_from) return {N::narrow_low, N::narrow_high};
  }
  using Values = BandOf<typename N::value_type>;
  return {Values::low, Values::high};
}
/// The band of an operator's result, from the bands of its arguments, in the rows that are needed.
template <class Needed, class Node, class... Nodes>
STENCIL_FUNCTION constexpr plan::Range band_around() {
  return []<int... I>(std::integer_sequence<int, I...>) {
    plan::Range band;
    const auto take = [&band](plan::Range read, plan::Range values) {
      if (values.empty() || read.empty()) return;
      if (read.low + values.low < band.low) band.low = read.low + values.low;
      if (read.high + values.high > band.high) band.high = read.high + values.high;
    };
    (take(plan::range_read<Node, I, Needed::bottom, Needed::top>,
          band_of<plan::RowsNeededOf<Needed, Node, I>, Nodes>()),
     ...);
    return band;
  }(std::make_integer_sequence<int, Node::count>{});
}

/// The derivative of a value of type X by itself, or by one of its components.
template <class X>
STENCIL_FUNCTION constexpr X unit(std::size_t component) {
  if constexpr (is_vec<X>) {
    X one{};
    for (std::size_t i = 0; i < sizeof(X) / sizeof(one[0]); ++i) one[i] = static_cast<scalar_of<X>>(i == component);
    return one;
  } else {
    return X(1);
  }
}

/// The dual number of a field's value x: its derivative by the field with respect to which is differentiated, or by a
/// component of that field. is_the_field: false for another field of the same type, whose derivative is zero.
struct UnitRow {
  static constexpr const char* name = "wrt";
  static constexpr int cost = 0;
  static constexpr bool evaluated_again = true;  ///< by the reader, who often needs only the slope
  bool is_the_field;
  std::size_t component;
  template <class X>
  STENCIL_FUNCTION constexpr auto operator()(const X& x) const {
    if constexpr (requires { X{}[0][0]; }) {  // Vecs in vector code
      return call_elementwise(*this, x);
    } else {
      return Dual<X, BandRow<X, 0, 0>>(x, {{is_the_field ? unit<X>(component) : X{}}});
    }
  }
};
/// The same for a value inside a column function that is the variable.
struct UnitRowOfVariable {
  static constexpr const char* name = "wrt";
  static constexpr int cost = 0;
  template <class X>
  STENCIL_FUNCTION constexpr auto operator()(const X& x) const {
    return Dual<X, BandRow<X, 0, 0>>(x, {{X(1)}});
  }
};
/// The seed of a Jacobian by a field, or by a component of it.
template <class Field>
struct RowSeed {
  using field_type = Field;
  Field field;
  std::size_t component = 0;
  STENCIL_FUNCTION constexpr auto seeded(const Field& leaf, bool same) const {
    return pointwise_node(UnitRow{same, component}, leaf);
  }
  template <class Needed, class Node, class... Nodes>
  STENCIL_FUNCTION static constexpr auto derivative() {
    constexpr plan::Range band = band_around<Needed, Node, Nodes...>();
    return BandAround<band.low, band.high>{};
  }
};

/// Whether an operator's result and its last argument are at different locations.
template <class Op>
STENCIL_FUNCTION constexpr bool leads_elsewhere() {
  if constexpr (requires { typename Op::arguments; }) {
    return []<class... Where>(Locations<Where...>) {
      using Last = typename decltype((std::type_identity<Where>{}, ...))::type;
      return !std::is_same_v<Last, typename Op::result>;
    }(typename Op::arguments{});
  } else {
    return false;
  }
}

/// The dual number of a value x with its derivative along a direction.
struct UnitDirection {
  static constexpr const char* name = "along";
  static constexpr int cost = 0;
  bool is_the_field;
  template <class X, class V>
  STENCIL_FUNCTION constexpr auto operator()(const X& x, const V& v) const {
    return Dual<X, X>(x, is_the_field ? X(v) : X{});
  }
};
/// The seed of a directional derivative.
template <class Field, class Direction>
struct DirectionSeed {
  using field_type = Field;
  Field field;
  Direction direction;
  STENCIL_FUNCTION constexpr auto seeded(const Field& leaf, bool same) const {
    return pointwise_node(UnitDirection{same}, leaf, direction);
  }
  template <class, class, class...>
  STENCIL_FUNCTION static constexpr Directional derivative() {
    return {};
  }
};

template <class Function, class... Nodes>
STENCIL_FUNCTION constexpr Broadcasted<Function, Nodes...> pointwise_node(const Function& function,
                                                                          const Nodes&... nodes) {
  return {function, make_arguments(nodes...)};
}

/// The expression with dual numbers as values. A node without fields stays as it is. Needed: the rows that are needed,
/// since other rows must not widen the band.
template <class Needed, class Seed, class N>
STENCIL_FUNCTION constexpr N rewritten(const Seed&, const N& node) {
  constexpr bool whole_column = requires { typename N::stencil_whole_column; };
  static_assert(
      !whole_column,
      "stencil: a dense operator, a running mean, a remap, at_height or at_level at levels couples all levels of a "
      "column, so a Jacobian through it is dense; assign it to a field and differentiate what is around it");
  static_assert(
      whole_column || is_childless<N>,
      "stencil: accumulations along the column, sorted columns and solutions are not differentiated in an expression; "
      "write it as a column function, in which jvp goes through sums, running values and solves, or assign it to a "
      "field and differentiate what is around it");
  return node;
}
template <class Needed, class Seed, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto rewritten(const Seed& seed, const ColumnCall<F, Nodes...>& node);
template <class Needed, class Seed, class T, class Where, class Layout, class Space>
STENCIL_FUNCTION constexpr auto rewritten(const Seed& seed, const FieldLeaf<T, Where, Layout, Space>& leaf) {
  if constexpr (std::is_same_v<FieldLeaf<T, Where, Layout, Space>, typename Seed::field_type>) {
    return seed.seeded(leaf, leaf.data == seed.field.data);
  } else {
    return leaf;
  }
}
/// Whether a function can be called with dual numbers; a compile-time error if not.
template <class F, class... Values>
STENCIL_FUNCTION constexpr bool takes_duals(const F*, const Values*...) {
  return true;
}
template <class F, class... Values>
STENCIL_FUNCTION constexpr bool takes_duals(const functions::User<F>*, const Values*...) {
  constexpr bool fits = std::is_invocable_v<const F&, const Values&...>;
  static_assert(
      fits,
      "stencil: the function given to pointwise takes plain numbers only, so it cannot be differentiated; give "
      "its parameters the type auto, and call exp, sqrt, ... without std::");
  return fits;
}
/// A user's function, whose result may be a Vec of dual numbers; it is converted to a dual number of Vecs.
template <class F>
struct Gathering {
  F function;
  template <class... Values>
  STENCIL_FUNCTION constexpr auto operator()(const Values&... v) const {
    return detail::duals::gathered(function(v...));
  }
};
template <class F>
STENCIL_FUNCTION constexpr functions::User<Gathering<F>> gathering(const functions::User<F>& user) {
  return {Gathering<F>{user.function}};
}
template <class Function>
STENCIL_FUNCTION constexpr const Function& gathering(const Function& function) {
  return function;
}
template <class Function, class... Nodes>
STENCIL_FUNCTION constexpr auto differentiable_node(const Function& function, const Nodes&... nodes) {
  constexpr bool fits =
      takes_duals(static_cast<const Function*>(nullptr), static_cast<const typename Nodes::value_type*>(nullptr)...);
  if constexpr (fits) return pointwise_node(gathering(function), nodes...);
}
template <class Needed, class Seed, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto rewritten(const Seed& seed, const Broadcasted<F, Nodes...>& node) {
  return node.arguments.apply(
      [&](const auto&... child) { return differentiable_node(node.function, rewritten<Needed>(seed, child)...); });
}

/// The node of an operator applied to rewritten arguments.
template <class Needed, class Seed, class Original, class... Nodes>
STENCIL_FUNCTION constexpr auto stencil_node(const Seed& seed, const Original& original, const Nodes&... nodes) {
  using Op = typename Original::operator_type;
  constexpr bool once = is_differentiated_once<Op>;
  using Bottom = ConditionOf<Side::bottom, Seed, Op>;
  using Top = ConditionOf<Side::top, Seed, Op>;
  constexpr bool by_ends = !std::is_same_v<Bottom, typename Original::template condition_type<Side::bottom>> ||
                           !std::is_same_v<Top, typename Original::template condition_type<Side::top>>;
  if constexpr (!once && std::is_same_v<StencilBroadcasted<Op, Nodes...>, Original>) {
    return original;  // a matrix of other fields
  } else if constexpr (by_ends) {
    if constexpr (!(has_duals<typename Nodes::value_type> || ...)) require_one_derivative<Bottom, Top>();
    using Ends = DifferentiatedWithEnds<Op, Directional, Bottom, Top>;
    return StencilBroadcasted<Ends, Nodes...>{
        Ends(original.op, condition_with_derivative<Side::bottom>(seed, original.op),
             condition_with_derivative<Side::top>(seed, original.op)),
        make_arguments(nodes...),
        {}};
  } else if constexpr ((has_duals<typename Nodes::value_type> || ...)) {
    static_assert(once,
                  "stencil: a matrix by jacobian or operator_matrix(op, w) cannot be differentiated, by jvp or by a "
                  "Jacobian, where it may depend on the field; keep its rows in a field, whose values are constants");
    using Derivative = decltype(Seed::template derivative<Needed, Original, Nodes...>());
    using Result = StencilBroadcasted<Differentiated<Op, Derivative>, Nodes...>;
    return Result{Differentiated<Op, Derivative>(original.op), make_arguments(nodes...), {}};
  } else {
    return original;
  }
}
template <class Needed, class Seed, class Op, class... Nodes>
STENCIL_FUNCTION constexpr auto rewritten(const Seed& seed, const StencilBroadcasted<Op, Nodes...>& node) {
  using Node = StencilBroadcasted<Op, Nodes...>;
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return stencil_node<Needed>(
        seed, node, rewritten<plan::RowsNeededOf<Needed, Node, I>>(seed, argument_at<I>(node.arguments))...);
  }(std::make_integer_sequence<int, Node::count>{});
}

}  // namespace stencil::detail::differentiation
