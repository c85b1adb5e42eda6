// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <type_traits>

#include <stencil/columnwise/one_result.hpp>
#include <stencil/columnwise/ring.hpp>
#include <stencil/matrix/jacobian.hpp>
#include <stencil/matrix/narrow_inside.hpp>

/// Derivatives of column functions, and inside of column functions: a function is called with dual numbers.
namespace stencil {

namespace column_functions {

template <class Node, class... Nodes>
  requires(has_duals<typename Nodes::value_type> || ...)
struct OperatorOn<Node, Nodes...> {
  template <class Op>
  STENCIL_FUNCTION static constexpr auto of(const Op& op) {
    if constexpr ((has_band_of_slopes<typename Nodes::value_type> || ...)) {
      constexpr plan::Range band = detail::differentiation::band_around<plan::AllRows, Node, Nodes...>();
      return detail::differentiation::Differentiated<Op, detail::differentiation::BandAround<band.low, band.high>>(op);
    } else {
      return detail::differentiation::Differentiated<Op, detail::differentiation::Directional>(op);
    }
  }
};

/// Whether the value of a condition has a derivative along a direction.
template <class Condition>
inline constexpr bool has_slope_of_value = false;
template <template <class> class Condition, class V>
  requires IsNode<V>
inline constexpr bool has_slope_of_value<Condition<V>> =
    has_duals<typename V::value_type> && !has_band_of_slopes<typename V::value_type>;
template <class Applied>
inline constexpr bool has_slope_at_ends = has_slope_of_value<typename Applied::template condition_type<Side::bottom>> ||
                                          has_slope_of_value<typename Applied::template condition_type<Side::top>>;
template <class Applied, class... Nodes>
  requires(!(has_duals<typename Nodes::value_type> || ...) && has_slope_at_ends<Applied>)
struct OperatorOn<Applied, Nodes...> {
  template <class Op>
  STENCIL_FUNCTION static constexpr auto of(const Op& op) {
    detail::differentiation::require_one_derivative<typename Applied::template condition_type<Side::bottom>,
                                                    typename Applied::template condition_type<Side::top>>();
    return detail::differentiation::Differentiated<Op, detail::differentiation::Directional>(op);
  }
};

}  // namespace column_functions

namespace detail::differentiation {
template <class F>
struct SlopesOfResults;
/// Whether a function gives derivatives of another one's results.
template <class F>
inline constexpr bool takes_slopes = false;
template <class F>
inline constexpr bool takes_slopes<SlopesOfResults<F>> = true;

template <class Needed, class Seed, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto rewritten(const Seed& seed, const ColumnCall<F, Nodes...>& node) {
  static_assert(ColumnCall<F, Nodes...>::count == 1 || is_direction<Seed>,
                "stencil: jacobian takes one expression, but this column function has several results; choose one: "
                "jacobian(result<1>(f(x, y)), wrt(x))");
  const auto again = node.arguments.apply(
      [&](const auto&... child) { return node.rebuilt(rewritten<plan::AllRows>(seed, child)...); });
  using Call = ColumnCall<F, Nodes...>;
  if constexpr (takes_slopes<F> && !std::is_same_v<std::remove_const_t<decltype(again)>, Call>)
    static_cast<void>(differentiates_again<Seed, Call>());
  return again;
}
/// A column function called with dual numbers: the derivatives of its results.
template <class F>
struct SlopesOfResults {
  F function;

  template <class... Args>
  STENCIL_FUNCTION constexpr auto operator()(const Args&... args) const {
    return column_functions::results_of_call(function, args...).values.apply([](const auto&... values) {
      return results(broadcasted(functions::TakeSlope{}, values)...);
    });
  }
  template <class Text>
  static std::string text(const Text& of, const std::string& arguments) {
    return "jvp(" + column_functions::text_of_call<F>(of, arguments) + ")";
  }
};
template <class F, class... Nodes>
constexpr auto slopes_in(const ColumnCall<F, Nodes...>& call) {
  if constexpr (ColumnCall<F, Nodes...>::count == 1) {
    return pointwise_node(functions::TakeSlope{}, call);
  } else {
    return ColumnCall<SlopesOfResults<F>, Nodes...>{SlopesOfResults<F>{call.function}, call.arguments};
  }
}
}  // namespace detail::differentiation

template <column_functions::IsColumnValue V, class... More>
STENCIL_FUNCTION constexpr auto wrt(const V& value, const More&...) {
  static_assert(!std::is_same_v<V, V>,
                "stencil: a Jacobian inside a column function is by one of its values and takes the formula as a "
                "function: jacobian([&](auto y) { return div(k * grad(y)); }, x)");
  return Wrt<V>{value};
}
/// A compile-time error for a derivative along a direction by a value of a column function.
template <class F, column_functions::IsColumnValue X, class... Direction>
  requires(!IsOperand<F>)
STENCIL_FUNCTION constexpr auto jvp(const F&, const X&, const Direction&...) {
  static_assert(!std::is_same_v<F, F>,
                "stencil: jvp differentiates expressions of fields, jvp(f(x, y), wrt(x), dx); by a value of a column "
                "function it is the product with the Jacobian, jacobian([&](auto y) { return k * y; }, x) * dx");
}

namespace column_functions {
/// Whether what a function gives of a value with derivatives has some.
template <class Result>
STENCIL_FUNCTION constexpr bool has_derivative() {
  if constexpr (IsLiteral<Result>) {
    return false;
  } else {
    return has_duals<typename node_of<Result>::value_type>;
  }
}
template <class Result>
inline constexpr bool depends_on_argument = has_derivative<Result>();
template <class... Values>
inline constexpr bool depends_on_argument<FunctionResults<Values...>> = (has_derivative<Values>() || ...);
/// f(x), where x is a dual number with the derivative 1.
template <class F, class X>
STENCIL_FUNCTION constexpr auto with_slopes(const F& f, const X& x) {
  using T = typename X::value_type;
  // What f takes from outside may have a derivative too.
  constexpr bool once = differentiated_once<!has_slope<T> && !gives_slope<std::remove_cvref_t<decltype(f(x))>>>();
  constexpr bool numbers = once && std::is_floating_point_v<T> && !std::is_same_v<typename X::location, Surface>;
  static_assert(numbers || !once,
                "stencil: a Jacobian inside a column function is by a value of float or double at centers or faces");
  if constexpr (numbers) {
    const auto dual = lane_of(x).pointwise(detail::differentiation::UnitRowOfVariable{}, x);
    using Result = std::remove_cvref_t<decltype(f(dual))>;
    constexpr bool gives_values = IsOperand<Result> || IsResults<Result>;
    static_assert(gives_values,
                  "stencil: the function given to jacobian, value_and_jacobian or newton takes a value and gives one, "
                  "or results(...); let its parameter be auto: [&](auto y) { return k * y; }");
    if constexpr (gives_values) return f(dual);
  }
}
/// A compile-time error for a function of a value that computes with another one in its place. Result: what it gives of
/// a value with derivatives; void: another error was found in it.
template <class X, class Result>
STENCIL_FUNCTION constexpr void require_dependence() {
  if constexpr (std::is_floating_point_v<typename X::value_type> && !std::is_void_v<Result>) {
    static_assert(depends_on_argument<Result>,
                  "stencil: the function given to jacobian, newton or implicit_step does not depend on its parameter, "
                  "or by conditions alone, so that its derivative is zero; compute with the parameter, the y of "
                  "[&](auto y) { return k * y; }, and not with the value outside");
  }
}
/// A row of derivatives, without what formulas for the ends of columns would reach.
template <int Offset, int Low, int High>
struct TakeNarrowRow : functions::TakeRow<Offset> {
  template <class X>
  STENCIL_FUNCTION constexpr auto operator()(const X& x) const {
    using T = typename std::remove_cvref_t<decltype(x.slope)>::entry_type;
    return detail::bands::row_of<BandRow<T, Low, High>>([&](auto halves) { return x.slope.template at<halves>(); });
  }
};
/// The rows of derivatives of a result of f.
template <class X, class Result>
STENCIL_FUNCTION constexpr auto slopes_of(const X& x, const Result& result) {
  constexpr int offset = detail::differentiation::lies_across<typename Result::location, typename X::location> ? 1 : 0;
  if constexpr (is_always_ring<std::remove_cvref_t<decltype(lane_of(x))>> && IsNarrowInside<Result>) {
    using Narrow = TakeNarrowRow<offset, Result::narrow_low, Result::narrow_high>;
    return lane_of(x).pointwise(Narrow{}, for_lane(result));
  } else {
    return lane_of(x).pointwise(functions::TakeRow<offset>{}, for_lane(result));
  }
}
template <class X, class... Values>
STENCIL_FUNCTION constexpr auto slopes_of(const X& x, const FunctionResults<Values...>& all) {
  return all.values.apply([&](const auto&... values) { return results(slopes_of(x, values)...); });
}

/// f(x) and its Jacobian. How: the value is read.
template <IsRead How, class F, class X>
STENCIL_FUNCTION constexpr auto value_and_slopes(const F& f, const X& x) {
  using Result = decltype(with_slopes(f, x));
  static_assert(!IsResults<Result>,
                "stencil: newton and value_and_jacobian take a function that returns one value, not results(...); "
                "jacobian takes several");
  if constexpr (!std::is_void_v<Result> && !IsResults<Result>) {
    const auto result = with_slopes(f, x);
    return results(broadcasted<How>(functions::TakeValue{}, result), slopes_of(x, result));
  }
}
}  // namespace column_functions

/// Inside a column function: f(x) and the Jacobian of f(x) by x, from one evaluation: `auto [value, slope] =
/// value_and_jacobian(f, x)`. x and f are as those of jacobian.
template <class F, column_functions::IsColumnValue X>
  requires(!IsOperand<F>)
STENCIL_FUNCTION constexpr auto value_and_jacobian(const F& f, const X& x) {
  column_functions::require_dependence<X, decltype(column_functions::with_slopes(f, x))>();
  return column_functions::value_and_slopes<column_functions::IsRead::often>(f, x);
}

/// Inside a column function: the Jacobian of f(x) by x, a matrix for solve and factorize. x: a value at centers or
/// faces; f: a function of such a value, as in `identity() - dt * jacobian([&](auto y) { return div(k * grad(y)); },
/// x)`. Other values that f uses are constants. Units: f / x. Where f returns results(...) the result is a matrix for
/// each: `auto [a, b] = jacobian(f, x)`.
template <class F, column_functions::IsColumnValue X>
  requires(!IsOperand<F>)
STENCIL_FUNCTION constexpr auto jacobian(const F& f, const X& x) {
  column_functions::require_dependence<X, decltype(column_functions::with_slopes(f, x))>();
  if constexpr (!std::is_void_v<decltype(column_functions::with_slopes(f, x))>)
    return column_functions::slopes_of(x, column_functions::with_slopes(f, x));
}
template <class F, class X>
  requires((IsOperand<F> && column_functions::IsColumnValue<X>) ||
           (column_functions::IsColumnValue<F> && !IsOperand<X>) || (!IsOperand<F> && IsLiteral<X>))
STENCIL_FUNCTION constexpr auto jacobian(const F&, const X&) {
  constexpr bool is_function = !std::is_same_v<F, F>;
  static_assert(is_function,
                "stencil: inside a column function jacobian takes a function, which it calls with x: "
                "jacobian([&](auto y) { return k * y; }, x)");
}

/// Compile-time errors for a function of several values, and for one without the value to call it with.
template <class F, column_functions::IsColumnValue X, class... Rest>
  requires(!IsOperand<F> && sizeof...(Rest) > 0)
STENCIL_FUNCTION constexpr auto jacobian(const F&, const X&, const Rest&...) {
  static_assert(!std::is_same_v<F, F>,
                "stencil: a Jacobian inside a column function is by one value; by another it is one of its own, in "
                "which the first is a constant: jacobian([&](auto y) { return f(x, y); }, y)");
}
template <class F, column_functions::IsColumnValue X, class... Rest>
  requires(!IsOperand<F> && sizeof...(Rest) > 0)
STENCIL_FUNCTION constexpr auto value_and_jacobian(const F& f, const X& x, const Rest&... rest) {
  return jacobian(f, x, rest...);
}
template <class F>
  requires(!IsOperand<F>)
STENCIL_FUNCTION constexpr auto jacobian(const F&) {
  static_assert(!std::is_same_v<F, F>,
                "stencil: inside a column function jacobian takes a function and the value to differentiate by: "
                "jacobian([&](auto y) { return k * y; }, x)");
}

}  // namespace stencil
