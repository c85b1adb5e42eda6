// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/expression/stencil_broadcasted.hpp>

/// Which conditions an operator has formulas for, and in which rows.
namespace stencil::detail::operators {

// Overloads rather than constrained partial specialisations, which nvcc and g++ 12 confuse.
template <template <class> class C, class V>
  requires IsNode<V>
C<OperationProbe> probed(const C<V>&);
template <class C>
C probed(const C&);

template <class Op, class Condition, Side Where, int Row = 0>
constexpr bool has_end_formula() {
  using C = decltype(probed(std::declval<const Condition&>()));
  using E = End<Where, Row>;
  using X = ProbeAccessor;
  using G = ProbeMetric;
  if constexpr (Op::arguments::count == 1) return requires(const Op& op, C c, X x, G g, E e) { op.at_end(c, x, g, e); };
  if constexpr (Op::arguments::count == 2)
    return requires(const Op& op, C c, X x, G g, E e) { op.at_end(c, x, x, g, e); };
  if constexpr (Op::arguments::count == 3)
    return requires(const Op& op, C c, X x, G g, E e) { op.at_end(c, x, x, x, g, e); };
  if constexpr (Op::arguments::count == 4)
    return requires(const Op& op, C c, X x, G g, E e) { op.at_end(c, x, x, x, x, g, e); };
}

template <class Op, class Condition, Side Where>
constexpr bool accepts() {
  if constexpr (std::is_same_v<Condition, OperatorClosure> || Op::template replaces_argument<Condition>) {
    return true;
  } else if constexpr (std::is_same_v<Condition, Extrapolate> && Op::extrapolate_takes_next_row) {
    return true;
  } else {
    return has_end_formula<Op, Condition, Where>();
  }
}

/// Whether each row at an end where the interior formula reads beyond the end has a formula of its own.
template <class Op, class Node, Side Where>
constexpr bool serves_end() {
  using Asked = typename Node::template condition_type<Where>;
  using Used = std::conditional_t<std::is_same_v<Asked, OperatorClosure>, typename Op::closure, Asked>;
  if constexpr (std::is_same_v<Used, Extrapolate> && Op::extrapolate_takes_next_row) {
    return Node::template end_rows<Where>() <= 1;  // the next row, which it takes, must have the interior formula
  } else {
    return []<int... Row>(std::integer_sequence<int, Row...>) {
      return (has_end_formula<Op, Used, Where, Row>() && ... && true);
    }(std::make_integer_sequence<int, Node::template end_rows<Where>()>{});
  }
}

// What deduces its return type is compiled where it is called, before what the caller makes of nothing.

/// A compile-time error for arguments of which some are no operands.
template <class... Args>
STENCIL_FUNCTION constexpr auto refuse_operands() {
  constexpr bool arrays = (ArrayOfOperands<Args> || ...);
  static_assert(!arrays, STENCIL_ARRAY_IN_A_FORMULA);
  constexpr bool several = !arrays && (SeveralResults<Args> || ...);
  static_assert(!several, STENCIL_SEVERAL_RESULTS);
  static_assert(several,
                "stencil: an operator takes fields, expressions and numbers; give an array as wrap_center(array, grid) "
                "or wrap_face(array, grid)");
}
/// A compile-time error for a condition that an operator does not have, and for a value that is none.
template <class Op, class Condition, Side Where>
STENCIL_FUNCTION constexpr auto require_known() {
  constexpr bool says_what = std::is_class_v<Condition> && !IsLiteral<Condition> && !IsNode<Condition>;
  constexpr bool closes_one_end = std::is_same_v<Condition, NoFlux> && !accepts<Op, Condition, Where>();
  static_assert(says_what,
                "stencil: a boundary condition says what it sets, not a value alone; write bottom(SetValue(v)), "
                "top(SetGradient(v)) or what else the page of the operator in docs/operators lists");
  static_assert(
      !closes_one_end,
      "stencil: no_flux stands alone and closes both ends, DivergenceF2C(no_flux)(flux); one end is closed by "
      "bottom(SetValue(0.0)) or top(SetValue(0.0))");
  static_assert(!says_what || closes_one_end || accepts<Op, Condition, Where>(),
                "stencil: this operator has no such boundary condition; the page of the operator in docs/operators "
                "lists those it accepts");
}
/// A compile-time error for an end row without a formula, whose condition the operator may lack altogether.
template <class Op, class Node>
STENCIL_FUNCTION constexpr auto refuse_ends() {
  using Bottom = typename Node::template condition_type<Side::bottom>;
  using Top = typename Node::template condition_type<Side::top>;
  require_known<Op, Bottom, Side::bottom>();
  require_known<Op, Top, Side::top>();
  constexpr bool known = accepts<Op, Bottom, Side::bottom>() && accepts<Op, Top, Side::top>();
  static_assert(!known,
                "stencil: this operator's interior formula reads past an end, but an end row has no formula; give "
                "the operator a closure and an at_end(condition, x..., g, end) for each such row");
}

}  // namespace stencil::detail::operators
