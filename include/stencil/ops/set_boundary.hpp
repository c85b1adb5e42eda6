// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace stencil {

/// A face value with v in place of its values at the end faces: SetBoundary(bottom(SetValue(v)), top(SetValue(v)))(x),
/// in units of x. At an end without a condition x stays.
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
