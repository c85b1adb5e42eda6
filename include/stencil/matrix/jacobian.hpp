// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/algorithm/small_matrix.hpp>
#include <stencil/matrix/differentiate_column.hpp>
#include <stencil/matrix/occurs.hpp>
#include <stencil/plan/walk.hpp>

namespace stencil {

/// Inside column functions values with derivatives have the components of the values.
template <int I, class T, class Slope>
struct HasComponent<I, Dual<T, Slope>> : HasComponent<I, T> {};

/// The field by which an expression is differentiated.
template <class Field>
struct Wrt {
  Field field;  ///< its view
};
/// The field to differentiate by: float, double or Vecs of them, owned or wrapped; for jvp it may have one value per
/// column.
template <class F>
  requires IsReadable<std::remove_cvref_t<F>>
constexpr auto wrt(F&& field) {
  refuse_temporaries<F>();
  using Field = node_of<F>;
  static_assert(plan::IsMemory<Field>::value, "stencil: wrt takes a field, or a wrapped array");
  static_assert(
      std::is_floating_point_v<scalar_of<typename Field::value_type>> && !is_composite<typename Field::value_type>,
      "stencil: wrt takes a field of float or double, or of Vecs of them");
  return Wrt<Field>{as_node(field)};
}
/// A compile-time error for an expression, and for a number.
template <class E>
  requires((IsOperand<E> && !IsReadable<E> && !requires { typename E::column_value; }) || IsLiteral<E>)
constexpr auto wrt(const E& e) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: wrt takes a field, or a wrapped array; assign an expression to a field first, and write what "
                "is differentiated with that field");
  return Wrt<E>{e};
}
namespace functions {
/// The row of derivatives of a dual number; zeros for an expression that does not depend on the field.
template <int AnyOffset>
struct TakeRow {
  static constexpr const char* name = "jacobian";
  static constexpr int cost = 0;
  template <class X>
  STENCIL_FUNCTION constexpr auto operator()(const X& x) const {
    if constexpr (is_dual<X>) {
      return x.slope;
    } else {
      return BandRow<X, -AnyOffset, AnyOffset>{};
    }
  }
};
/// The value of a dual number.
struct TakeValue {
  static constexpr const char* name = "value";
  static constexpr int cost = 0;
  template <class X>
  STENCIL_FUNCTION constexpr auto operator()(const X& x) const {
    if constexpr (is_dual<X>) {
      return x.value;
    } else {
      return x;
    }
  }
};
struct TakeSlope {
  static constexpr const char* name = "jvp";
  static constexpr int cost = 0;
  template <class X>
  STENCIL_FUNCTION constexpr auto operator()(const X& x) const {
    if constexpr (is_dual<X>) {
      return x.slope;
    } else {
      return X{};
    }
  }
};
}  // namespace functions

namespace detail::differentiation {
/// Whether an expression, or the value of a condition in it, has derivatives along directions of a field of another
/// type.
template <class Field>
struct AlongOthers {
  template <class Condition>
  struct AtEnd : std::false_type {};
  template <class N>
  struct In {
    static constexpr bool value = any_child<In, N>;
  };
  template <class Leaf, class Direction>
  struct In<Broadcasted<UnitDirection, Leaf, Direction>> {
    static constexpr bool value = !std::is_same_v<Leaf, Field>;
  };
  template <class Op, class... Nodes>
  struct In<StencilBroadcasted<Op, Nodes...>> {
    using Applied = StencilBroadcasted<Op, Nodes...>;
    static constexpr bool value = (In<Nodes>::value || ...) ||
                                  AtEnd<typename Applied::template condition_type<Side::bottom>>::value ||
                                  AtEnd<typename Applied::template condition_type<Side::top>>::value;
  };
  template <template <class> class Condition, class V>
    requires IsNode<V>
  struct AtEnd<Condition<V>> : In<V> {};
};
/// Whether the derivative of jvp(N, ...) along a direction is known: dual numbers of two fields' types would not be
/// told apart.
template <class Seed, class N>
STENCIL_FUNCTION constexpr bool differentiates_again() {
  constexpr bool by_one_type = !AlongOthers<typename Seed::field_type>::template In<N>::value;
  static_assert(by_one_type,
                "stencil: jvp(e, wrt(x), dx) is differentiated again by x, or a field of the same type, alone; by "
                "another field write the first derivative as a formula, or assign it to a field, which is constant");
  return by_one_type;
}
template <class Needed, class Seed, class N>
STENCIL_FUNCTION constexpr auto rewritten(const Seed& seed, const Broadcasted<functions::TakeSlope, N>& node) {
  const auto dual = rewritten<Needed>(seed, argument_at<0>(node.arguments));
  if constexpr (std::is_same_v<std::remove_const_t<decltype(dual)>, N>) {
    return node;
  } else if constexpr (differentiates_again<Seed, N>()) {
    return pointwise_node(node.function, dual);
  } else {
    return node;
  }
}
/// Whether values have levels, but not those of the variable; numbers and values per column stand beside any.
template <class Where, class Variable>
inline constexpr bool lies_across =
    (std::is_same_v<Where, Center> || std::is_same_v<Where, Face>) && !std::is_same_v<Where, Variable>;
/// The rows of derivatives of e by a field, or by a component of it.
template <class Field, class N>
constexpr auto rows_of(const RowSeed<Field>& seed, const N& e) {
  constexpr int offset = lies_across<typename N::location, typename Field::location> ? 1 : 0;
  return pointwise_node(functions::TakeRow<offset>{}, rewritten<plan::AllRows>(seed, e));
}
}  // namespace detail::differentiation

namespace detail::differentiation {
/// Whether the derivative by a field is a band.
template <class Field>
constexpr bool makes_a_band() {
  constexpr bool band = !std::is_same_v<typename Field::location, Surface>;
  static_assert(band,
                "stencil: jacobian takes a field at centers or faces; the derivative by one value per column is no "
                "band: jvp(e, wrt(s), ds) gives it, for ds = 1.0 the derivative by that value; newton solves for one "
                "value per column inside column functions, newton(f, s)");
  return band;
}
/// The Jacobian by a field that need not occur in e.
template <class E, class Field>
constexpr auto jacobian_of(const E& e, const Wrt<Field>& x) {
  using X = typename Field::value_type;
  if constexpr (is_vec<X>) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return pointwise_node(functions::JoinRows<sizeof...(I), functions::FromColumns>{},
                            rows_of(RowSeed<Field>{x.field, I}, as_node(e))...);
    }(std::make_index_sequence<sizeof(X) / sizeof(scalar_of<X>)>{});
  } else {
    return rows_of(RowSeed<Field>{x.field}, as_node(e));
  }
}
}  // namespace detail::differentiation

namespace detail::differentiation {
/// The derivatives of an expression of dual numbers, of all results of a column function.
template <class N>
constexpr auto slopes_in(const N& dual) {
  return pointwise_node(functions::TakeSlope{}, dual);
}
template <class F, class... Nodes>
constexpr auto slopes_in(const ColumnCall<F, Nodes...>& call);
}  // namespace detail::differentiation

/// The Jacobian of an expression with respect to a field, as a matrix expression: row k has the derivatives of the
/// expression at level k by the field's values around, computed by evaluating the formulas on dual numbers (forward
/// mode), with boundary conditions, closures and limiters. Units: expression / field. It is computed where it is used.
/// The field is recognised by its memory; throws Error if the expression does not read it. For an expression and a
/// field of Vecs of N components the entries are blocks of N x N, and solve takes right sides of such Vecs.
template <IsOperand E, class Field>
constexpr auto jacobian(const E& e, const Wrt<Field>& x) {
  using N = node_of<E>;
  using V = typename N::value_type;
  using X = typename Field::value_type;
  static_assert(std::is_floating_point_v<scalar_of<V>> && !is_composite<V>,
                "stencil: jacobian takes an expression of float or double values, or of Vecs of them");
  if constexpr (is_vec<X>) {
    static_assert(
        std::is_same_v<with_scalar<V, scalar_of<X>>, X>,
        "stencil: the Jacobian by a field of Vecs is one of an expression of Vecs with as many components, or "
        "the blocks are not square; vec(f, g) makes one");
  } else {
    static_assert(
        !is_vec<V>,
        "stencil: the Jacobian of Vecs by a field of numbers is no matrix of blocks; take component<I>(e), or "
        "jacobian(vec(f, g), wrt(a, b))");
  }
  if constexpr (detail::differentiation::makes_a_band<Field>()) {
    detail::differentiation::require_occurs("jacobian", x.field, as_node(e));
    return detail::differentiation::jacobian_of(e, x);
  }
}

/// The derivative of an expression along a direction: jacobian(e, wrt(x)) * direction, computed without the matrix.
/// direction: an expression at the location of x. Units: expression * direction / x. Of a column function with several
/// results the derivatives of all: `fields(dk, dh) = jvp(f(x, y), wrt(x), dx)`. Throws Error if the expression does not
/// read the field.
template <IsOperand E, class Field, IsOperand Direction>
constexpr auto jvp(const E& e, const Wrt<Field>& x, Direction&& direction) {
  refuse_temporaries<Direction>();
  using V = node_of<Direction>;
  constexpr bool meet = std::is_same_v<typename CommonLocation<typename V::location, typename Field::location>::type,
                                       typename Field::location>;
  static_assert(meet, "stencil: the direction of jvp has its values where the field has them");
  constexpr bool alike = std::is_constructible_v<typename Field::value_type, typename V::value_type>;
  static_assert(alike,
                "stencil: the direction of jvp has values such as the field's: numbers for a field of numbers, Vecs of "
                "as many components for one of Vecs");
  if constexpr (meet && alike) {
    detail::differentiation::require_occurs("jvp", x.field, as_node(e));
    const detail::differentiation::DirectionSeed<Field, V> seed{x.field, as_node(direction)};
    return detail::differentiation::slopes_in(detail::differentiation::rewritten<plan::AllRows>(seed, as_node(e)));
  } else {
    return as_node(e);  // so that no other error follows
  }
}

namespace detail::differentiation {
/// Whether these are wrt(...) and an expression.
template <class...>
inline constexpr bool are_field_and_direction = false;
template <class Field, class Direction>
inline constexpr bool are_field_and_direction<Wrt<Field>, Direction> = IsOperand<Direction>;
}  // namespace detail::differentiation

/// A compile-time error for other arguments.
template <IsOperand E, class... Rest>
  requires(!detail::differentiation::are_field_and_direction<Rest...>)
constexpr auto jvp(const E&, const Rest&...) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: jvp takes an expression, the field to differentiate by and a direction, an expression with "
                "its values where the field has them: jvp(f(x, y), wrt(x), dx); along two directions it is the sum "
                "jvp(e, wrt(x), dx) + jvp(e, wrt(y), dy)");
}
#define STENCIL_JACOBIAN_WITHOUT_WRT \
  "stencil: jacobian takes an expression and the field to differentiate by, in wrt(...): jacobian(f(x, y), wrt(x))"
/// A compile-time error for a field without wrt, or without a field, and for the field before the expression.
template <IsOperand E>
constexpr auto jacobian(const E&) {
  static_assert(!std::is_same_v<E, E>, STENCIL_JACOBIAN_WITHOUT_WRT);
}
template <IsOperand E, IsReadable Field>
constexpr auto jacobian(const E&, const Field&) {
  static_assert(!std::is_same_v<E, E>, STENCIL_JACOBIAN_WITHOUT_WRT);
}
template <class Field, IsOperand E>
constexpr auto jacobian(const Wrt<Field>&, const E&) {
  static_assert(!std::is_same_v<E, E>, STENCIL_JACOBIAN_WITHOUT_WRT);
}
#undef STENCIL_JACOBIAN_WITHOUT_WRT

}  // namespace stencil
