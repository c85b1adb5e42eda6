// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/divided.hpp>
#include <stencil/expression/operator.hpp>
#include <stencil/ops/common_padding.hpp>

namespace stencil {

/// Limiters psi(r) of TVDLimitedFluxC2F: the part of an antidiffusive flux that is kept, where r is the ratio of the
/// profile's differences upstream of the face and across it. Sweby (1984), SIAM J. Numer. Anal. 21, 995-1011.
namespace limiter {
/// 0: the low-order flux alone.
struct Zero {
  template <class X>
  STENCIL_FUNCTION static constexpr X part(X) {
    return X{};
  }
};
/// 1/2 for every r.
struct Half {
  template <class X>
  STENCIL_FUNCTION static constexpr X part(X) {
    return (X{} + 1) / 2;
  }
};
/// 1: the high-order flux, not limited.
struct One {
  template <class X>
  STENCIL_FUNCTION static constexpr X part(X) {
    return X{} + 1;
  }
};
/// max(0, min(1, r))
struct MinMod {
  template <class X>
  STENCIL_FUNCTION static constexpr X part(X r) {
    return max(X{}, min(X{} + 1, r));
  }
};
/// max(0, min(2 r, (1 + 2 r) / 3, 2)), as in ClimaCore.jl, after Koren (1993), in Numerical Methods for
/// Advection-Diffusion Problems, Vieweg. There r is the inverse ratio and the difference upstream is what is limited,
/// so that his scheme is of third order, as (2 + r) / 3 would be here; this one is of second.
struct Koren {
  template <class X>
  STENCIL_FUNCTION static constexpr X part(X r) {
    return max(X{}, min(min(2 * r, divided_by<3>(1 + 2 * r)), X{} + 2));
  }
};
/// max(0, min(2 r, 1), min(r, 2)): Roe (1985).
struct Superbee {
  template <class X>
  STENCIL_FUNCTION static constexpr X part(X r) {
    return max(X{}, max(min(2 * r, X{} + 1), min(r, X{} + 2)));
  }
};
/// max(0, min(2 r, (1 + r) / 2, 2)): van Leer (1977).
struct MonotonizedCentral {
  template <class X>
  STENCIL_FUNCTION static constexpr X part(X r) {
    return max(X{}, min(min(2 * r, (1 + r) / 2), X{} + 2));
  }
};
/// (r + |r|) / (1 + |r|): van Leer (1974). Written so that an infinite r gives 2.
struct VanLeer {
  template <class X>
  STENCIL_FUNCTION static constexpr X part(X r) {
    return where(r > 0, 2 / (1 + 1 / r), X{});
  }
};

/// What has the part of a flux that is kept, and is no condition.
template <class L>
concept Limits = requires { L::part(OperationProbe{}); };

}  // namespace limiter
// Not limiter::Zero, Half and One, because programs may use these names for other things.
using limiter::Koren;
using limiter::MinMod;
using limiter::MonotonizedCentral;
using limiter::Superbee;
using limiter::VanLeer;

/// An antidiffusive flux A at faces, limited so that it creates no oscillations in a profile x at centers that a face
/// velocity u carries: psi(r) A, in units of A; r = (x- - x--) / (x+ - x-) where u >= 0, (x++ - x+) / (x+ - x-) else,
/// 0 where x+ equals x-. Arguments: A, x, u. Conditions: FirstOrderOneSided and closure: 0 at the two faces next to
/// each end, where x++ or x-- is missing; Extrapolation<n>: the formula there too, with cells outside that are
/// extrapolated from the nearest n inside (ClimaCore.jl). Durran (2010), Numerical Methods for Fluid Dynamics, 2nd ed.,
/// section 5.5.
template <class Limiter = limiter::MinMod, class... Conditions>
struct TVDLimitedFluxC2F : Operator<TVDLimitedFluxC2F<Limiter, Conditions...>, Conditions...> {
  static constexpr const char* name = "TVDLimitedFluxC2F";
  static constexpr bool takes_numbers_alone = true;
  using arguments = Locations<Face, Center, Face>;
  using result = Face;
  using closure = FirstOrderOneSided;

  constexpr TVDLimitedFluxC2F() = default;
  STENCIL_FUNCTION explicit constexpr TVDLimitedFluxC2F(Limiter, const Conditions&... conditions)
    requires limiter::Limits<Limiter>
      : TVDLimitedFluxC2F::Operator(conditions...) {}
  template <class First, class... More>
    requires(!limiter::Limits<First> && sizeof...(More) + 1 == sizeof...(Conditions))
  STENCIL_FUNCTION explicit constexpr TVDLimitedFluxC2F(const First& first, const More&... more)
      : TVDLimitedFluxC2F(Limiter{}, first, more...) {}

  template <class A, class X, class U, class G>
  STENCIL_FUNCTION static constexpr auto interior(A a, X x, U u, G) {
    const auto below = x(-half), above = x(half);
    const auto across = above - below;
    const auto upstream = where(u() < 0, x(half + one) - above, below - x(-half - one));
    const auto ratio = where(across == 0, decltype(across){}, upstream / across);
    return a() * Limiter::part(ratio);
  }
  template <class A, class X, class U, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(FirstOrderOneSided, A a, X, U, G, E) {
    return decltype(a() * 1){};
  }
  template <int order, class A, class X, class U, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolation<order> outside, A a, X x, U u, G g, E end) {
    return interior(a, detail::operators::padded(outside, x, end), u, g);
  }
};
template <class Limiter, class... C>
  requires limiter::Limits<Limiter>
TVDLimitedFluxC2F(Limiter, C...) -> TVDLimitedFluxC2F<Limiter, C...>;
template <class First, class... C>
  requires(!limiter::Limits<First>)
TVDLimitedFluxC2F(First, C...) -> TVDLimitedFluxC2F<limiter::MinMod, First, C...>;

}  // namespace stencil
