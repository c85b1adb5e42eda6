// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>
#include <stencil/ops/common_extrapolation.hpp>

namespace stencil {

/// A center value at faces, on the straight line through the two neighbours: (dc+ x- + dc- x+) / (2 df). Second order
/// and exact for linear functions on any grid.
/// Conditions: SetValue(v): v; SetGradient(v): in - v df/2 at the bottom, in + v df/2 at the top, where `in` is the
/// value of the end cell; SetFlux(a, b, c): the same with GradientC2F's gradient for v; Extrapolate and closure: the
/// line through the two end cells, in a column of one cell its value; Extrapolation<n>: the polynomial through the n
/// cells nearest to the end.
template <class... Conditions>
struct LinearInterpolateC2F : Operator<LinearInterpolateC2F<Conditions...>, Conditions...> {
  using LinearInterpolateC2F::Operator::Operator;
  static constexpr const char* name = "LinearInterpolateC2F";
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G g) {
    return (g.dz(half) * x(-half) + g.dz(-half) * x(half)) * g.inverse_dz() / 2;
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
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G g, E end) {
    return detail::operators::extrapolated<2>(x, g, end);
  }
  template <int order, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolation<order>, X x, G g, E end) {
    return detail::operators::extrapolated<order>(x, g, end);
  }
};
template <class... C>
LinearInterpolateC2F(C...) -> LinearInterpolateC2F<C...>;

}  // namespace stencil
