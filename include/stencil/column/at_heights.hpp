// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/column/at_height.hpp>
#include <stencil/column/at_heights_column.hpp>
#include <stencil/column/looked_up.hpp>

namespace stencil {

namespace detail::between_levels {
/// at_height by a way of interpolation.
template <class Way>
struct ByHeight {
  static constexpr const char* name = "at_height";
  static constexpr const char* way = std::is_same_v<Way, interpolation::Linear> ? nullptr : Way::name;
  template <class Into, class X, class Z, class Beyond>
  using Column = AtHeightsOfColumn<Way, Into, X, Z, Beyond>;
};

template <class Way, class X, class Z, class Value = NoNumberBeyond>
auto at_heights(const X& x, const Z& z, const Value& otherwise = {}) {
  using NX = node_of<X>;
  using NZ = node_of<Z>;
  constexpr bool levels =
      names_levels<typename NX::location> && std::is_floating_point_v<scalar_of<typename NX::value_type>>;
  static_assert(levels, "stencil: at_height takes a value of float or double, or of Vecs of them, at centers or faces");
  constexpr bool numbers = std::is_floating_point_v<typename NZ::value_type>;
  static_assert(numbers, "stencil: the heights of at_height are numbers of float or double");
  constexpr bool way = std::is_same_v<Way, interpolation::Linear> || std::is_same_v<Way, interpolation::Cubic> ||
                       std::is_same_v<Way, interpolation::Monotone>;
  static_assert(way, "stencil: at_height interpolates by interpolation::Linear, Cubic or Monotone");
  if constexpr (levels && numbers && way) {
    return looked_up<ByHeight<Way>>(x, z, otherwise);
  }
}
}  // namespace detail::between_levels

/// x at a height [m] for each level, in units of x: `a = at_height(q, heights(Center{}) - dt * w)`. z: an expression at
/// centers or faces, where the result stands; x, at centers or faces, may be on another grid of as many columns. Below
/// the lowest level of x and above the highest `otherwise`: a number, a value per column or nearest_level; a NaN unless
/// given. On a ring no height is beyond. A NaN in z gives a NaN. It stands anywhere in an expression.
///
/// An argument x that is no field is computed once; z is computed where it is used.
template <IsOperand X, class Height, IsBeyondLevels... Value>
  requires(AtLevels<Height> && sizeof...(Value) < 2 && OutsideFunctions<X, Height, Value...>)
auto at_height(X&& x, Height&& z, Value&&... otherwise) {
  refuse_temporaries<X, Height, Value...>();
  return detail::between_levels::at_heights<interpolation::Linear>(x, z, otherwise...);
}
/// The same by a way of interpolation: interpolation::Linear{}, second order; Cubic{}, fourth; Monotone{}, as Cubic{}
/// but without new extremes, at extremes second order: `at_height(q, z, interpolation::Monotone{}, nearest_level)`.
template <IsOperand X, class Height, class Way, IsBeyondLevels... Value>
  requires(AtLevels<Height> && IsInterpolation<Way> && sizeof...(Value) < 2 && OutsideFunctions<X, Height, Value...>)
auto at_height(X&& x, Height&& z, Way, Value&&... otherwise) {
  refuse_temporaries<X, Height, Value...>();
  return detail::between_levels::at_heights<Way>(x, z, otherwise...);
}

/// A compile-time error for heights at levels inside a column function.
template <IsOperand X, class Height, class... Rest>
  requires(AtLevels<Height> && !OutsideFunctions<X, Height, Rest...>)
STENCIL_FUNCTION constexpr double at_height(const X&, const Height&, const Rest&...) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: inside a column function at_height takes one height per column; assign at_height of a height "
                "for each level to a field before, and give that as an argument");
  return 0;
}
/// A compile-time error for a way of interpolation that stands last.
template <IsOperand X, class Height, IsBeyondLevels Value, class Way>
  requires(AtLevels<Height> && IsInterpolation<Way> && OutsideFunctions<X, Height, Value>)
double at_height(const X&, const Height&, const Value&, Way) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: the way of interpolation of at_height stands before what it gives beyond the levels: "
                "at_height(x, z, interpolation::Cubic{}, 0.0)");
  return 0;
}
/// A compile-time error for a way of interpolation, or the nearest level, at one height per column.
template <IsOperand X, class Height, class Way, class... Value>
  requires(!AtLevels<Height> && (IsOperand<Height> || IsLiteral<Height>) &&
           (IsInterpolation<Way> || std::is_same_v<Way, NearestLevel>))
STENCIL_FUNCTION constexpr double at_height(const X&, const Height&, Way, const Value&...) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: at one height per column at_height is linear, with a number or a value per column beyond the "
                "levels; ways of interpolation and nearest_level are for a height for each level: "
                "at_level(at_height(x, z + 0.0 * heights(Center{}), interpolation::Cubic{}), 0)");
  return 0;
}

}  // namespace stencil
