// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace user {

using namespace stencil;

/// Average of a center value at faces: (-x-- + 7 x- + 7 x+ - x++) / 12, fourth order for cell means on equal cells.
/// One face further in than the ends, (x- + x+) / 2, second order.
/// Conditions: SetValue(v): v; Extrapolate and closure: in, the value of the end cell.
template <class... Conditions>
struct Interpolate4thOrderC2F : Operator<Interpolate4thOrderC2F<Conditions...>, Conditions...> {
  using Interpolate4thOrderC2F::Operator::Operator;
  static constexpr const char* name = "Interpolate4thOrderC2F";
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return (7 * (x(-half) + x(half)) - (x(-half - one) + x(half + one))) / 12;
  }
  template <class V, class X, class G, Side Where>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> face, X, G, End<Where, 0>) {
    return face.value;
  }
  template <class X, class G, Side Where>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, End<Where, 0> end) {
    return x(end.inward(half));
  }
  template <class Condition, class X, class G, Side Where>
  STENCIL_FUNCTION static constexpr auto at_end(Condition, X x, G, End<Where, 1>) {
    return (x(-half) + x(half)) / 2;
  }
};
template <class... C>
Interpolate4thOrderC2F(C...) -> Interpolate4thOrderC2F<C...>;

}  // namespace user
