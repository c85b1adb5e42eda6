// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/columnwise/solve.hpp>
#include <stencil/expression/variable_of_slopes.hpp>
#include <stencil/matrix/jacobian.hpp>

/// A step of Newton's method inside a column function: the system is a value with its derivatives.
namespace stencil::column_functions {

/// EliminateWith whose rows are the derivatives of a value, and whose right sides the value itself.
template <class Row>
struct EliminateSlopes : EliminateWith<Row> {
  using With = EliminateWith<Row>;
  template <class At, class State, class Linear>
  STENCIL_FUNCTION constexpr auto row(const At& at, State& state, const Linear& linear) const {
    return With::row(at, state, linear.slope, linear.value);
  }
  template <class Give, class At, class State, class Linear>
  constexpr void row_to(const Give& give, const At& at, State& state, const Linear& linear) const {
    With::row_to(give, at, state, linear.slope, linear.value);
  }
};

/// Whether a lane eliminates the system that such a value, L, is for an unknown X in one march.
template <class Lane, class L, class X>
inline constexpr bool eliminates_slopes = false;
template <class Lane, IsColumnValue L, class X>
  requires requires { Lane::solves_at_once; } && std::is_same_v<typename L::location, typename X::location>
inline constexpr bool eliminates_slopes<Lane, L, X> = []<class V>(const V*) {
  if constexpr (is_dual<V>) {
    using Row = typename V::slope_type;
    using T = typename X::value_type;
    return std::is_floating_point_v<T> && std::is_same_v<typename V::number_type, T> &&
           std::is_same_v<typename Row::entry_type, T> && Row::high > 0;
  } else {
    return false;
  }
}(static_cast<const typename L::value_type*>(nullptr));

/// The x with A x = b. `value`: it is b and has the rows of A as derivatives, so that a formula that is computed where
/// it is read is computed once for both.
template <class L>
STENCIL_FUNCTION constexpr auto solved_from_slopes(const L& value) {
  using Row = typename L::value_type::slope_type;
  const auto& linear = for_lane(value);
  const auto& lane = lane_of(linear);
  const auto step = elimination_of<EliminateSlopes<Row>>(linear);
  const auto all = lane.template march<typename L::location, true>(step, typename Row::entry_type{}, linear);
  return after_elimination<Row>(lane, all.rows,
                                [&] { return with_rows(lane, lane.pointwise(functions::TakeValue{}, linear)); });
}

}  // namespace stencil::column_functions
