// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/grouped.hpp>
#include <stencil/columnwise/together.hpp>
#include <stencil/expression/arguments.hpp>
#include <stencil/expression/scalar.hpp>

namespace stencil {

/// What a column function returns: its results, in order. `auto [k, heating] = turbulence(rho, e);` takes them apart
/// inside another column function.
template <class... Values>
struct FunctionResults : TogetherValues<Values...> {
  struct stencil_results {};
  static constexpr int count = static_cast<int>(sizeof...(Values));  ///< of results

  /// A compile-time error for std::tie(a, b) = f(x) inside a column function.
  template <class... To>
  STENCIL_FUNCTION constexpr operator std::tuple<To&...>() const {  // NOLINT(google-explicit-constructor): as it says
    static_assert(sizeof...(To) == 0,
                  "stencil: inside a column function results are taken apart by auto [a, b] = f(x), not by std::tie");
    return {};
  }
};

/// Whether R is what results(...) gives.
template <class R>
concept IsResults = requires { typename std::remove_cvref_t<R>::stencil_results; };

namespace column_functions {
/// A result as a node; of a group, a group of nodes.
template <class X>
STENCIL_FUNCTION constexpr auto as_result(const X& x) {
  if constexpr (is_group<X>) {
    return as_member(x);
  } else {
    return as_node(x);
  }
}
}  // namespace column_functions

/// The results of a column function: one to thirty-two column values, heights, values per column or numbers; of a step
/// of a march numbers. Arrays and structs of such values count by what they have.
template <class... Values>
STENCIL_FUNCTION constexpr auto results(const Values&... values) {
  constexpr bool given =
      ((IsOperand<Values> || IsLiteral<Values> || is_composite<Values> || column_functions::is_group<Values>) && ...);
  constexpr int count = (0 + ... + column_functions::singles_in<Values>);
  static_assert(count >= 1 && count <= 32,
                "stencil: results takes one to thirty-two values; split the column function in two");
  static_assert(given,
                "stencil: results takes values of the column function, arrays and structs of them, and numbers; what "
                "gives several is taken apart first, as in auto [x, passes, done] = repeat_until(...)");
  if constexpr (given && count >= 1 && count <= 32) {
    const auto keep = [](const auto&... kept) {
      return FunctionResults<std::remove_cvref_t<decltype(kept)>...>{{make_arguments(kept...)}};
    };
    return keep(column_functions::as_result(values)...);
  }
}

namespace column_functions {
/// The shape of what a column function returns.
template <class R>
struct ShapeOfResults : ShapeOf<R> {};
template <class... Values>
struct ShapeOfResults<FunctionResults<Values...>> {
  using type = TogetherShape<shape_of<Values>...>;
};
/// Single results as one value of this shape, or as results of several such.
template <class... Shapes, class... Values>
STENCIL_FUNCTION constexpr auto regrouped(const FunctionResults<Values...>& singles) {
  return singles.values.apply([](const auto&... values) {
    const auto groups = in_shape<TogetherShape<Shapes...>>(values...);
    if constexpr (sizeof...(Shapes) == 1) {
      return groups.template get<0>();
    } else {
      return groups.values.apply([](const auto&... members) { return results(members...); });
    }
  });
}
}  // namespace column_functions

}  // namespace stencil

/// @cond
template <class... Values>
struct std::tuple_size<stencil::FunctionResults<Values...>> : std::integral_constant<std::size_t, sizeof...(Values)> {};
template <std::size_t I, class... Values>
struct std::tuple_element<I, stencil::FunctionResults<Values...>> {
  using type =
      std::remove_cvref_t<decltype(std::declval<const stencil::FunctionResults<Values...>&>().template get<I>())>;
};
/// @endcond
