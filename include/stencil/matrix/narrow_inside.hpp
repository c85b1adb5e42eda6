// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/variable_of_slopes.hpp>
#include <stencil/matrix/differentiate.hpp>

/// How far rows of derivatives reach inside column functions. An operator's formulas for the ends of a column may read
/// farther than the one for all other rows, and then its values have rows as wide as those. If the next operator has a
/// condition there it never reads the values at the ends, so that its rows need not be so wide: the matrix of
/// `DivergenceF2C(no_flux)(k * GradientC2F()(y))` has three diagonals, although the gradient's closure reads three
/// cells. In an expression the operator around is known beforehand; a variable of a function takes along what it needs.
namespace stencil::column_functions {

/// A variable whose rows of derivatives reach from Low to High, in half levels, in all but the first and the last
/// `From` rows of a column. Other entries are zero there.
template <class V, int Low, int High, int From>
struct NarrowInside : V {
  using lane_takes = V;
  using compound_assigned = NarrowInside;
  static constexpr int narrow_low = Low;
  static constexpr int narrow_high = High;
  static constexpr int narrow_from = From;

  template <class X>
    requires(!std::is_convertible_v<const X&, NarrowInside>)
  STENCIL_FUNCTION constexpr NarrowInside& operator=([[maybe_unused]] const X& x) {
    if constexpr (std::is_convertible_v<const X&, V>) {
      static_assert(!std::is_same_v<X, X>,
                    "stencil: inside jacobian, value_and_jacobian and newton a variable keeps the levels that its "
                    "derivatives reach; give a value that was computed by other operators a name of its own");
    } else {
      static_cast<V&>(*this) = x;
    }
    return *this;
  }
};

template <class Node, class... Nodes>
struct VariableOfSlopes {
  /// Formulas for ends that are longer are taken as they are.
  static constexpr int most_rows = 4;

  struct Inside {
    plan::Range band;
    int from = 0;
  };
  template <int Rows>
  STENCIL_FUNCTION static constexpr plan::Range band_from() {
    using Needed = plan::RowsNeeded<Rows, Rows>;
    if constexpr (requires { Node::reads; }) {
      return detail::differentiation::band_around<Needed, Node, Nodes...>();
    } else {
      plan::Range all;
      const auto take = [&all](plan::Range band) {
        if (band.low < all.low) all.low = band.low;
        if (band.high > all.high) all.high = band.high;
      };
      (take(detail::differentiation::band_of<Needed, Nodes>()), ...);
      return all;
    }
  }
  template <int Rows = 0>
  STENCIL_FUNCTION static constexpr Inside inside() {
    constexpr plan::Range here = band_from<Rows>(), narrowest = band_from<most_rows>();
    if constexpr (Rows == most_rows || (here.low == narrowest.low && here.high == narrowest.high)) {
      return {here, Rows};
    } else {
      return inside<Rows + 1>();
    }
  }
  template <class V>
  STENCIL_FUNCTION static constexpr auto of(const V& value) {
    using Band = detail::differentiation::BandOf<typename V::value_type>;
    constexpr Inside in = inside();
    if constexpr (!in.band.empty() && (in.band.low > Band::low || in.band.high < Band::high)) {
      return NarrowInside<V, in.band.low, in.band.high, in.from>{value};
    } else {
      return value;
    }
  }
};

}  // namespace stencil::column_functions
