// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>
#include <stencil/ops/common_padding.hpp>
#include <stencil/ops/common_signs.hpp>
#include <stencil/ops/common_upwind.hpp>
#include <stencil/parameters.hpp>

namespace stencil {

/// Constraints of LinVanLeerC2F: the difference over a cell from the values below it, in it and above it.
namespace constraint {
/// The mean of the differences below and above.
template <class X>
STENCIL_FUNCTION constexpr X average(X below, X value, X above) {
  return ((value - below) + (above - value)) / 2;
}
/// `size` with the sign of `like`.
template <class X>
STENCIL_FUNCTION constexpr X with_sign(X size, X like) {
  return where(like < 0, -size, size);
}
/// The mean of the two differences.
struct AlgebraicMean {
  template <class X>
  STENCIL_FUNCTION static constexpr X difference(X below, X value, X above) {
    return average(below, value, above);
  }
};
/// The mean, but so small that neither end of the cell is negative where its value is not.
struct PositiveDefinite {
  template <class X>
  STENCIL_FUNCTION static constexpr X difference(X below, X value, X above) {
    const X mean = average(below, value, above);
    return with_sign<X>(min(abs(mean), max(2 * value, X{})), mean);
  }
};
/// The harmonic mean of two differences of one sign, else 0.
struct MonotoneHarmonic {
  template <class X>
  STENCIL_FUNCTION static constexpr X difference(X below, X value, X above) {
    const X lower = value - below, upper = above - value;
    const auto lower_is_smaller = abs(lower) < abs(upper);
    const X smaller = where(lower_is_smaller, abs(lower), abs(upper));
    const X larger = where(lower_is_smaller, abs(upper), abs(lower));
    return where(detail::signs::same(lower, upper), smaller * (larger / average(below, value, above)), X{});
  }
};
/// The mean, but so small that neither end of the cell passes the smallest and the largest of the three values.
struct MonotoneLocalExtrema {
  template <class X>
  STENCIL_FUNCTION static constexpr X difference(X below, X value, X above) {
    const X mean = average(below, value, above);
    const X lowest = min(value, min(below, above)), highest = max(value, max(below, above));
    return with_sign<X>(min(abs(mean), min(2 * (value - lowest), 2 * (highest - value))), mean);
  }
};

/// What has the difference over a cell, and is no condition.
template <class C>
concept Constrains = requires { C::difference(OperationProbe{}, OperationProbe{}, OperationProbe{}); };

}  // namespace constraint
using constraint::AlgebraicMean;
using constraint::MonotoneHarmonic;
using constraint::MonotoneLocalExtrema;
using constraint::PositiveDefinite;

/// Flux of a center value x by a face velocity w over a time step dt [s] from a line in each cell: w (x- + D (1 - c) /
/// 2) where w > 0, w (x+ - D (1 - c) / 2) else, c = |w| dt / df, D the constrained difference over the upwind cell; in
/// units of w x. Second order on equal cells with AlgebraicMean, 1.5 where a constraint flattens extremes. D is 0 where
/// the upwind cell has only one neighbour. Conditions, at the end face: SetValue(v): v is the value of the cell
/// outside; Extrapolate and closure: the flux is w times the end cell's value. Extrapolation<n>: the formula at the two
/// faces next to that end, with cells outside that are extrapolated from the nearest n inside (ClimaCore.jl). Error
/// unless dt is finite and not below zero. Lin, Chao, Sud and Walker (1994), Mon. Wea. Rev. 122, 1575-1593.
template <class Constraint = constraint::AlgebraicMean, class... Conditions>
struct LinVanLeerC2F : Operator<LinVanLeerC2F<Constraint, Conditions...>, Conditions...> {
  static constexpr const char* name = "LinVanLeerC2F";
  static constexpr bool takes_numbers_alone = true;
  using arguments = Locations<Face, Center>;
  using result = Face;
  using closure = Extrapolate;

  double dt = 0;

  template <bool Given = false>
  constexpr LinVanLeerC2F() {
    static_assert(Given,
                  "stencil: LinVanLeerC2F needs the time step [s] that its fluxes are for, LinVanLeerC2F(dt, "
                  "constraint::MonotoneHarmonic{})");
  }
  template <bool Given = false>
    requires constraint::Constrains<Constraint>
  STENCIL_FUNCTION explicit constexpr LinVanLeerC2F(Constraint, const Conditions&... conditions)
      : LinVanLeerC2F::Operator(conditions...) {
    static_assert(Given,
                  "stencil: LinVanLeerC2F takes the time step [s] that its fluxes are for before the constraint: "
                  "LinVanLeerC2F(dt, constraint::MonotoneHarmonic{})");
  }
  STENCIL_FUNCTION explicit constexpr LinVanLeerC2F(double seconds, Constraint = {}, const Conditions&... conditions)
    requires constraint::Constrains<Constraint>
      : LinVanLeerC2F::Operator(conditions...), dt(detail::checks::time_step(name, seconds)) {}
  template <class First, class... More>
    requires(constraint::Constrains<Constraint> && !constraint::Constrains<First> &&
             sizeof...(More) + 1 == sizeof...(Conditions))
  STENCIL_FUNCTION constexpr LinVanLeerC2F(double seconds, const First& first, const More&... more)
      : LinVanLeerC2F(seconds, Constraint{}, first, more...) {}
  /// Without a time step, so that its formula can be probed.
  static constexpr LinVanLeerC2F without_parameters() { return LinVanLeerC2F(0, Constraint{}, Conditions{}...); }

  template <class W, class X, class G>
  STENCIL_FUNCTION constexpr auto interior(W w, X x, G g) const {
    const auto below = x(-half), above = x(half);
    const auto upward = w() > 0;
    const decltype(below) value = where(upward, below, above);
    return flux(
        w(), value,
        Constraint::difference(where(upward, x(-half - one), below), value, where(upward, above, x(half + one))), g);
  }
  template <class Bottom, class Top>
  static constexpr bool has_formula_in_any_row =
      std::is_same_v<Bottom, Extrapolate> && std::is_same_v<Top, Extrapolate>;
  template <class W, class X, class G, class Row>
  STENCIL_FUNCTION constexpr auto in_any_row(Extrapolate, Extrapolate, W w, X x, G g, Row row) const {
    const auto below = x(-half), above = x(half);
    const bool from_below = detail::upwind_cells::from_below(w(), row);
    const decltype(below) value = where(from_below, below, above);
    const decltype(below) line = Constraint::difference(where(from_below, x(-half - one), below), value,
                                                        where(from_below, above, x(half + one)));
    return flux(w(), value, where(detail::upwind_cells::is_outer(from_below, row), decltype(below){}, line), g);
  }
  template <class V, class W, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(SetValue<V> outside, W w, X x, G g, E end) const {
    const auto inside = x(end.inward(half));
    const decltype(inside) given(outside.value);
    if constexpr (E::row == 0) return w() * detail::upwind_cells::carried(w(), given, inside, end);
    if constexpr (E::row == 1) return at_end(Extrapolate{}, w, x, g, end);
  }
  template <class W, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(Extrapolate, W w, X x, G g, E end) const {
    const auto inside = x(end.inward(half));
    if constexpr (E::row == 0) return w() * inside;
    if constexpr (E::row == 1) {
      const decltype(inside) flat{};
      const auto outer = x(end.inward(-half));
      const auto next = end.cells > 2 ? x(end.inward(half + one)) : inside;
      const auto line =
          E::is_bottom ? Constraint::difference(outer, inside, next) : Constraint::difference(next, inside, outer);
      const auto over_inside = end.cells > 2 ? decltype(flat)(line) : flat;
      return flux(w(), detail::upwind_cells::carried(w(), outer, inside, end),
                  detail::upwind_cells::carried(w(), flat, over_inside, end), g);
    }
  }
  template <int order, class W, class X, class G, class E>
  STENCIL_FUNCTION constexpr auto at_end(Extrapolation<order> outside, W w, X x, G g, E end) const {
    return interior(w, detail::operators::padded(outside, x, end), g);
  }

 private:
  /// The flux from the upwind cell with this value and difference D.
  template <class W, class X, class G>
  STENCIL_FUNCTION constexpr auto flux(W w, X value, X difference, G g) const {
    const auto to_face = difference * ((1 - abs(w) * g.number(dt) * g.inverse_dz()) / 2);
    return w * (value + where(w > 0, to_face, -to_face));
  }
};
template <class Constraint, class... C>
  requires constraint::Constrains<Constraint>
LinVanLeerC2F(double, Constraint, C...) -> LinVanLeerC2F<Constraint, C...>;
template <class First, class... C>
  requires(!constraint::Constrains<First>)
LinVanLeerC2F(double, First, C...) -> LinVanLeerC2F<constraint::AlgebraicMean, First, C...>;

}  // namespace stencil
