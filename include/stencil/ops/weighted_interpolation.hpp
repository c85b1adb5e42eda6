// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>
#include <stencil/ops/common_extrapolation.hpp>

namespace stencil {

/// Average of a face value x at centers with weights w at faces: (w- x- + w+ x+) / (w- + w+), in units of x; second
/// order where the weights vary smoothly. The result is NaN or infinite where the sum of two neighbouring weights is 0.
/// No conditions.
template <class... Conditions>
struct WeightedInterpolateF2C : Operator<WeightedInterpolateF2C<Conditions...>, Conditions...> {
  using WeightedInterpolateF2C::Operator::Operator;
  static constexpr const char* name = "WeightedInterpolateF2C";
  using arguments = Locations<Face, Face>;
  using result = Center;

  template <class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(W w, X x, G) {
    const auto below = w(-half), above = w(half);
    return (below * x(-half) + above * x(half)) / (below + above);
  }
};
template <class... C>
WeightedInterpolateF2C(C...) -> WeightedInterpolateF2C<C...>;

namespace detail::operators {
/// The ends of averages of center values at faces with weights, which these formulas do not use.
struct EndsOfWeightedAverage {
  template <class V, class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> face, W, X, G, E) {
    return face.value;
  }
  template <class V, class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetGradient<V> gradient, W, X x, G g, E end) {
    return x(end.inward(half)) - end.upward(gradient.value) * g.dz() / 2;
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, W, X x, G, E end) {
    return x(end.inward(half));
  }
};
}  // namespace detail::operators

/// Average of a center value x at faces with weights w at centers: (w- x- + w+ x+) / (w- + w+), in units of x; second
/// order on uniform grids where the weights vary smoothly. With weights rho dc it is a mean weighted by mass.
/// Conditions, which use no weights: SetValue(v): v; SetGradient(v): in - v df/2 at the bottom, in + v df/2 at the top,
/// where `in` is the value of the end cell; Extrapolate and closure: in.
template <class... Conditions>
struct WeightedInterpolateC2F : Operator<WeightedInterpolateC2F<Conditions...>, Conditions...>,
                                detail::operators::EndsOfWeightedAverage {
  using WeightedInterpolateC2F::Operator::Operator;
  static constexpr const char* name = "WeightedInterpolateC2F";
  using arguments = Locations<Center, Center>;
  using result = Face;
  using closure = Extrapolate;

  template <class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(W w, X x, G) {
    const auto below = w(-half), above = w(half);
    return (below * x(-half) + above * x(half)) / (below + above);
  }
};
template <class... C>
WeightedInterpolateC2F(C...) -> WeightedInterpolateC2F<C...>;

/// Average of a center value x at faces with weights w given at the faces: w x+ + (1 - w) x-, in units of x. w is the
/// part of the cell above, a number without unit, such as that of a height-based grid, (z - z-) / (z+ - z-), of first
/// order or more as the weights are. Not checked: a w outside [0, 1] extrapolates.
/// Conditions, which use no weights: SetValue(v): v; SetGradient(v): in - v df/2 at the bottom, in + v df/2 at the top,
/// where `in` is the value of the end cell; Extrapolate and closure: in; Extrapolation<n>: the polynomial through the n
/// cells nearest to the end.
template <class... Conditions>
struct FaceWeightedInterpolateC2F : Operator<FaceWeightedInterpolateC2F<Conditions...>, Conditions...>,
                                    detail::operators::EndsOfWeightedAverage {
  using FaceWeightedInterpolateC2F::Operator::Operator;
  static constexpr const char* name = "FaceWeightedInterpolateC2F";
  using arguments = Locations<Face, Center>;
  using result = Face;
  using closure = Extrapolate;

  template <class W, class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(W w, X x, G) {
    return w() * x(half) + (1 - w()) * x(-half);
  }
  using EndsOfWeightedAverage::at_end;
  template <int order, class W, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolation<order>, W, X x, G g, E end) {
    return detail::operators::extrapolated<order>(x, g, end);
  }
};
template <class... C>
FaceWeightedInterpolateC2F(C...) -> FaceWeightedInterpolateC2F<C...>;

}  // namespace stencil
