// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>
#include <stencil/expression/values.hpp>
#include <stencil/numbers/dual.hpp>

/// Where a number lies among the points of a table, and the curves between two points.
namespace stencil::detail::tables {

/// The place of a number among the points of a table.
template <class T, class Whole = int>
struct InInterval {
  Whole interval;
  T along;   ///< the distance from the lower end of its interval, divided by the interval's width: 0 to 1
  T width;   ///< of the interval
  T beyond;  ///< the distance from the last point for numbers above it; negative, from the first, for those below it
};

/// The points of one direction.
template <class T>
struct Axis {
  const T* point = nullptr;
  int count = 0;
  T first{};
  T last{};
  T step{};     ///< between equidistant points
  T inverse{};  ///< of the step; 0 if the points are not equidistant

  /// The place of x, which must not be NaN.
  STENCIL_FUNCTION constexpr InInterval<T> place(T x) const {
    const T inside = x < first ? first : x > last ? last : x;
    if (inverse > T(0)) {
      const T steps = inside < last ? (inside - first) * inverse : static_cast<T>(count - 1);
      const int i = static_cast<int>(steps) < count - 1 ? static_cast<int>(steps) : count - 2;
      return {i, steps - static_cast<T>(i), step, x - inside};
    }
    int low = 0;
    each_half([&](int half) { low = point[low + half] <= inside ? low + half : low; });
    const T width = point[low + 1] - point[low];
    return {low, (inside - point[low]) / width, width, x - inside};
  }
  /// The places of a vector of numbers, by the same operations.
  template <class Numbers>
  auto places(const Numbers& x) const {
    const Numbers inside = where(x < first, first, where(x > last, last, x));
    if (inverse > T(0)) {
      const Numbers steps = where(inside < last, (inside - first) * inverse, static_cast<T>(count - 1));
      const auto whole = truncated(steps);
      const auto i = where(whole < count - 1, whole, count - 2);
      return InInterval<Numbers, std::remove_const_t<decltype(i)>>{i, steps - i, step, x - inside};
    }
    auto low = truncated(Numbers(T(0)));
    each_half([&](int half) { low = where(at_places(point + half, low) <= inside, low + half, low); });
    const Numbers begin = at_places(point, low), width = at_places(point + 1, low) - begin;
    return InInterval<Numbers, decltype(low)>{low, (inside - begin) / width, width, x - inside};
  }

 private:
  /// f(half) for steps by which a place goes up from interval 0, as many for each number, so that none of a vector
  /// waits and no branch has to be guessed. What is left of the intervals is those from its own on.
  template <class F>
  STENCIL_FUNCTION constexpr void each_half(const F& f) const {
    for (int left = count - 1; left > 1; left -= left / 2) f(left / 2);
  }
};

/// A value and its derivative.
template <class T>
struct Sloped {
  T value;
  T slope;
};
/// On the line between two values, from the nearer one: each end has its value to the bit, however small beside the
/// other.
template <class T, class Whole>
STENCIL_FUNCTION constexpr T from_nearer(T low, T high, const InInterval<T, Whole>& at) {
  const T rise = high - low;
  return where(at.along < T(0.5), low + at.along * rise, high - (T(1) - at.along) * rise);
}
template <class T, class Whole>
STENCIL_FUNCTION constexpr Sloped<T> on_line(T low, T high, const InInterval<T, Whole>& at) {
  return {from_nearer(low, high, at), (high - low) / at.width};
}
/// The cubic polynomial with these values and slopes at the ends of an interval, and its derivative.
template <class T, class Whole>
STENCIL_FUNCTION constexpr Sloped<T> on_cubic(T low, T low_slope, T high, T high_slope,
                                              const InInterval<T, Whole>& at) {
  const T rise = high - low, t = at.along, rest = T(1) - at.along;
  const T a = low_slope * at.width - rise;
  const T b = rise - high_slope * at.width;
  const T bend = rest * a + t * b;
  return {from_nearer(low, high, at) + t * rest * bend, (rise + (rest - t) * bend + t * rest * (b - a)) / at.width};
}

/// A value and its two derivatives.
template <class T>
struct SlopedTwice {
  T value;
  T by_x;
  T by_y;
};

/// The number that a dual number, or one of dual numbers, is without its derivatives.
template <class T, class N>
STENCIL_FUNCTION constexpr T number_in(const N& x) {
  if constexpr (is_dual<N>) {
    return tables::number_in<T>(x.value);
  } else {
    return static_cast<T>(x);
  }
}
/// The place of a number or a dual number of T among points.
template <class T, class N>
STENCIL_FUNCTION constexpr InInterval<N> place_of(const Axis<T>& axis, const N& x) {
  if constexpr (is_dual<N>) {
    const T number = tables::number_in<T>(x);
    const InInterval<T> at = axis.place(number);
    const N slopes = x - number;  // beside zero
    if (at.beyond == T(0)) return {at.interval, at.along + slopes / at.width, N(at.width), N(T(0))};
    return {at.interval, N(at.along), N(at.width), at.beyond + slopes};
  } else {
    return axis.place(x);
  }
}

}  // namespace stencil::detail::tables
