// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <stencil/expression/end_formulas.hpp>
#include <stencil/expression/precision.hpp>
#include <stencil/expression/stencil_broadcasted.hpp>

namespace stencil {

/// The locations of an operator's arguments.
template <class... Where>
struct Locations {
  static constexpr int count = static_cast<int>(sizeof...(Where));  ///< of arguments
};

namespace detail::operators {

/// The condition given for a side, or OperatorClosure.
template <Side Where, class... Conditions>
struct Find {
  static constexpr int given = 0;
  using type = ConditionAt<Where, OperatorClosure>;
};
template <Side Where, class Condition, class... Rest>
struct Find<Where, ConditionAt<Where, Condition>, Rest...> {
  static constexpr int given = 1 + Find<Where, Rest...>::given;
  using type = ConditionAt<Where, Condition>;
};
template <Side Where, class Other, class... Rest>
struct Find<Where, Other, Rest...> : Find<Where, Rest...> {};
template <Side Where, class... Rest>
struct Find<Where, NoFlux, Rest...> {
  static constexpr int given = 1 + Find<Where, Rest...>::given;
  using type = ConditionAt<Where, SetValue<ScalarNode<double>>>;
};
/// The number of ends for which an argument of an operator's constructor gives a condition.
template <class Condition>
inline constexpr std::size_t ends_of = std::is_same_v<Condition, NoFlux> ? 2 : 1;

// Overloads rather than constrained partial specialisations, which nvcc and g++ 12 confuse.
template <Side Where, template <class> class C, class V>
  requires IsNode<V>
typename V::space condition_space(const ConditionAt<Where, C<V>>&);
template <class C>
AnySpace condition_space(const C&);

template <template <class> class C, class V>
  requires IsNode<V>
typename V::location condition_location(const C<V>&);
template <class C>
AnyLocation condition_location(const C&);

template <class C>
inline constexpr bool on_surface = !std::is_same_v<decltype(condition_location(std::declval<const C&>())), Center> &&
                                   !std::is_same_v<decltype(condition_location(std::declval<const C&>())), Face>;

/// The operator with the condition SetValue(0) of the argument's type in place of no_flux.
template <class Value, template <class...> class Op>
STENCIL_FUNCTION constexpr auto closed(const Op<NoFlux>&) {
  using Zero = SetValue<ScalarNode<std::conditional_t<is_vec<Value>, Value, double>>>;
  return Op<ConditionAt<Side::bottom, Zero>, ConditionAt<Side::top, Zero>>{};
}

/// Whether no operand has integers or truth values. Numbers do not count, which take the type of the operand beside
/// them.
template <class... Args>
constexpr bool all_floating() {
  const auto one = []<class A>(std::type_identity<A>) {
    if constexpr (IsOperand<A>) {
      return !std::is_integral_v<scalar_of<typename node_of<A>::value_type>>;
    } else {
      return true;
    }
  };
  return (one(std::type_identity<Args>{}) && ... && true);
}

/// Whether an operand has Vecs.
template <class Arg>
constexpr bool has_components() {
  if constexpr (IsOperand<Arg>) {
    return is_vec<typename node_of<Arg>::value_type>;
  } else {
    return is_vec<std::remove_cvref_t<Arg>>;
  }
}

}  // namespace detail::operators

namespace column_functions {
/// An operator applied to values of a lane, with derivatives or without. Node: the operator's node on such values
/// without derivatives.
template <class Node, class Op, class... Nodes>
STENCIL_FUNCTION constexpr auto applied(const Op& op, const Nodes&... nodes) {
  constexpr bool float32 = are_float32<Nodes...>();
  using On = OperatorOn<Node, Nodes...>;
  const auto& lane = lane_of(nodes...);
  if constexpr ((has_band_of_slopes<typename Nodes::value_type> || ...)) {
    return VariableOfSlopes<Node, Nodes...>::of(lane.apply(On::of(op), prepared<float32>(lane, for_lane(nodes))...));
  } else {
    return lane.apply(On::of(op), prepared<float32>(lane, nodes)...);
  }
}
}  // namespace column_functions

/// The base class of all operators. The derived struct Self declares
///   `arguments` (Locations<...>), `result` (a location) and `name`;
///   `interior(x..., g)`: the formula away from the ends;
///   for each condition that it accepts one of
///     `at_end(condition, x..., g, end)`: the formula in the end rows;
///     `replaces_argument<Condition>`: the condition's value is used in place of the first argument's end value;
///     `extrapolate_takes_next_row`: for Extrapolate, the end row gets the operator's value in the next row.
/// It may also declare
///   `closure`: the condition of an end for which none is given;
///   `has_formula_in_any_row<Bottom, Top>`: with these conditions, in_any_row(bottom condition, top condition, x..., g,
///     row) gives the same bits as the formulas above in all rows, where row.is<Side, n>() tells whether this is row n
///     from an end. It is used by threads that hold an end row beside inner rows: they compute one formula, not
///     several;
///   `takes_numbers_alone`: arguments with Vecs are refused;
///   `has_formula_at_both_ends`: in a column of one cell, whose center is an end row at both ends, at_both_ends(bottom
///     condition, top condition, x..., g) is used instead of the formula of the bottom.
template <class Self, class... Conditions>
struct Operator {
  /// Whether the value of such a condition is used in place of the first argument's end value.
  template <class Condition>
  static constexpr bool replaces_argument = false;
  /// Whether Extrapolate gives an end row the operator's value in the next row.
  static constexpr bool extrapolate_takes_next_row = false;
  /// Whether there is an in_any_row for these conditions.
  template <class Bottom, class Top>
  static constexpr bool has_formula_in_any_row = false;
  /// Whether there is an at_both_ends.
  static constexpr bool has_formula_at_both_ends = false;
  /// Whether its formula compares values, so that it is one of numbers and not of Vecs.
  static constexpr bool takes_numbers_alone = false;
  /// Whether the argument is a flux, so that no_flux is accepted.
  static constexpr bool takes_no_flux = false;
  using closure = OperatorClosure;
  using space =
      typename CommonSpaceOf<AnySpace,
                             decltype(detail::operators::condition_space(std::declval<const Conditions&>()))...>::type;

  constexpr Operator() = default;
  template <class First, class... Rest>
    requires(sizeof...(Rest) + 1 == sizeof...(Conditions) && !std::derived_from<First, Self>)
  STENCIL_FUNCTION explicit constexpr Operator(const First& first, const Rest&... rest) {
    static_assert(
        detail::operators::Find<Side::bottom, Conditions...>::given +
                detail::operators::Find<Side::top, Conditions...>::given ==
            (detail::operators::ends_of<Conditions> + ... + 0),
        "stencil: an operator is made from conditions, each wrapped in bottom(...) or top(...), and then applied, as "
        "in GradientC2F(bottom(SetValue(0.0)))(x) or DivergenceF2C()(flux)");
    static_assert(detail::operators::Find<Side::bottom, Conditions...>::given <= 1,
                  "stencil: an operator takes one condition at the bottom, but two were given");
    static_assert(detail::operators::Find<Side::top, Conditions...>::given <= 1,
                  "stencil: an operator takes one condition at the top, but two were given");
    static_assert(
        !(std::is_same_v<Conditions, NoFlux> || ...) || Self::takes_no_flux,
        "stencil: no_flux says that no flux passes the ends, which is a matter of the divergence of the flux; "
        "give it to DivergenceF2C, or this operator a condition that its page in docs/operators lists");
    check<Side::bottom>();
    check<Side::top>();
    take(first);
    (take(rest), ...);
  }

  /// The operator applied to expressions: a node that is computed when it is assigned. Applied to values inside a
  /// column function: the result, computed at once.
  template <class... Args>
  STENCIL_FUNCTION constexpr auto operator()(Args&&... args) const {
    refuse_temporaries<Args...>();
    constexpr bool operands = ((IsOperand<Args> || IsLiteral<Args>) && ...);
    if constexpr (!operands) detail::operators::refuse_operands<Args...>();
    static_assert(sizeof...(Args) == Self::arguments::count,
                  "stencil: this operator takes another number of arguments; its page in docs/operators names them");
    constexpr bool floating = detail::operators::all_floating<Args...>();
    static_assert(floating,
                  "stencil: an operator takes floating-point values, for its results would be cut to whole numbers; "
                  "convert to a floating-point field first, or write InterpolateC2F()(1.0 * n); of a condition, "
                  "below(where(condition, 1.0, 0.0)) > 0.5");
    constexpr bool numbers = !Self::takes_numbers_alone || !(detail::operators::has_components<Args>() || ...);
    static_assert(numbers,
                  "stencil: this operator compares values, so that it takes numbers and no Vecs; apply it to one "
                  "component after the other, component<0>(u)");
    if constexpr (operands && (std::is_same_v<Conditions, NoFlux> || ...)) {
      static_assert(
          detail::operators::Find<Side::bottom, Conditions...>::given == 1,
          "stencil: an operator takes one condition at the bottom, but two were given; no_flux is one at both ends");
      static_assert(
          detail::operators::Find<Side::top, Conditions...>::given == 1,
          "stencil: an operator takes one condition at the top, but two were given; no_flux is one at both ends");
      using Value = typename FirstOperand<Args...>::value_type;
      if constexpr (sizeof...(Conditions) == 1)
        return detail::operators::closed<Value>(static_cast<const Self&>(*this))(args...);
    } else if constexpr (operands && floating && numbers && sizeof...(Args) == Self::arguments::count) {
      using Beside = FirstOperand<Args...>;
      return apply(typename Self::arguments{}, as_node_beside<Beside>(args)...);
    }
  }

  /// The condition at an end; OperatorClosure where none was given.
  template <Side Where>
  STENCIL_FUNCTION constexpr const auto& condition() const {
    if constexpr (Where == Side::bottom) {
      return at_bottom.condition;
    } else {
      return at_top.condition;
    }
  }

  typename detail::operators::Find<Side::bottom, Conditions...>::type at_bottom{};  ///< the condition
  typename detail::operators::Find<Side::top, Conditions...>::type at_top{};        ///< the condition

 private:
  template <Side Where>
  STENCIL_FUNCTION static constexpr void check() {
    using Condition = std::remove_cvref_t<decltype(std::declval<const Operator&>().template condition<Where>())>;
    static_assert(detail::operators::on_surface<Condition>,
                  "stencil: the value of a boundary condition is one per column; give a number, a Vec, a SurfaceField "
                  "or an expression of SurfaceFields; in a column function a value per column, such as at_level(x, 0)");
    detail::operators::require_known<Self, Condition, Where>();
  }

  STENCIL_FUNCTION constexpr void take(NoFlux) {}  // the conditions of both ends are zero already
  template <class Condition>
  STENCIL_FUNCTION constexpr void take(const ConditionAt<Side::bottom, Condition>& c) {
    at_bottom = c;
  }
  template <class Condition>
  STENCIL_FUNCTION constexpr void take(const ConditionAt<Side::top, Condition>& c) {
    at_top = c;
  }

  template <class... Where, class... Nodes>
  STENCIL_FUNCTION constexpr auto apply(Locations<Where...>, const Nodes&... nodes) const {
    constexpr bool fits =
        ((std::is_same_v<Where, typename Nodes::location> || std::is_same_v<typename Nodes::location, AnyLocation> ||
          std::is_same_v<typename Nodes::location, Surface>) &&
         ...);
    constexpr bool cells_expected = (std::is_same_v<Where, Center> && ...);
    static_assert(fits || !cells_expected,
                  "stencil: this operator takes values at centers, but was given values at faces; interpolate with "
                  "InterpolateF2C or use the operator's F2C form");
    static_assert(fits || cells_expected,
                  "stencil: this operator takes values at faces, but was given values at centers; interpolate with "
                  "InterpolateC2F or use the operator's C2F form");
    if constexpr (fits) {
      using Result = StencilBroadcasted<Self, column_functions::plain_stand_for<Nodes>...>;
      static_assert(!std::is_same_v<typename Result::space, ClashingSpaces>,
                    "stencil: host and device fields cannot be combined in one expression; give the arguments and the "
                    "boundary values the same backend");
      constexpr bool total = detail::operators::serves_end<Self, Result, Side::bottom>() &&
                             detail::operators::serves_end<Self, Result, Side::top>();
      if constexpr (!total) detail::operators::refuse_ends<Self, Result>();
      // An operator may make numbers of Vecs; its conditions are of the ones or of the others.
      constexpr bool alike =
          has_components_of_one<typename Result::template condition_type<Side::bottom>, typename Result::value_type,
                                typename column_functions::plain_stand_for<Nodes>::value_type...> &&
          has_components_of_one<typename Result::template condition_type<Side::top>, typename Result::value_type,
                                typename column_functions::plain_stand_for<Nodes>::value_type...>;
      static_assert(alike,
                    "stencil: the value of a boundary condition has as many components as the argument: of a field of "
                    "Vecs it is a Vec, SetValue(Vec<double, 2>{{0.0, 0.0}}), or a SurfaceField of them");
      if constexpr (!total || !alike) {
        return;
      } else if constexpr ((column_functions::IsColumnValue<Nodes> || ...)) {
        if constexpr (column_functions::given_as_arguments<Nodes..., typename Self::Operator>()) {
          return column_functions::applied<Result>(static_cast<const Self&>(*this), nodes...);
        }
      } else {
        return Result{static_cast<const Self&>(*this), make_arguments(nodes...), {}};
      }
    }
  }
};

}  // namespace stencil
