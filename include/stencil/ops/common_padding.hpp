// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

/// Arguments for interior formulas at faces near an end with the condition Extrapolation<n>, which continues columns
/// beyond the end as ClimaCore.jl does. All cells outside have one value, extrapolated from the n cells nearest to the
/// end: x for n = 1, 2 x - x' for n = 2, 3 x - 3 x' + x'' for n = 3, where x is the end cell's value, x' and x'' the
/// next ones. In the formula at the end face itself n = 3 acts as n = 2. Face values and thicknesses outside are those
/// of the end face and of the end cell.
namespace stencil::detail::operators {

/// A center value x around a face near an end. In a column so short that the formula also reads beyond its other end,
/// cells there have the value of the last cell; at a face in the middle of such a column, as far from one end as from
/// the other, the cells outside have the value of the end cell.
template <int order, class X, class E>
struct PaddedValue {
  X x;    ///< the value inside the column
  E end;  ///< the end, and the face's row counted from it

  /// The value H half levels away, extrapolated if that is outside.
  template <int H>
  STENCIL_FUNCTION constexpr auto operator()(LevelOffset<H>) const {
    constexpr int cell = E::row + ((E::is_bottom ? H : -H) - 1) / 2;
    if constexpr (cell < 0) {
      return outside();
    } else {
      return inside<cell>();
    }
  }

 private:
  // The value of a cell counted from the end, or of the last cell if the column has fewer.
  template <int cell>
  STENCIL_FUNCTION constexpr auto inside() const {
    constexpr LevelOffset<2 * (cell - E::row) + 1> at;
    if constexpr (cell == 0) {
      return x(end.inward(at));
    } else {
      return end.cells > cell ? x(end.inward(at)) : inside<cell - 1>();
    }
  }
  STENCIL_FUNCTION constexpr auto outside() const {
    const auto first = inside<0>();
    if constexpr (order == 1) {
      return first;
    } else {
      using Value = decltype(x(end.inward(LevelOffset<1 - 2 * E::row>{})));
      const auto second = inside<1>();
      const Value line(2 * first - second);
      if constexpr (E::row == 0) {
        return line;
      } else {
        const Value curve(order == 2 ? line : Value(3 * (first - second) + inside<2>()));
        const Value continued = end.cells > 2 ? curve : line;
        return end.cells == 2 * E::row ? Value(first) : continued;
      }
    }
  }
};
template <int order, class X, class E>
STENCIL_FUNCTION constexpr PaddedValue<order, X, E> padded(Extrapolation<order>, X x, E end) {
  return {x, end};
}

/// A face value that is continued by that of the end face.
template <class A, class E>
struct PaddedFlux {
  A a;
  E end;

  STENCIL_FUNCTION constexpr auto operator()() const { return a(); }
  template <int H>
  STENCIL_FUNCTION constexpr auto operator()(LevelOffset<H> at) const {
    if constexpr (E::row + (E::is_bottom ? H : -H) / 2 < 0) {
      return a(end.inward(LevelOffset<-2 * E::row>{}));
    } else {
      return a(at);
    }
  }
};
template <class A, class E>
STENCIL_FUNCTION constexpr PaddedFlux<A, E> padded_flux(A a, E end) {
  return {a, end};
}

/// The metric, continued by cells as thick as the end cell.
template <class G, class E>
struct ContinuedMetric {
  G g;
  E end;

  STENCIL_FUNCTION constexpr auto dz() const { return g.dz(); }
  STENCIL_FUNCTION constexpr auto inverse_dz() const { return g.inverse_dz(); }
  template <int H>
  STENCIL_FUNCTION constexpr auto dz(LevelOffset<H> at) const {
    return g.dz(inside(at));
  }
  template <int H>
  STENCIL_FUNCTION constexpr auto inverse_dz(LevelOffset<H> at) const {
    return g.inverse_dz(inside(at));
  }
  template <class T>
  STENCIL_FUNCTION constexpr auto number(T value) const {
    return g.number(value);
  }

 private:
  template <int H>
  STENCIL_FUNCTION constexpr auto inside(LevelOffset<H> at) const {
    if constexpr (E::row + ((E::is_bottom ? H : -H) - 1) / 2 < 0) {
      return end.inward(LevelOffset<1 - 2 * E::row>{});
    } else {
      return at;
    }
  }
};
template <class G, class E>
STENCIL_FUNCTION constexpr ContinuedMetric<G, E> continued_metric(G g, E end) {
  return {g, end};
}

}  // namespace stencil::detail::operators
