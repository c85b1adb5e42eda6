// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>

#include <stencil/boundary.hpp>
#include <stencil/columnwise/function.hpp>
#include <stencil/nodes/solve.hpp>

/// One of the results of a column function.
namespace stencil {

namespace column_functions {

/// What a user's function gives, called on a lane's values, as results(...).
template <class F, class... Args>
STENCIL_FUNCTION constexpr auto results_of_call(const F& function, const Args&... args) {
  if constexpr ((IsColumnValue<Args> || ...)) {
    using Lane = std::remove_cvref_t<decltype(lane_of(args...))>;
    return as_results(call<Lane>(function, args...));
  } else {
    return as_results(function(args...));
  }
}

/// A column function of which one result is taken.
template <int I, class F>
struct OneResult {
  F function;

  template <class... Args>
  STENCIL_FUNCTION constexpr auto operator()(const Args&... args) const {
    return results(results_of_call(function, args...).template get<I>());
  }
  template <class Text>
  static std::string text(const Text& of, const std::string& arguments) {
    return "result<" + std::to_string(I) + ">(" + text_of_call<F>(of, arguments) + ")";
  }
};

template <int I, int Count>
STENCIL_FUNCTION constexpr bool has_result() {
  static_assert(I >= 0 && I < Count, "stencil: the column function has no such result; result<0> is the first");
  return I >= 0 && I < Count;
}

}  // namespace column_functions

/// Result number I, from 0, of a column function of several results, as a node like any other: `result<1>(turbulence(
/// theta, u, flux))` may stand in an expression, in `jacobian` or in `jvp`. What only the other results need is not
/// needed any more, but the function is carried out again wherever the node stands.
template <int I, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto result(const ColumnCall<F, Nodes...>& call) {
  if constexpr (column_functions::has_result<I, ColumnCall<F, Nodes...>::count>()) {
    using One = column_functions::OneResult<I, F>;
    return ColumnCall<One, Nodes...>{One{call.function}, call.arguments};
  }
}
/// A compile-time error for result(f(x)).
template <class F, class... Nodes>
STENCIL_FUNCTION constexpr auto result(const ColumnCall<F, Nodes...>&) {
  static_assert(!std::is_same_v<F, F>, "stencil: result takes the number of a result, counted from 0: result<0>(f(x))");
}
/// A compile-time error for a result of what has none.
template <int I, IsOperand X>
STENCIL_FUNCTION constexpr const X& result(const X& x) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: result<0> chooses one of the results of a column function: result<0>(f(x)), with f = "
                "columnwise(...); a field, an expression or a value is used as it is");
  return x;
}
/// The same of a column function that was called inside another one, or of a march.
template <int I, class Results>
  requires(IsResults<Results> || column_functions::is_struct_of_results<Results>)
STENCIL_FUNCTION constexpr auto result(const Results& returned) {
  const auto all = column_functions::as_results(returned);
  if constexpr (column_functions::has_result<I, std::remove_const_t<decltype(all)>::count>())
    return all.template get<I>();
}

/// A compile-time error for `auto [a, b] = f(x)` outside of a column function. Structured bindings find it; without it
/// they would take apart the function and its arguments.
template <std::size_t I, class F, class... Nodes>
constexpr auto get(const ColumnCall<F, Nodes...>& call) {
  static_assert(
      !std::is_same_v<F, F>,
      "stencil: outside of column functions results are not taken apart by auto [a, b] = f(x); assign them to "
      "fields, fields(a, b) = f(x), or choose one: result<0>(f(x))");
  return call;
}
/// The same for `auto [x, y] = solve(A, vec(f, g))`.
template <std::size_t I, class Matrix, class Right>
constexpr auto get(const SolveNode<Matrix, Right>& solution) {
  static_assert(!std::is_same_v<Matrix, Matrix>,
                "stencil: outside of column functions a solution is not taken apart by auto [x, y] = solve(A, b); "
                "assign it to a field of Vecs, v = solve(A, b), and take its components, x = component<0>(v)");
  return solution;
}

}  // namespace stencil

/// @cond
template <class F, class... Nodes>
struct std::tuple_size<stencil::ColumnCall<F, Nodes...>>
    : std::integral_constant<std::size_t, static_cast<std::size_t>(stencil::ColumnCall<F, Nodes...>::count)> {};
template <std::size_t I, class F, class... Nodes>
struct std::tuple_element<I, stencil::ColumnCall<F, Nodes...>> {
  using type = stencil::ColumnCall<F, Nodes...>;
};
template <class Matrix, class Right>
struct std::tuple_size<stencil::SolveNode<Matrix, Right>>
    : std::integral_constant<std::size_t,
                             stencil::count_of_components<typename stencil::SolveNode<Matrix, Right>::value_type>> {};
template <std::size_t I, class Matrix, class Right>
struct std::tuple_element<I, stencil::SolveNode<Matrix, Right>> {
  using type = stencil::SolveNode<Matrix, Right>;
};
/// @endcond
