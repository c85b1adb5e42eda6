// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/expression/scalar.hpp>
#include <stencil/expression/temporary.hpp>
#include <stencil/offset.hpp>

namespace stencil {

/// A boundary condition with a value: a number, a Vec, a SurfaceField or any surface expression.
template <class V>
struct Given {
  V value{};  ///< a number, a Vec, or a node with one value per column
  constexpr Given() = default;
  template <class X>
  STENCIL_FUNCTION explicit constexpr Given(const X& x) : value(convert(x)) {}
  template <class X>
    requires is_temporary_field<X>
  explicit constexpr Given(X&&) {
    refuse_temporaries<X>();
  }

 private:
  template <class X>
  STENCIL_FUNCTION static constexpr V convert(const X& x) {
    if constexpr (std::is_same_v<X, V>) {
      return x;
    } else if constexpr (requires { as_node(x); }) {
      return as_node(x);
    } else {
      static_assert(!std::is_same_v<X, X>,
                    "stencil: the value of a boundary condition is a number, a Vec, or has one value per column: a "
                    "SurfaceField or an expression of such");
      return V{};
    }
  }
};

/// The type of what a condition has for a value X, in a std::type_identity.
template <class X>
constexpr auto node_or_number() {
  if constexpr (IsOperand<X> || IsLiteral<X>) {
    return std::type_identity<node_of<X>>{};
  } else {
    return std::type_identity<ScalarNode<double>>{};
  }
}
/// The type of a condition's value that is given as X; where X is none, that of a number.
template <class X>
using given_as = typename decltype(node_or_number<X>())::type;

/// The numbers in a value: those of a Vec, else one.
template <class T>
inline constexpr std::size_t count_of_components = 1;
template <class T>
  requires is_vec<T>
inline constexpr std::size_t count_of_components<T> = sizeof(T) / sizeof(scalar_of<T>);

/// Whether the value of a condition, if it has one, has as many components as values of T.
template <class Condition, class T>
inline constexpr bool has_components_of = true;
template <template <class> class Condition, class V, class T>
  requires std::is_base_of_v<Given<V>, Condition<V>>
inline constexpr bool has_components_of<Condition<V>, T> =
    is_composite<typename node_of<V>::value_type> || is_composite<T> ||
    count_of_components<typename node_of<V>::value_type> == count_of_components<T>;

/// The same for values of one of several types.
template <class Condition, class... T>
inline constexpr bool has_components_of_one = (has_components_of<Condition, T> || ...);

/// The argument takes this value at the end face.
template <class V>
struct SetValue : Given<V> {
  static constexpr const char* name = "SetValue";
  using Given<V>::Given;
};
/// The gradient [argument / m] takes this value at the end face.
template <class V>
struct SetGradient : Given<V> {
  static constexpr const char* name = "SetGradient";
  using Given<V>::Given;
};
/// A condition of the third kind, of Robin: a x + b dx/dz = c at the end face, dz counted upward. a and b are numbers.
template <class V>
struct SetFlux : Given<V> {
  static constexpr const char* name = "SetFlux";
  double a = 0;  ///< the factor of the value
  double b = 1;  ///< the factor of its slope [m]
  constexpr SetFlux() = default;
  template <class X>
    requires is_temporary_field<X>
  constexpr SetFlux(double, double, X&&) {
    refuse_temporaries<X>();
  }
  template <class X>
  STENCIL_FUNCTION constexpr SetFlux(double of_value, double of_slope, const X& c)
      : Given<V>(c), a(of_value), b(of_slope) {}
  /// A compile-time error for factors that differ from column to column.
  template <class A, class B, class X>
    requires(IsOperand<A> || IsOperand<B>)
  STENCIL_FUNCTION constexpr SetFlux(const A&, const B&, const X&) {
    static_assert(!std::is_same_v<X, X>,
                  "stencil: a and b of SetFlux(a, b, c) are numbers, c alone may differ from column to column; with a "
                  "factor per column write the flux itself, where(is_lowest(Face{}), factor * RightBiasedC2F()(x), "
                  "flux)");
  }

  /// The same condition with the value that c has at one position.
  template <class X>
  STENCIL_FUNCTION constexpr SetFlux<X> with_value(const X& c) const {
    return SetFlux<X>(a, b, c);
  }
  /// The gradient at the end face from the value of the end cell, half of g.dz() away.
  template <class X, class G, class E>
  STENCIL_FUNCTION constexpr auto gradient(const X& inside, G g, E end) const {
    const auto slope_of_a = end.upward(g.number(a) * g.dz() / 2);
    return (this->value - g.number(a) * inside) / (g.number(b) - slope_of_a);
  }
};
/// The divergence [argument / m] takes this value in the end row.
template <class V>
struct SetDivergence : Given<V> {
  static constexpr const char* name = "SetDivergence";
  using Given<V>::Given;
};
/// The curl takes this value at the end face.
template <class V>
struct SetCurl : Given<V> {
  static constexpr const char* name = "SetCurl";
  using Given<V>::Given;
};
template <class X>
SetValue(const X&) -> SetValue<given_as<X>>;
template <class X>
SetGradient(const X&) -> SetGradient<given_as<X>>;
template <class X>
SetFlux(double, double, const X&) -> SetFlux<given_as<X>>;
template <class A, class B, class X>
  requires(IsOperand<A> || IsOperand<B>)
SetFlux(const A&, const B&, const X&) -> SetFlux<given_as<X>>;
template <class X>
SetDivergence(const X&) -> SetDivergence<given_as<X>>;
template <class X>
SetCurl(const X&) -> SetCurl<given_as<X>>;

/// Continue from the inside; each operator's page says how.
struct Extrapolate {
  static constexpr const char* name = "Extrapolate";
};
/// Continue to the end face by the polynomial through as many cells as the order says, 1 to 3, or as there are.
template <int order>
struct Extrapolation {
  static_assert(order >= 1 && order <= 3, "stencil: an Extrapolation is of order 1, 2 or 3");
  static constexpr const char* name = "Extrapolation";
};
/// Where a wide upwind formula lacks data on one side: the neighbour on that side alone, of first order.
struct FirstOrderOneSided {
  static constexpr const char* name = "FirstOrderOneSided";
};
/// Where a wide upwind formula lacks data on one side: the third-order formula of the other side, whatever the wind.
struct ThirdOrderOneSided {
  static constexpr const char* name = "ThirdOrderOneSided";
};
/// Stands for a condition that was not given: the operator's closure is used.
struct OperatorClosure {
  static constexpr const char* name = "closure";
};

/// The trait behind is_condition.
template <class C, template <class> class Condition>
struct IsCondition : std::false_type {};
template <class V, template <class> class Condition>
struct IsCondition<Condition<V>, Condition> : std::true_type {};
/// Whether C is Condition<V> for some V.
template <class C, template <class> class Condition>
inline constexpr bool is_condition = IsCondition<C, Condition>::value;

/// The two ends of a column.
enum class Side { bottom, top };

/// A condition at one end of the column.
template <Side Where, class Condition>
struct ConditionAt {
  Condition condition{};  ///< what was given to bottom() or top()
};
/// A compile-time error for bottom(c, d) and top(c, d).
template <class Condition>
STENCIL_FUNCTION constexpr void refuse_several_conditions() {
  static_assert(!std::is_same_v<Condition, Condition>,
                "stencil: bottom and top take the one condition that holds at this end: "
                "GradientC2F(bottom(SetValue(0.0)), top(SetValue(1.0)))");
}
/// The condition for the lower end: GradientC2F(bottom(SetValue(0.0))).
template <class Condition>
STENCIL_FUNCTION constexpr ConditionAt<Side::bottom, Condition> bottom(const Condition& condition) {
  return {condition};
}
/// The condition for the upper end.
template <class Condition>
STENCIL_FUNCTION constexpr ConditionAt<Side::top, Condition> top(const Condition& condition) {
  return {condition};
}
/// @{
/// A text, or another array, for a condition: the operator refuses it as it does a number.
template <class T, std::size_t N>
constexpr ConditionAt<Side::bottom, const T*> bottom(const T (&)[N]) {
  return {};
}
template <class T, std::size_t N>
constexpr ConditionAt<Side::top, const T*> top(const T (&)[N]) {
  return {};
}
/// @}
/// Compile-time errors for several conditions at one end.
template <class First, class... More>
  requires(sizeof...(More) > 0)
STENCIL_FUNCTION constexpr auto bottom(const First& first, const More&...) {
  refuse_several_conditions<First>();
  return bottom(first);
}
template <class First, class... More>
  requires(sizeof...(More) > 0)
STENCIL_FUNCTION constexpr auto top(const First& first, const More&...) {
  refuse_several_conditions<First>();
  return top(first);
}
/// A field's values at one end, by its view.
template <IsReadable Field>
STENCIL_FUNCTION constexpr auto bottom(const Field& field) {
  return ConditionAt<Side::bottom, node_of<Field>>{field.node()};
}
/// The same at the top.
template <IsReadable Field>
STENCIL_FUNCTION constexpr auto top(const Field& field) {
  return ConditionAt<Side::top, node_of<Field>>{field.node()};
}

template <class Field>
  requires is_temporary_field<Field>
constexpr auto bottom(Field&& field) {
  refuse_temporaries<Field>();
  return bottom(field);
}
template <class Field>
  requires is_temporary_field<Field>
constexpr auto top(Field&& field) {
  refuse_temporaries<Field>();
  return top(field);
}

/// No flux through either end: DivergenceF2C(no_flux)(flux) takes SetValue(0) at the bottom and at the top, so that the
/// column keeps its sum.
struct NoFlux {
  /// A compile-time error: it is no function.
  template <class Never = void, class... Given>
  constexpr NoFlux operator()(const Given&...) const {
    static_assert(
        !std::is_same_v<Never, Never>,
        "stencil: no_flux is written without parentheses, DivergenceF2C(no_flux)(flux), and closes both ends; "
        "one end is closed by bottom(SetValue(0)) or top(SetValue(0))");
    return {};
  }
};
/// The two conditions of a closed column in one word.
inline constexpr NoFlux no_flux{};

/// The end of a column as an operator's end formula sees it. Row counts from the end: 0 is the end row itself.
template <Side Where, int Row>
struct End {
  static constexpr Side side = Where;                       ///< which end
  static constexpr bool is_bottom = Where == Side::bottom;  ///< whether it is the lower one
  static constexpr int row = Row;                           ///< counted from the end row, which is 0

  /// Cells of the column, for formulas that reach further inside than a short column does. A formula may branch on it;
  /// what it reads in a short column it must also read, or `interior` must, in a long one, which is what the plan sees.
  int cells = 1 << 20;

  /// The offset, counted toward the inside of the column.
  template <int H>
  STENCIL_FUNCTION constexpr auto inward(LevelOffset<H>) const {
    return LevelOffset<is_bottom ? H : -H>{};
  }
  /// Turns a difference `inside - outside` into `above - below`.
  template <class X>
  STENCIL_FUNCTION constexpr X upward(const X& inside_minus_outside) const {
    if constexpr (is_bottom) {
      return inside_minus_outside;
    } else {
      return -inside_minus_outside;
    }
  }
};

}  // namespace stencil
