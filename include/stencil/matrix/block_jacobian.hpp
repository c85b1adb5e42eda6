// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/algorithm/small_matrix.hpp>
#include <stencil/expression/arguments.hpp>
#include <stencil/matrix/jacobian.hpp>

namespace stencil {

/// The fields by which several expressions are differentiated.
template <class... Fields>
struct WrtSeveral {
  static constexpr int count = sizeof...(Fields);
  NodeArguments<Fields...> fields;
};
/// The fields to differentiate several expressions by, at one location: jacobian(vec(f, g), wrt(a, b)).
template <IsReadable First, IsReadable Second, IsReadable... Rest>
constexpr auto wrt(const First& first, const Second& second, const Rest&... rest) {
  using Location = typename node_of<First>::location;
  static_assert(
      std::is_same_v<typename node_of<Second>::location, Location> &&
          (std::is_same_v<typename node_of<Rest>::location, Location> && ...),
      "stencil: wrt(a, b) takes fields at one location, whose values form a Vec; eliminate a field at another "
      "one with tip(...) of solve_arrowhead");
  return WrtSeveral<node_of<First>, node_of<Second>, node_of<Rest>...>{
      make_arguments(wrt(first).field, wrt(second).field, wrt(rest).field...)};
}

/// wrt() for a node.
template <class Field>
constexpr Wrt<Field> as_wrt(const Field& field) {
  return {field};
}

/// jacobian(vec(f, g), wrt(a, b)): the derivatives of N expressions by N fields as one matrix, whose entries are blocks
/// of N x N, in the units of expression / field. It is solved for right sides of Vec values. Throws Error if one of the
/// fields is in none of the expressions.
template <class... Nodes, class... Fields>
constexpr auto jacobian(const Broadcasted<functions::MakeVec, Nodes...>& e, const WrtSeveral<Fields...>& x) {
  constexpr int n = WrtSeveral<Fields...>::count;
  static_assert(sizeof...(Nodes) == n,
                "stencil: jacobian(vec(f, g), wrt(a, b)) takes as many expressions as fields, or the blocks are not "
                "square");
  if constexpr (sizeof...(Nodes) == n && (detail::differentiation::makes_a_band<Fields>() && ...)) {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      (detail::differentiation::require_occurs("jacobian", argument_at<I % n>(x.fields), e), ...);
      return blocks<n>(detail::differentiation::jacobian_of(argument_at<I / n>(e.arguments),
                                                            as_wrt(argument_at<I % n>(x.fields)))...);
    }(std::make_integer_sequence<int, n * n>{});
  }
}

}  // namespace stencil
