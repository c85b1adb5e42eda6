// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>
#include <stencil/ops/common_extrapolation.hpp>

namespace stencil {

/// Plain average of a center value at faces: (x- + x+) / 2, second order on uniform grids.
/// Conditions: SetValue(v): v; SetGradient(v): in - v df/2 at the bottom, in + v df/2 at the top, where `in` is the
/// value of the end cell; SetFlux(a, b, c): the same with GradientC2F's gradient for v; Extrapolate and closure: in;
/// Extrapolation<n>: the polynomial through the n cells nearest to the end.
template <class... Conditions>
struct InterpolateC2F : Operator<InterpolateC2F<Conditions...>, Conditions...> {
  using InterpolateC2F::Operator::Operator;
  static constexpr const char* name = "InterpolateC2F";
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return (x(-half) + x(half)) / 2;
  }
  template <class V, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> face, X, G, E) {
    return face.value;
  }
  template <class V, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetGradient<V> gradient, X x, G g, E end) {
    return x(end.inward(half)) - end.upward(gradient.value) * g.dz() / 2;
  }
  template <class V, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetFlux<V> flux, X x, G g, E end) {
    const auto in = x(end.inward(half));
    return in - end.upward(flux.gradient(in, g, end)) * g.dz() / 2;
  }
  template <class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, E end) {
    return x(end.inward(half));
  }
  template <int order, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolation<order>, X x, G g, E end) {
    return detail::operators::extrapolated<order>(x, g, end);
  }
};
template <class... C>
InterpolateC2F(C...) -> InterpolateC2F<C...>;

/// Average of a face value at centers: (x- + x+) / 2, second order on any grid (centers lie midway).
/// Conditions: SetValue(v): v in place of the end face's value.
template <class... Conditions>
struct InterpolateF2C : Operator<InterpolateF2C<Conditions...>, Conditions...> {
  using InterpolateF2C::Operator::Operator;
  static constexpr const char* name = "InterpolateF2C";
  using arguments = Locations<Face>;
  using result = Center;
  template <class Condition>
  static constexpr bool replaces_argument = is_condition<Condition, SetValue>;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return (x(-half) + x(half)) / 2;
  }
};
template <class... C>
InterpolateF2C(C...) -> InterpolateF2C<C...>;

}  // namespace stencil
