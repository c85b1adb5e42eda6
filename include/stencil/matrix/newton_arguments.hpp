// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/assign/assign.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/matrix/newton_options.hpp>

/// What newton of fields takes and gives, and compile-time errors for other arguments. Some of these name NewtonOptions
/// because no parameter is deduced from braces.
namespace stencil {

/// What newton() did.
struct NewtonReport {
  static constexpr bool of_a_field_changed_in_place = true;  ///< so that it is not assigned to the field
  int iterations = 0;                                        ///< linear systems solved in the column that took most
  double last_change = 0;  ///< the largest change in the last iteration of a column, in the units of x
};

namespace detail::newton_method {

/// A field, or a wrapped array, that gets a solution.
template <class X>
concept Unknown = IsWritable<X> && plan::IsMemory<node_of<X>>::value;
/// Whether it can be changed; a compile-time error if not.
template <Unknown X>
constexpr bool can_change() {
  detail::assignment::refuse_const_field<X, detail::assignment::is_const_field<X>>();
  return !detail::assignment::is_const_field<X>;
}

template <class F>
concept IsFunction = !IsOperand<F> && !IsLiteral<F>;
/// The unknown is neither the first argument nor are these the arguments inside a column function.
template <class F, class X>
concept IsOtherOrder = !Unknown<F> && !column_functions::IsColumnValue<F> && !column_functions::IsColumnValue<X> &&
                       (IsOperand<F> || !IsLiteral<X>);

template <class F>
NewtonReport refuse_order() {
  static_assert(!std::is_same_v<F, F>,
                "stencil: newton of a field takes that field and then the residual, an expression of it, newton(x, x * "
                "x - q); a function of values it takes inside column functions");
  return {};
}
template <class F>
NewtonReport refuse_options() {
  static_assert(!std::is_same_v<F, F>,
                "stencil: newton takes after the residual its options, by their names, and then maybe a policy: "
                "newton(x, x * x - q, {.most_iterations = 5}, policy().where(c > 0.0))");
  return {};
}

}  // namespace detail::newton_method

/// @{
/// Compile-time errors for a function in place of an expression, for another order, and for an unknown alone.
template <detail::newton_method::Unknown X>
auto newton(X&) {
  return detail::newton_method::refuse_order<X>();
}
template <detail::newton_method::Unknown X, detail::newton_method::IsFunction F, class... Rest>
auto newton(X&, const F&, const Rest&...) {
  return detail::newton_method::refuse_order<F>();
}
template <detail::newton_method::Unknown X, detail::newton_method::IsFunction F, class... Rest>
auto newton(X&, const F&, const NewtonOptions&, const Rest&...) {
  return detail::newton_method::refuse_order<F>();
}
template <class F, class X, class... Rest>
  requires detail::newton_method::IsOtherOrder<F, X>
auto newton(const F&, const X&, const Rest&...) {
  return detail::newton_method::refuse_order<F>();
}
template <class F, class X, class... Rest>
  requires detail::newton_method::IsOtherOrder<F, X>
auto newton(const F&, const X&, const NewtonOptions&, const Rest&...) {
  return detail::newton_method::refuse_order<F>();
}
/// @}
/// @{
/// Compile-time errors for options without their names, and after the policy.
template <detail::newton_method::Unknown X, IsOperand Residual, class Option, class... Rest>
  requires(!IsPolicy<Option> && !std::is_convertible_v<Option, NewtonOptions>)
auto newton(X&, const Residual&, const Option&, const Rest&...) {
  return detail::newton_method::refuse_options<Option>();
}
template <detail::newton_method::Unknown X, IsOperand Residual, class P>
  requires IsPolicy<P>
auto newton(X&, const Residual&, const P&, const NewtonOptions&) {
  return detail::newton_method::refuse_options<P>();
}
/// @}

}  // namespace stencil
