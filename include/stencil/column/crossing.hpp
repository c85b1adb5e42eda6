// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/column/reduce.hpp>
#include <stencil/column/search.hpp>
#include <stencil/expression/accessor.hpp>
#include <stencil/finite.hpp>
#include <stencil/interpolation_ways.hpp>

namespace stencil {

namespace detail::folding {

/// What is known when a search along a column reaches a row: the two rows before, and what was found.
template <class T>
struct CrossingState {
  T excess[2];  ///< of the row before and of the one before that
  T z[2];
  T height;
  int rows;  ///< that were seen
  bool found;
};

/// Where between a row (0) and the next (1) the line from `low` <= 0 to `high` > 0 is zero.
template <class T>
STENCIL_FUNCTION constexpr T on_line_to(const T& low, const T& high) {
  return -low / (high - low);
}
/// The same on a parabola, `bend` its second difference: bend s^2 + (high - low - bend) s + low = 0, where it rises. A
/// NaN in any of them gives one. All are divided by the largest, so that no square is out of range.
template <class T>
STENCIL_FUNCTION constexpr T on_parabola_to(T low, T high, T bend) {
  const T largest = max(max(abs(low), high), abs(bend));
  low = low / largest, high = high / largest, bend = bend / largest;
  const T slope = high - low - bend;
  const T square = slope * slope - T(4) * bend * low;  // below zero by rounding alone
  const T root = square <= T(0) ? T(0) : sqrt(square);
  if (slope < T(0)) return (root - slope) / (T(2) * bend);
  return slope + root <= T(0) ? T(0) : T(-2) * low / (slope + root);
}

template <class T>
STENCIL_FUNCTION constexpr bool has_found(const CrossingState<T>& state) {
  return state.found;
}
template <class Way>
struct FindCrossing {
  using is_search = void;
  template <class T, class X, class Z>
  STENCIL_FUNCTION constexpr CrossingState<T> operator()(CrossingState<T> s, const X& x, const Z& height) const {
    const T excess = static_cast<T>(x);
    const T z = static_cast<T>(height);
    if (s.found) return s;
    if (excess > T(0)) {
      s.found = true;
      s.height = z;
      if (s.rows > 0) {
        const T step = z - s.z[0];
        T part = on_line_to(s.excess[0], excess);
        if constexpr (std::is_same_v<Way, interpolation::Quadratic>) {
          if (s.rows > 1) {
            const T bend = step * step / (z - s.z[1]) *
                           ((excess - s.excess[0]) / step - (s.excess[0] - s.excess[1]) / (s.z[0] - s.z[1]));
            part = on_parabola_to(s.excess[0], excess, bend);
          }
        } else if constexpr (std::is_same_v<Way, interpolation::QuadraticBySlope>) {
          const T slope = s.rows > 1 ? (s.excess[0] - s.excess[1]) / (s.z[0] - s.z[1]) : T(0);
          part = on_parabola_to(s.excess[0], excess, excess - s.excess[0] - slope * step);
        }
        s.height = s.z[0] + part * step;
      }
    }
    s.excess[1] = s.excess[0], s.z[1] = s.z[0];
    s.excess[0] = excess, s.z[0] = z;
    ++s.rows;
    return s;
  }
};
struct CrossingHeight {
  template <class T>
  STENCIL_FUNCTION constexpr T operator()(const CrossingState<T>& s) const {
    return s.height;
  }
};

/// The height at which `excess`, of x above a threshold, first exceeds zero.
template <class Way, class X, class Excess, class Direction, class Value>
STENCIL_FUNCTION constexpr auto crossing(const X& x, const Excess& excess, Direction way, const Value& otherwise) {
  using T = typename Excess::value_type;
  constexpr bool numbers =
      std::is_floating_point_v<scalar_of<T>> && !is_vec<T> && !std::is_same_v<typename X::value_type, bool>;
  static_assert(numbers,
                "stencil: crossing_height takes numbers of float or double, and no condition: crossing_height(x, 0.3, "
                "from_bottom) is the height at which x > 0.3 begins");
  if constexpr (!numbers) {
    return 0.0;  // so that no other error follows
  } else if constexpr (IsOperand<Value>) {
    static_assert(
        std::is_same_v<typename node_of<Value>::location, Surface>,
        "stencil: crossing_height gives a number or one value per column where the threshold is not exceeded; "
        "give a SurfaceField or an expression of SurfaceFields");
    return where(first_level(excess > 0.0, way) != int{no_level}, crossing<Way>(x, excess, way, 0.0), otherwise);
  } else {
    return reduction("crossing_height", sequential(FindCrossing<Way>{}),
                     CrossingState<T>{{}, {}, T(otherwise), 0, false}, CrossingHeight{}, way, excess,
                     stencil::heights<real_of<T>>(typename X::location{}));
  }
}

}  // namespace detail::folding

/// The height [m] at which x first exceeds a threshold in a direction, from_bottom unless given, between the first
/// level where it does and the one before, by interpolation::Linear, second order, or interpolation::Quadratic, on the
/// parabola through these two and the level before them, third order:
/// `crossing_height(ri, 0.3, from_bottom, interpolation::Quadratic{})`; or interpolation::QuadraticBySlope, on the
/// parabola through the two with the slope between the level before them and the first, second order. Where x exceeds
/// it at the first level already, the height of that level; `otherwise`, a number or one value per column, where it
/// does nowhere, a NaN unless given. x lives at centers or faces; the threshold is a number, a value per column or an
/// expression beside x.
template <IsOperand X, class Threshold, class Direction = DirectionFromBottom, class Way = interpolation::Linear,
          class Value = double>
STENCIL_FUNCTION constexpr auto crossing_height(X&& x, Threshold&& threshold, Direction way = {},
                                                [[maybe_unused]] Way between = {},
                                                Value&& otherwise = double{detail::not_a_number<double>}) {
  refuse_temporaries<X, Threshold, Value>();
  constexpr bool between_levels = std::is_same_v<Way, interpolation::Linear> ||
                                  std::is_same_v<Way, interpolation::Quadratic> ||
                                  std::is_same_v<Way, interpolation::QuadraticBySlope>;
  constexpr bool directed = detail::folding::searches_in<Direction>();
  static_assert(between_levels || !directed,
                "stencil: crossing_height interpolates by interpolation::Linear, Quadratic or QuadraticBySlope");
  if constexpr (directed && between_levels) {
    return detail::folding::crossing<Way>(as_node(x), x - threshold, way, otherwise);
  } else {
    return 0.0;  // so that no other error follows
  }
}
/// A compile-time error for a call without a threshold.
template <IsOperand X>
STENCIL_FUNCTION constexpr double crossing_height(const X&) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: crossing_height takes a value and the threshold that it is to exceed: "
                "crossing_height(x, 0.3), from the bottom, or crossing_height(x, 0.3, from_top)");
  return 0.0;  // so that no other error follows
}

}  // namespace stencil
