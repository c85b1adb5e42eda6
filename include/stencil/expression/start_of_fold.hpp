// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/expression/column_value.hpp>
#include <stencil/expression/math.hpp>

/// The state from which an operation along a column starts: in the precision of the values, with derivatives if they
/// have such.
namespace stencil::detail::folding {

/// A number, or a Vec of numbers, as numbers of another type.
template <class Number>
struct AsNumbers {
  static constexpr const char* name = "converted";
  static constexpr int cost = 0;
  template <class X>
  STENCIL_FUNCTION constexpr auto operator()(const X& x) const {
    if constexpr (requires { call_elementwise(*this, x); }) {
      return call_elementwise(*this, x);
    } else if constexpr (is_vec<X>) {
      with_scalar<X, Number> all{};
      for (std::size_t i = 0; i < sizeof(x.component) / sizeof(x.component[0]); ++i) all[i] = (*this)(x[i]);
      return all;
    } else {
      return static_cast<Number>(x);
    }
  }
};

/// Whether a state of numbers `State` loses digits, or range, of the numbers `Value` that are added to it. In order an
/// integer is left as it is: it may count.
template <bool InOrder, class State, class Value>
inline constexpr bool loses =
    std::is_arithmetic_v<State> && std::is_arithmetic_v<Value> && !(InOrder && std::is_integral_v<State>) &&
    (std::is_integral_v<State> == std::is_integral_v<Value> ? sizeof(State) < sizeof(Value)
                                                            : std::is_floating_point_v<Value>);

/// A starting value per column as the state beside values X: its numbers are those of X where every step would
/// else round them or cut them off, and a number has a derivative if they have.
template <bool InOrder, class X, class N>
STENCIL_FUNCTION constexpr auto start_beside(const N& node) {
  using V = typename N::value_type;
  using Beside = column_functions::NumberBeside<scalar_of<V>, X>;
  if constexpr (!is_composite<V> && loses<InOrder, scalar_of<V>, scalar_of<X>>) {
    return start_beside<InOrder, X>(broadcasted(AsNumbers<scalar_of<X>>{}, node));
  } else if constexpr (!is_composite<V> && !std::is_same_v<typename Beside::type, scalar_of<V>> &&
                       std::is_convertible_v<V, X>) {
    return broadcasted(typename Beside::Make{}, node);
  } else {
    return node;
  }
}

/// The node of a starting state, which is a value or an expression with one value per column. A floating-point number
/// takes the precision of the values of the column, an expression at least that; an integer that is wider than theirs
/// stays as wide.
template <bool InOrder, class Source, class Init>
STENCIL_FUNCTION constexpr auto initial(const Init& init) {
  using X = typename Source::value_type;
  constexpr bool wider = std::is_integral_v<Init> && std::is_integral_v<X> && sizeof(Init) > sizeof(X);
  if constexpr (IsOperand<Init>) {
    using Location = typename node_of<Init>::location;
    static_assert(std::is_same_v<Location, Surface> || std::is_same_v<Location, AnyLocation>,
                  "stencil: a column operation begins with a value or with an expression that has one value per column "
                  "(a SurfaceField)");
    return start_beside<InOrder, X>(as_node(init));
  } else if constexpr (IsLiteral<Init> && is_composite<X>) {  // values with derivatives
    return ScalarNode<X>{X(init)};
  } else if constexpr (IsLiteral<Init> && !wider && (std::is_arithmetic_v<X> || is_vec<X>) &&
                       (!InOrder || std::is_floating_point_v<scalar_of<Init>>)) {
    if constexpr (std::is_floating_point_v<scalar_of<X>> || !std::is_floating_point_v<scalar_of<Init>>) {
      return as_node_beside<Source>(init);
    } else {
      return ScalarNode<Init>{init};
    }
  } else {
    return ScalarNode<Init>{init};
  }
}

/// A state's number V beside a value of W: in the higher precision of both, with a derivative if one has it.
template <class V, class W>
struct NumberOfState {
  using Own = scalar_of<V>;
  using Other = scalar_of<W>;
  static constexpr bool takes_precision =
      std::is_floating_point_v<Own> && std::is_floating_point_v<Other> && sizeof(Own) < sizeof(Other);
  using Number = std::conditional_t<takes_precision, Other, Own>;
  using type = std::conditional_t<takes_precision && !is_composite<V>, with_scalar<V, Number>, V>;
};
template <class V, class W>
  requires((column_functions::has_slope<V> || column_functions::has_slope<W>) &&
           !column_functions::has_band_of_slopes<V> && !column_functions::has_band_of_slopes<W> &&
           std::is_arithmetic_v<typename column_functions::WithoutSlope<V>::type>)
struct NumberOfState<V, W> {
  using Plain = typename column_functions::WithoutSlope<V>::type;
  using OfOther = scalar_of<W>;
  using Number = std::conditional_t<std::is_integral_v<Plain>, OfOther, typename NumberOfState<Plain, OfOther>::type>;
  using type =
      typename column_functions::NumberBeside<Number, std::conditional_t<column_functions::has_slope<V>, V, W>>::type;
};
/// What a state becomes beside the values of a row.
template <class First, class... E>
struct StateBeside {
  using value_type = typename First::value_type;
};
template <class V>
struct StateOf {
  using value_type = V;
};
template <class First, class Second, class... E>
struct StateBeside<First, Second, E...>
    : StateBeside<StateOf<typename NumberOfState<typename First::value_type, typename Second::value_type>::type>,
                  E...> {};

}  // namespace stencil::detail::folding
