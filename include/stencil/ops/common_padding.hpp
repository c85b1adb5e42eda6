// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/operator.hpp>

/// What an interior formula at faces is given near an end that has the condition Extrapolation<n>: columns continued
/// outside. All cells missing outside have one value, continued from the nearest n inside: x, 2 x - x', 3 x - 3 x' +
/// x''; of two at most at the end face. Faces and thicknesses outside are those of the end (ClimaCore.jl).
namespace stencil::operators {

/// A center value x, seen from a face in a row of an end. In a short column cells beyond the other end are the last
/// one; in its middle face, equally far from both ends, so are those outside.
template <int order, class X, class E>
struct PaddedValue {
  X x;    ///< that of the column
  E end;  ///< the end and its row

  /// The value half levels away; those outside are made.
  template <int H>
  STENCIL_FUNCTION constexpr auto operator()(Offset<H>) const {
    constexpr int cell = E::row + ((E::is_bottom ? H : -H) - 1) / 2;
    if constexpr (cell < 0) {
      return outside();
    } else {
      return inside<cell>();
    }
  }

 private:
  // What a short column lacks is not read.
  template <int cell>
  STENCIL_FUNCTION constexpr auto inside() const {
    constexpr Offset<2 * (cell - E::row) + 1> at;
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
      using Value = decltype(x(end.inward(Offset<1 - 2 * E::row>{})));
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

/// A face value: outside that of the end face.
template <class A, class E>
struct PaddedFlux {
  A a;
  E end;

  STENCIL_FUNCTION constexpr auto operator()() const { return a(); }
  template <int H>
  STENCIL_FUNCTION constexpr auto operator()(Offset<H> at) const {
    if constexpr (E::row + (E::is_bottom ? H : -H) / 2 < 0) {
      return a(end.inward(Offset<-2 * E::row>{}));
    } else {
      return a(at);
    }
  }
};
template <class A, class E>
STENCIL_FUNCTION constexpr PaddedFlux<A, E> padded_flux(A a, E end) {
  return {a, end};
}

/// The metric: outside cells are as thick as the end cell.
template <class G, class E>
struct PaddedMetric {
  G g;
  E end;

  STENCIL_FUNCTION constexpr auto dz() const { return g.dz(); }
  STENCIL_FUNCTION constexpr auto inverse_dz() const { return g.inverse_dz(); }
  template <int H>
  STENCIL_FUNCTION constexpr auto dz(Offset<H> at) const {
    return g.dz(inside(at));
  }
  template <int H>
  STENCIL_FUNCTION constexpr auto inverse_dz(Offset<H> at) const {
    return g.inverse_dz(inside(at));
  }
  template <class T>
  STENCIL_FUNCTION constexpr auto number(T value) const {
    return g.number(value);
  }

 private:
  template <int H>
  STENCIL_FUNCTION constexpr auto inside(Offset<H> at) const {
    if constexpr (E::row + ((E::is_bottom ? H : -H) - 1) / 2 < 0) {
      return end.inward(Offset<1 - 2 * E::row>{});
    } else {
      return at;
    }
  }
};
template <class G, class E>
STENCIL_FUNCTION constexpr PaddedMetric<G, E> padded_metric(G g, E end) {
  return {g, end};
}

}  // namespace stencil::operators
