// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/job.hpp>

namespace stencil {

/// How far from its own place a value depends on what it is computed from.
struct FunctionReach {
  int below = 0;  ///< half levels downward: 1 from a face to the center below it, 2 from a center to the next
  int above = 0;  ///< half levels upward
  bool whole_column = false;  ///< it depends on all levels of the column, or on one that is counted from an end

  /// Whole levels, in the direction in which it is farther: those around a piece of a column that are needed too.
  constexpr int levels() const { return ((above > below ? above : below) + 1) / 2; }
};

namespace column_functions {

template <class A>
inline constexpr bool is_place = std::is_same_v<A, Center> || std::is_same_v<A, Face> || std::is_same_v<A, Surface>;
template <class A, std::size_t N>
inline constexpr bool is_place<std::array<A, N>> = N > 0 && is_place<A>;

/// What a function is called with for an argument: a value at a place that reads itself, or a number.
template <class A>
constexpr auto argument_to_trace(const Trace& trace, const A& given) {
  if constexpr (is_place<A>) {
    return ColumnValue<Trace, A, double>{{}, &trace};
  } else {
    return given;
  }
}
/// An array of such values for an array of places.
template <class A, std::size_t N>
constexpr auto argument_to_trace(const Trace& trace, const std::array<A, N>&) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return array_of_members((static_cast<void>(I), argument_to_trace(trace, A{}))...);
  }(std::make_index_sequence<N>{});
}
template <class... Values>
constexpr FunctionReach reach_of(const Trace& trace, const FunctionResults<Values...>& results) {
  return results.values.apply([&](const auto&... value) {
    Dependence all;
    (all.add(Trace::dependence(value)), ...);
    return FunctionReach{-all.low, all.high, trace.traced->reads_columns || trace.traced->reads_levels};
  });
}

}  // namespace column_functions

/// How far the results of a column function depend on its arguments, the farthest of all. Nothing is computed and no
/// field is needed: an argument is given by its location, Center{}, Face{} or Surface{} for one value per column, a
/// std::array of fields by one of locations, or as the number that it is. A constant expression if the call operator of
/// f is constexpr, as that of a lambda is: `static_assert(reach(columnwise(diffusion), Center{}, Surface{}).levels() ==
/// 1)`.
template <class F, class... Args>
constexpr FunctionReach reach(const ColumnwiseFunction<F>& f, const Args&... args) {
  constexpr bool known = ((column_functions::is_place<Args> || IsLiteral<Args>) && ...);
  static_assert(
      known,
      "stencil: reach(f, ...) takes the location of each argument of the column function, Center{}, Face{} or "
      "Surface{}, or a number; of fields it is reach(f(x, y))");
  if constexpr (known) {
    column_functions::Traced found;
    const column_functions::Trace trace{&found};
    return column_functions::reach_of(
        trace, column_functions::as_results(f.function(column_functions::argument_to_trace(trace, args)...)));
  } else {
    return {};
  }
}
/// The same of an expression, `reach(f(x, y))` or `reach(2.0 * above(x))`.
template <IsOperand E>
constexpr FunctionReach reach(const E& e) {
  column_functions::Traced found;
  const column_functions::Trace trace{&found};
  return column_functions::reach_of(trace, column_functions::results_of(trace, as_node(e)));
}

}  // namespace stencil
