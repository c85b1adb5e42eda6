// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <stencil/expression/arguments.hpp>
#include <stencil/expression/scalar.hpp>

namespace stencil {

/// What a column function returns: its results, in order. `auto [k, heating] = turbulence(rho, e);` takes them apart
/// inside another column function.
template <class... Values>
struct ColumnResults {
  struct stencil_results {};
  static constexpr int count = static_cast<int>(sizeof...(Values));  ///< of results
  Arguments<Values...> values;                                       ///< the results as nodes

  /// Result number I.
  template <std::size_t I>
  STENCIL_FUNCTION constexpr const auto& get() const& {
    return argument<static_cast<int>(I)>(values);
  }
  template <std::size_t I>
  STENCIL_FUNCTION constexpr auto& get() & {
    return argument<static_cast<int>(I)>(values);
  }
  template <std::size_t I>
  STENCIL_FUNCTION constexpr auto get() && {
    return argument<static_cast<int>(I)>(values);
  }
};

/// Whether R is what results(...) gives.
template <class R>
concept IsResults = requires { typename std::remove_cvref_t<R>::stencil_results; };

/// The results of a column function: one to thirty-two column values, heights, values per column or numbers; of a step
/// of a march numbers.
template <class... Values>
STENCIL_FUNCTION constexpr auto results(const Values&... values) {
  constexpr bool given = ((Operand<Values> || Literal<Values> || is_composite<Values>) && ...);
  static_assert(sizeof...(Values) >= 1 && sizeof...(Values) <= 32,
                "stencil: results takes one to thirty-two values; split the column function in two");
  static_assert(given, "stencil: results takes values of the column function and numbers");
  if constexpr (given && sizeof...(Values) >= 1 && sizeof...(Values) <= 32)
    return ColumnResults<node_of<Values>...>{make_arguments(as_node(values)...)};
}

}  // namespace stencil

/// @cond
template <class... Values>
struct std::tuple_size<stencil::ColumnResults<Values...>> : std::integral_constant<std::size_t, sizeof...(Values)> {};
template <std::size_t I, class... Values>
struct std::tuple_element<I, stencil::ColumnResults<Values...>> {
  using type =
      std::remove_cvref_t<decltype(std::declval<const stencil::ColumnResults<Values...>&>().template get<I>())>;
};
/// @endcond
