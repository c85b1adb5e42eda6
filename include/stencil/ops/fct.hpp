// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>
#include <stencil/ops/common_padding.hpp>
#include <stencil/ops/common_signs.hpp>
#include <stencil/parameters.hpp>

namespace stencil {

/// Flux-corrected transport of Boris and Book: reduces an antidiffusive flux A at faces so that it makes no new
/// extremes in x, the profile at centers after a step dt [s] with low-order fluxes: s max(0, min(|A|, s (x++ - x+) dc+
/// / dt, s (x- - x--) dc- / dt)), where s is the sign of A; in units of A. Arguments: A, x. Parameter: dt, finite and
/// above zero, else Error. Conditions: FirstOrderOneSided and closure: 0 at the two faces next to each end, where
/// x++ or x-- is missing; Extrapolation<n>: the formula there too, with cells outside that are extrapolated from the
/// nearest n inside (ClimaCore.jl), which gives 0 for n = 1. Boris and Book (1973), J. Comput. Phys. 11, 38-69; Durran
/// (2010), Numerical Methods for Fluid Dynamics, 2nd ed., section 5.4.
template <class... Conditions>
struct FCTBorisBook : Operator<FCTBorisBook<Conditions...>, Conditions...> {
  static constexpr const char* name = "FCTBorisBook";
  static constexpr bool takes_numbers_alone = true;
  using arguments = Locations<Face, Center>;
  using result = Face;
  using closure = FirstOrderOneSided;

  double per_second = 0;  ///< 1 / dt

  template <bool Given = false>
  constexpr FCTBorisBook() {
    static_assert(Given, "stencil: FCTBorisBook needs the time step [s] that its fluxes are for, FCTBorisBook(dt)");
  }
  STENCIL_FUNCTION explicit constexpr FCTBorisBook(double dt, const Conditions&... conditions)
      : FCTBorisBook::Operator(conditions...),
        per_second(1 / detail::checks::above_zero(name, "the length of a time step in seconds", dt)) {}
  /// With any time step, so that its formula can be probed.
  static constexpr FCTBorisBook without_parameters() { return FCTBorisBook(1, Conditions{}...); }

  template <class A, class X, class G>
  STENCIL_FUNCTION constexpr auto interior(A a, X x, G g) const {
    const auto flux = a();
    const auto upper = (x(half + one) - x(half)) * g.dz(half) * g.number(per_second);
    const auto lower = (x(-half) - x(-half - one)) * g.dz(-half) * g.number(per_second);
    const auto upward = max(decltype(upper){}, min(min(abs(flux), upper), lower));
    const auto downward = max(decltype(upper){}, min(min(abs(flux), -upper), -lower));
    return where(flux < 0, -downward, upward);
  }
  template <class A, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(FirstOrderOneSided, A a, X, G, E) const {
    return decltype(a() * 1){};
  }
  template <int order, class A, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(Extrapolation<order> outside, A a, X x, G g, E end) const {
    return interior(a, detail::operators::padded(outside, x, end), detail::operators::continued_metric(g, end));
  }
};
template <class... C>
FCTBorisBook(double, C...) -> FCTBorisBook<C...>;

/// Flux-corrected transport of Zalesak: reduces an antidiffusive flux A at faces so that every cell stays between the
/// extremes of its own and its two neighbours' values in two profiles at centers, x before and x_td after a step dt [s]
/// with low-order fluxes; in units of A. The fluxes into a cell may be multiplied by at most R_in, those out of it by
/// at most R_out, both in [0, 1], to keep these bounds. The result is A min(R_in of the cell that A enters, R_out of
/// the cell that it leaves). Before that, A is set to 0 where it runs down the gradient of x_td at its face and at one
/// of the two next faces (Zalesak's equation 14). Arguments: A, x, x_td. Parameter: dt, finite and above zero, else
/// Error. Conditions: FirstOrderOneSided and closure: 0 at the two faces next to each end; Extrapolation<n>: the
/// formula there too, with cells outside that are extrapolated from the nearest n inside and with A of the end face
/// (ClimaCore.jl). Zalesak (1979), J. Comput. Phys. 31, 335-362; Durran (2010), Numerical Methods for Fluid Dynamics,
/// 2nd ed., section 5.4, equations 5.32 and on.
template <class... Conditions>
struct FCTZalesak : Operator<FCTZalesak<Conditions...>, Conditions...> {
  static constexpr const char* name = "FCTZalesak";
  static constexpr bool takes_numbers_alone = true;
  using arguments = Locations<Face, Center, Center>;
  using result = Face;
  using closure = FirstOrderOneSided;

  double per_second = 0;  ///< 1 / dt

  template <bool Given = false>
  constexpr FCTZalesak() {
    static_assert(Given, "stencil: FCTZalesak needs the time step [s] that its fluxes are for, FCTZalesak(dt)");
  }
  STENCIL_FUNCTION explicit constexpr FCTZalesak(double dt, const Conditions&... conditions)
      : FCTZalesak::Operator(conditions...),
        per_second(1 / detail::checks::above_zero(name, "the length of a time step in seconds", dt)) {}
  /// With any time step, so that its formula can be probed.
  static constexpr FCTZalesak without_parameters() { return FCTZalesak(1, Conditions{}...); }

  template <class A, class X, class Y, class G>
  STENCIL_FUNCTION constexpr auto interior(A a, X x, Y y, G g) const {
    return limited(kept(a, y, -one), kept(a, y, here), kept(a, y, one), x, y, g);
  }
  template <class A, class X, class Y, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(FirstOrderOneSided, A a, X x, Y y, G g, E end) const {
    if constexpr (E::row < 2) return decltype(a() * 1){};
    if constexpr (E::row == 2) {
      const auto flux = kept(a, y, here);
      const decltype(flux) none{};  // at the two faces next to an end; in four cells this face has them on both sides
      const auto inner = end.cells > 4 ? kept(a, y, end.inward(one)) : none;
      return E::is_bottom ? limited(none, flux, inner, x, y, g) : limited(inner, flux, none, x, y, g);
    }
  }
  template <int order, class A, class X, class Y, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(Extrapolation<order> outside, A a, X x, Y y, G g, E end) const {
    return interior(detail::operators::padded_flux(a, end), detail::operators::padded(outside, x, end),
                    detail::operators::padded(outside, y, end), detail::operators::continued_metric(g, end));
  }

 private:
  /// A, or 0 where it is dropped.
  template <class A, class Y, class Where>
  STENCIL_FUNCTION static constexpr auto kept(A a, Y y, Where at) {
    const auto flux = a(at);
    const auto low = y(at - half), high = y(at + half);
    const auto continues = detail::signs::opposite(flux, y(at + half + one) - high) ||
                           detail::signs::opposite(flux, low - y(at - half - one));
    return where(detail::signs::opposite(flux, high - low) && continues, decltype(flux){}, flux);
  }
  template <class F, class X, class Y, class G>
  STENCIL_FUNCTION constexpr auto limited(F below, F flux, F above, X x, Y y, G g) const {
    const auto up = min(part_out(below, flux, x, y, g, -half), part_in(flux, above, x, y, g, half));
    const auto down = min(part_in(below, flux, x, y, g, -half), part_out(flux, above, x, y, g, half));
    return flux * where(flux < 0, down, up);
  }
  /// R_in of the cell at `at` between the fluxes `low` and `high`.
  template <class F, class X, class Y, class G, class Where>
  STENCIL_FUNCTION constexpr auto part_in(F low, F high, X x, Y y, G g, Where at) const {
    const auto most = max(max(max(x(at - one), x(at)), x(at + one)), max(max(y(at - one), y(at)), y(at + one)));
    return part((most - y(at)) * g.dz(at) * g.number(per_second), max(low, F{}) - min(high, F{}));
  }
  template <class F, class X, class Y, class G, class Where>
  STENCIL_FUNCTION constexpr auto part_out(F low, F high, X x, Y y, G g, Where at) const {
    const auto least = min(min(min(x(at - one), x(at)), x(at + one)), min(min(y(at - one), y(at)), y(at + one)));
    return part((y(at) - least) * g.dz(at) * g.number(per_second), max(high, F{}) - min(low, F{}));
  }
  template <class Q, class P>
  STENCIL_FUNCTION static constexpr auto part(Q room, P fluxes) {
    const auto ratio = room / fluxes;
    return where(fluxes > 0, min(decltype(ratio){} + 1, ratio), decltype(ratio){});
  }
};
template <class... C>
FCTZalesak(double, C...) -> FCTZalesak<C...>;

}  // namespace stencil
