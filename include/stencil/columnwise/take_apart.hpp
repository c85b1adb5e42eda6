// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <stencil/algorithm/small_matrix.hpp>
#include <stencil/columnwise/members.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/expression/functions.hpp>
#include <stencil/numbers/dual.hpp>

/// Values of column functions that are structs, Vecs, or results(...) of a point function, taken apart:
/// `auto [mass, depth] = column_reduce(...)`, `auto [u, v] = solve(blocks<2>(...), vec(f, g))`.
namespace stencil {

template <class... Values>
struct FunctionResults;

namespace functions {
template <int I>
struct TakeMember {
  static constexpr const char* name = "member";
  template <class S>
  STENCIL_FUNCTION constexpr auto operator()(const S& s) const {
    const auto members = column_functions::members_of(s);
    return argument_at<I>(members);
  }
  template <class... Nodes>
  STENCIL_FUNCTION constexpr auto operator()(const FunctionResults<Nodes...>& all) const {
    return argument_at<I>(all.values).number;
  }
};
}  // namespace functions

namespace column_functions {

/// What std::tuple_size of values of T is. A number counts as one, so that compilers say how many names they expect;
/// without a count they would take apart the rows.
template <class T, bool = has_members<T>()>
struct CountOfMembers : std::integral_constant<std::size_t, 1> {
  static_assert(!std::is_class_v<T> || is_one_value<T> || is_matrix_row<T>,
                "stencil: a value is taken apart by auto [a, b] = ... if it is a std::array or a plain struct of at "
                "most thirty-two numbers, or results(...) of them; let the function given to pointwise return such");
};
template <class T>
struct CountOfMembers<T, true> : std::integral_constant<std::size_t, static_cast<std::size_t>(member_count<T>())> {};
template <class T>
  requires(detail::duals::components<T> > 0)  // Vecs, perhaps with derivatives
struct CountOfMembers<T, false> : std::integral_constant<std::size_t, detail::duals::components<T>> {};
template <class... Values>
struct CountOfMembers<FunctionResults<Values...>, true> : std::integral_constant<std::size_t, sizeof...(Values)> {};
template <class... Values>
struct CountOfMembers<FunctionResults<Values...>, false> : std::integral_constant<std::size_t, sizeof...(Values)> {};
template <class T>
inline constexpr bool is_of_results = false;
template <class... Values>
inline constexpr bool is_of_results<FunctionResults<Values...>> = true;

/// Member number I of a value, or component number I of Vecs, as a value; a number is its only one. Structured bindings
/// find it.
template <std::size_t I, class Lane, class Where, class T>
STENCIL_FUNCTION constexpr auto get(const ColumnValue<Lane, Where, T>& value) {
  if constexpr (has_members<T>() || is_of_results<T>) {
    return lane_of(value).pointwise(functions::User<functions::TakeMember<static_cast<int>(I)>>{}, value);
  } else if constexpr (detail::duals::components<T> > 0) {
    return component<static_cast<int>(I)>(value);
  } else {
    return value;
  }
}

}  // namespace column_functions

}  // namespace stencil

/// @cond
template <class Lane, class Where, class T>
struct std::tuple_size<stencil::column_functions::ColumnValue<Lane, Where, T>>
    : stencil::column_functions::CountOfMembers<T> {};
template <std::size_t I, class Lane, class Where, class T>
struct std::tuple_element<I, stencil::column_functions::ColumnValue<Lane, Where, T>> {
  using type = std::remove_cvref_t<decltype(stencil::column_functions::get<I>(
      std::declval<const stencil::column_functions::ColumnValue<Lane, Where, T>&>()))>;
};
/// @endcond
