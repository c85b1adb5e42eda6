// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/plan/margin.hpp>
#include <stencil/plan/tiles.hpp>
#include <stencil/view.hpp>

namespace stencil {

/// No mask: every position is written.
struct NoMask {
  using children = ChildList<>;
};

/// One destination of an evaluation, the expression it receives, and where it is written.
template <class Destination, class Expression, class Mask = NoMask>
struct AssignmentOutput {
  using value_type = typename Destination::value_type;
  using location = typename Destination::location;
  using destination_type = Destination;
  using expression_type = Expression;
  static constexpr bool masked = !std::is_same_v<std::remove_cv_t<Mask>, NoMask>;
  /// All that is evaluated at a position, for the plan.
  using evaluated_type = std::conditional_t<masked, plan::Masked<Expression, std::remove_cv_t<Mask>>, Expression>;

  Destination destination;
  Expression expression;
  Mask mask;
  TilePlace stage;

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    return at.template cast<value_type>(expression.value(at));
  }
  template <class At, class V>
  STENCIL_FUNCTION constexpr void store(const At& at, const V& value) const {
    if constexpr (masked) {
      at.store_where(mask.value(detail::cursors::without_tiles(at)), destination, value);
    } else {
      at.store(destination, value);
    }
  }
  /// What the destination holds at a position once the value is stored there.
  template <class At>
  STENCIL_FUNCTION constexpr value_type stored(const At& at, const value_type& value) const {
    if constexpr (masked) {
      return mask.value(detail::cursors::without_tiles(at)) ? value : at.kept(destination);
    } else {
      return value;
    }
  }
};

/// The outputs of one evaluation as nested members.
template <class... Rest>
struct AssignmentOutputs {
  static constexpr int count = 0;
  template <class Plan>
  static constexpr int height = 0;
  template <class F>
  STENCIL_FUNCTION constexpr void each(const F&) const {}
  template <class F>
  STENCIL_FUNCTION constexpr void each(const F&) {}
};
template <class First, class... Rest>
struct AssignmentOutputs<First, Rest...> {
  static constexpr int count = 1 + static_cast<int>(sizeof...(Rest));
  using first_type = First;
  template <class Plan>
  static constexpr int height =
      plan::Height<Plan, typename First::expression_type>::value > AssignmentOutputs<Rest...>::template height<Plan>
          ? plan::Height<Plan, typename First::expression_type>::value
          : AssignmentOutputs<Rest...>::template height<Plan>;
  First first;
  AssignmentOutputs<Rest...> rest;

  template <class F>
  STENCIL_FUNCTION constexpr void each(const F& f) const {
    f(first);
    if constexpr (sizeof...(Rest) > 0) rest.each(f);
  }
  template <class F>
  STENCIL_FUNCTION constexpr void each(const F& f) {
    f(first);
    if constexpr (sizeof...(Rest) > 0) rest.each(f);
  }
  /// f(all outputs).
  template <class F>
  STENCIL_FUNCTION constexpr auto apply(const F& f) const {
    if constexpr (sizeof...(Rest) == 0) {
      return f(first);
    } else {
      return rest.apply([&](const auto&... others) { return f(first, others...); });
    }
  }
};

constexpr AssignmentOutputs<> make_outputs() { return {}; }
template <class First, class... Rest>
constexpr AssignmentOutputs<First, Rest...> make_outputs(const First& first, const Rest&... rest) {
  return {first, make_outputs(rest...)};
}

}  // namespace stencil
