// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/column/accumulate.hpp>
#include <stencil/column/reduce.hpp>
#include <stencil/expression/accessor.hpp>
#include <stencil/view.hpp>

namespace stencil {

namespace detail::folding {
template <class N>
inline constexpr bool in_cells =
    std::is_same_v<typename N::location, Center> || std::is_same_v<typename N::location, AnyLocation>;

/// f dc, what a cell adds to an integral.
template <class E>
STENCIL_FUNCTION constexpr auto cell_amount(const E& e) {
  return broadcasted<column_functions::IsRead::once>(functions::Multiply{}, as_node(e),
                                                     spacing<real_of<typename node_of<E>::value_type>>(Center{}));
}

/// Whether of two types one is a number and the other a Vec.
template <class A, class B>
inline constexpr bool are_number_and_vec =
    (std::is_arithmetic_v<A> && is_vec<B>) || (is_vec<A> && std::is_arithmetic_v<B>);
}  // namespace detail::folding

/// The integral over the column of a center expression, sum of f dc [f m]; second order. It is assigned to a
/// SurfaceField: `mass = column_integral(rho)`. The integral of a divergence is the difference of the end fluxes.
template <IsOperand E>
STENCIL_FUNCTION constexpr auto column_integral(E&& e) {
  refuse_temporaries<E>();
  static_assert(detail::folding::in_cells<node_of<E>>,
                "stencil: column_integral takes values at centers; bring face values over with InterpolateF2C");
  if constexpr (detail::folding::in_cells<node_of<E>>) {
    const auto amount = detail::folding::cell_amount(e);
    using T = typename std::remove_const_t<decltype(amount)>::value_type;
    return detail::folding::reduction("column_integral", functions::Add{}, T{}, AsIs{}, from_bottom, amount);
  }
}

/// A compile-time error for other arguments.
template <class... Arguments>
  requires(sizeof...(Arguments) != 1 || !(IsOperand<Arguments> && ...))
STENCIL_FUNCTION constexpr double column_integral(const Arguments&...) {
  return detail::folding::refused_arguments<Arguments...>();
}

/// The integral of a center expression up to each face, from the end where it is known: `f = cumulative_integral(rho,
/// bottom(0.0))` gives face 0 the value of bottom and face i+1 that of face i plus rho dc of the cell between. With
/// top(v) it is the integral down from the top: the highest face takes v, and face i that of face i+1 plus rho dc. The
/// value is a number, a Vec, a SurfaceField or a surface expression. It is assigned to a FaceField, alone on the right;
/// GridError on a ring, which has no end.
template <IsOperand E, Side Where, class Value>
STENCIL_FUNCTION constexpr auto cumulative_integral(E&& e, const ConditionAt<Where, Value>& from) {
  refuse_temporaries<E>();
  static_assert(detail::folding::in_cells<node_of<E>>,
                "stencil: cumulative_integral takes values at centers; bring face values over with InterpolateF2C");
  static_assert(IsOperand<Value> || IsLiteral<Value>,
                "stencil: cumulative_integral takes the value at an end itself: bottom(0.0) or top(surface field)");
  constexpr bool alike = [] {
    if constexpr (IsOperand<Value> || IsLiteral<Value>) {
      return !detail::folding::are_number_and_vec<typename node_of<E>::value_type, typename node_of<Value>::value_type>;
    } else {
      return true;
    }
  }();
  static_assert(alike,
                "stencil: cumulative_integral of numbers begins with a number, and that of Vecs with a Vec: "
                "cumulative_integral(vec(u, v), top(Vec{0.0, 0.0}))");
  if constexpr (detail::folding::in_cells<node_of<E>> && (IsOperand<Value> || IsLiteral<Value>) && alike) {
    using Direction = std::conditional_t<Where == Side::bottom, DirectionFromBottom, DirectionFromTop>;
    return detail::folding::accumulation<Face>("cumulative_integral", functions::Add{}, from.condition, AsIs{},
                                               Direction{}, detail::folding::cell_amount(e));
  }
}
/// A compile-time error where it is not said at which end the integral begins, or said first.
template <class E, class... From>
  requires(!IsOperand<E> || sizeof...(From) != 1 || !(requires { From::condition; } && ...))
STENCIL_FUNCTION constexpr auto cumulative_integral(const E&, const From&...) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: cumulative_integral begins with a value at an end: cumulative_integral(rho, bottom(0.0)), or "
                "top(0.0)");
}

}  // namespace stencil
