// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/divided.hpp>
#include <stencil/expression/operator.hpp>
#include <stencil/ops/common_padding.hpp>
#include <stencil/ops/common_signs.hpp>
#include <stencil/ops/common_upwind.hpp>
#include <stencil/parameters.hpp>

namespace stencil {

/// The parts of PPMC2F's formula. Cells are named in the order in which the wind passes them, equations are those of
/// Colella and Woodward (1984).
namespace detail::ppm {
/// The difference over cell b, limited: equation 1.8.
template <class X>
STENCIL_FUNCTION constexpr X difference(X a, X b, X c) {
  const X before = b - a, after = c - b;
  const X size = min(abs(before + after) / 2, min(2 * abs(before), 2 * abs(after)));
  return where(detail::signs::same(before, after), where(after < 0, -size, size), X{});
}
/// The value between cells b and c: equation 1.6.
template <class X>
STENCIL_FUNCTION constexpr X edge(X a, X b, X c, X d) {
  return (b + c) / 2 - divided_by<6>(difference(b, c, d) - difference(a, b, c));
}
/// The mean of the limited parabola in cell c over the part of the cell that leaves it in a step, `courant` of its
/// thickness: equations 1.10 and 1.12. a to e are the values of cell c and of two on each side.
template <class X>
STENCIL_FUNCTION constexpr X leaving(X a, X b, X c, X d, X e, X courant) {
  const X rear = edge(a, b, c, d), front = edge(b, c, d, e);
  const X rise = front - rear, bend = 6 * c - 3 * (rear + front);
  const X to_front = front - c, from_rear = c - rear;
  const auto extreme = (to_front <= 0 && from_rear >= 0) || (to_front >= 0 && from_rear <= 0);
  const auto over = (rise > 0 && bend > rise) || (rise < 0 && bend < rise);
  const auto under = (rise > 0 && bend < -rise) || (rise < 0 && bend > -rise);
  const X new_rear = where(extreme, c, where(over, 3 * c - 2 * front, rear));
  const X new_front = where(extreme, c, where(under, 3 * c - 2 * rear, front));
  const X new_bend = 6 * c - 3 * (new_rear + new_front);
  return new_front - courant / 2 * ((new_front - new_rear) - (1 - divided_by<3>(2 * courant)) * new_bend);
}
}  // namespace detail::ppm

/// Flux of a center value x by a face velocity w over a time step dt [s] by the piecewise parabolic method: w times the
/// mean of a monotone parabola over the part |w| dt of the upwind cell that crosses the face; in units of w x. Third
/// order in time and space for smooth cell means on equal cells, first order at extremes, where parabolas are constant.
/// |w| dt must not be more than dc. Upwind cells with fewer than two neighbours on either side have constants too.
/// Conditions, at the end face: SetValue(v): v is the value of the cell outside; Extrapolate and closure: the flux is w
/// times the end cell's value. Extrapolation<n>: parabolas in all upwind cells, with cells outside that are
/// extrapolated from the nearest n inside. Error unless dt is finite and not below zero. Colella and Woodward (1984),
/// J. Comput. Phys. 54, 174-201.
template <class... Conditions>
struct PPMC2F : Operator<PPMC2F<Conditions...>, Conditions...> {
  static constexpr const char* name = "PPMC2F";
  static constexpr bool takes_numbers_alone = true;
  using arguments = Locations<Face, Center>;
  using result = Face;
  using closure = Extrapolate;

  double dt = 0;

  template <bool Given = false>
  constexpr PPMC2F() {
    static_assert(Given, "stencil: PPMC2F needs the time step [s] that its fluxes are for, PPMC2F(dt)");
  }
  STENCIL_FUNCTION explicit constexpr PPMC2F(double seconds, const Conditions&... conditions)
      : PPMC2F::Operator(conditions...), dt(detail::checks::time_step(name, seconds)) {}
  /// Without a time step, so that its formula can be probed.
  static constexpr PPMC2F without_parameters() { return PPMC2F(0, Conditions{}...); }

  template <class W, class X, class G>
  STENCIL_FUNCTION constexpr auto interior(W w, X x, G g) const {
    const auto wind = w();
    const auto upward = from(End<Side::top, 0>{}, wind, x, g), downward = from(End<Side::bottom, 0>{}, wind, x, g);
    return wind * where(wind > 0, upward, downward);
  }
  template <class V, class W, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(SetValue<V> outside, W w, X x, G g, E end) const {
    const auto inside = x(end.inward(half));
    if constexpr (E::row == 0)
      return w() * detail::upwind_cells::carried(w(), decltype(inside)(outside.value), inside, end);
    if constexpr (E::row > 0) return at_end(Extrapolate{}, w, x, g, end);
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(Extrapolate, W w, X x, G g, E end) const {
    const auto inside = x(end.inward(half));
    if constexpr (E::row == 0) return w() * inside;
    if constexpr (E::row == 1) return w() * detail::upwind_cells::carried(w(), x(end.inward(-half)), inside, end);
    if constexpr (E::row == 2) {
      const auto bent = end.cells > 4 ? decltype(inside)(from(end, w(), x, g)) : inside;
      return w() * detail::upwind_cells::carried(w(), x(end.inward(-half)), bent, end);
    }
  }
  template <int order, class W, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(Extrapolation<order> outside, W w, X x, G g, E end) const {
    return interior(w, detail::operators::padded(outside, x, end), detail::operators::continued_metric(g, end));
  }

 private:
  /// The mean over what leaves the cell on the inner side of the face, seen from an end.
  template <class E, class W, class X, class G>
  STENCIL_FUNCTION constexpr auto from(E end, W wind, X x, G g) const {
    const auto value = x(end.inward(half));
    const decltype(value) courant(abs(wind) * g.number(dt) * g.inverse_dz(end.inward(half)));
    return detail::ppm::leaving(x(end.inward(half + one + one)), x(end.inward(half + one)), value, x(end.inward(-half)),
                                x(end.inward(-half - one)), courant);
  }
};
template <class... C>
PPMC2F(double, C...) -> PPMC2F<C...>;

}  // namespace stencil
