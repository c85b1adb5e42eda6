// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <type_traits>

#include <stencil/backend.hpp>
#include <stencil/columnwise/fields.hpp>
#include <stencil/matrix/solved_columns.hpp>
#include <stencil/plan/across.hpp>
#include <stencil/plan/walk.hpp>

/// Tendencies that are evaluated where a stage of a stepper uses them.
namespace stencil::detail::stepping {

/// A tendency as a column function: the results of one, or the value of an expression.
struct Argument {
  template <class X>
  STENCIL_FUNCTION constexpr auto operator()(const X& x) const {
    return results(x);
  }
  template <class Text>
  static std::string text(const Text&, const std::string& arguments) {
    return arguments;
  }
};
template <class N>
auto as_call(const N& tendency) {
  if constexpr (plan::is_column_call<N>) {
    return tendency;
  } else {
    return ColumnCall<Argument, N>{{}, make_arguments(tendency)};
  }
}

/// Whether rates have the types and places of the fields that they change.
template <class Results, class... Fields>
inline constexpr bool are_rates_of = false;
template <class... Rates, class... Fields>
  requires(sizeof...(Rates) == sizeof...(Fields))
inline constexpr bool are_rates_of<FunctionResults<Rates...>, Fields...> =
    ((std::is_same_v<typename Rates::value_type, typename std::remove_cvref_t<Fields>::value_type> &&
      std::is_same_v<typename Rates::location, typename std::remove_cvref_t<Fields>::location>) &&
     ...);
/// Whether a backend deals neighbouring columns of some field side by side.
template <class... Fields>
inline constexpr bool teams_go_across =
    (std::remove_cvref_t<Fields>::backend::rows_side_by_side && ...) && (plan::reads_across<node_of<Fields>> || ...);
/// Whether a stage with `Results` results for each field is faster as a column function than by rates in memory. On a
/// CPU, with levels contiguous, columns would be copied to tiles; and teams that go across columns exchange so much for
/// more than two results in all that it takes as long.
template <int Results, class... Fields>
inline constexpr bool gains_by_function =
    (std::remove_cvref_t<Fields>::backend::rows_side_by_side && ...)
        ? !teams_go_across<Fields...> || Results * static_cast<int>(sizeof...(Fields)) <= 2
        : (plan::reads_across<node_of<Fields>> && ...);

/// Whether a tendency is evaluated where a stage with `Results` results for each field uses it: an expression of fields
/// or a column function, which gives rates of the types and at the places of fields.
template <int Results, class Tendency, class First, class... Rest>
inline constexpr bool is_used_in_place = [] {
  using Backend = typename std::remove_cvref_t<First>::backend;
  constexpr bool one_backend = (std::is_same_v<Backend, typename std::remove_cvref_t<Rest>::backend> && ...);
  if constexpr (!IsOperand<Tendency> || !one_backend || !backend_parts::Columns<Backend> ||
                !backend_parts::CarriesOut<Backend>) {
    return false;
  } else {
    using N = node_of<Tendency>;
    constexpr bool gains = gains_by_function<Results, First, Rest...>;
    if constexpr (plan::is_column_call<N>) {
      return gains && are_rates_of<typename N::results_type, First, Rest...>;
    } else {
      return (gains || Results == 1) && column_functions::is_formula_of<void, N> &&
             are_rates_of<FunctionResults<N>, First, Rest...>;
    }
  }
}();

}  // namespace stencil::detail::stepping
