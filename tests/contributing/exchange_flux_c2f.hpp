// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

namespace user {

using namespace stencil;

/// A boundary condition of this model's own: what lies outside at value v is exchanged with the end cell at a velocity
/// [m / s], upward flux velocity (v - in) at the bottom, velocity (in - v) at the top.
template <class V>
struct SetExchange : Given<V> {
  static constexpr const char* name = "SetExchange";
  double velocity = 0;
  constexpr SetExchange() = default;
  template <class X>
  STENCIL_FUNCTION constexpr SetExchange(double at_velocity, const X& outside)
      : Given<V>(outside), velocity(at_velocity) {}

  /// The same condition with the value that v has at one position.
  template <class X>
  STENCIL_FUNCTION constexpr SetExchange<X> with_value(const X& outside) const {
    return SetExchange<X>(velocity, outside);
  }
};
template <class X>
SetExchange(double, const X&) -> SetExchange<node_of<X>>;

/// The ends let nothing through; a closure of this model's own.
struct Insulated {
  static constexpr const char* name = "Insulated";
};

/// Upward diffusive flux of a center value x with a diffusivity k at faces: -(k + least) (x+ - x-) / df [x m / s],
/// second order. Conditions: SetExchange(velocity, v), Insulated; closure: Insulated, 0.
template <class... Conditions>
struct DiffusiveFluxC2F : Operator<DiffusiveFluxC2F<Conditions...>, Conditions...> {
  static constexpr const char* name = "DiffusiveFluxC2F";
  using arguments = Locations<Face, Center>;
  using result = Face;
  using closure = Insulated;

  double least = 0;

  constexpr DiffusiveFluxC2F() = default;
  explicit constexpr DiffusiveFluxC2F(double least_diffusivity, const Conditions&... conditions)
      : DiffusiveFluxC2F::Operator(conditions...), least(least_diffusivity) {}

  template <class K, class X, class G>
  STENCIL_FUNCTION constexpr auto interior(K k, X x, G g) const {
    return (k() + g.number(least)) * ((x(-half) - x(half)) * g.inverse_dz());
  }
  template <class V, class K, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(SetExchange<V> outside, K, X x, G g, E end) const {
    return g.number(outside.velocity) * end.upward(outside.value - x(end.inward(half)));
  }
  template <class K, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(Insulated, K k, X x, G, E end) const {
    return decltype(k() * x(end.inward(half))){};
  }
};
template <class... C>
DiffusiveFluxC2F(double, C...) -> DiffusiveFluxC2F<C...>;

}  // namespace user
