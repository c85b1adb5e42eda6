// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace stencil {

/// A face value with its end faces replaced: SetBoundary(bottom(SetValue(v)), top(SetValue(v)))(x).
/// An end without a condition keeps its value. Exact.
template <class... Conditions>
struct SetBoundary : Operator<SetBoundary<Conditions...>, Conditions...> {
  using SetBoundary::Operator::Operator;
  static constexpr const char* name = "SetBoundary";
  using arguments = Locations<Face>;
  using result = Face;
  template <class Condition>
  static constexpr bool replaces_argument = is_condition<Condition, SetValue>;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return x();
  }
};
template <class... C>
SetBoundary(C...) -> SetBoundary<C...>;

}  // namespace stencil
