// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/config.hpp>
#include <stencil/expression/accessor.hpp>
#include <stencil/expression/functions.hpp>
#include <stencil/finite.hpp>
#include <stencil/interpolation_ways.hpp>
#include <stencil/vec.hpp>

/// Values of a column between its levels.
namespace stencil::detail::between_levels {

/// The levels of a column, from level 0 up. On a ring they go on around it: level n is level 0, once around above it,
/// and level -1 the highest, once around below.
template <class Real, class Location, bool Ring>
class LevelsOfColumn {
 public:
  static constexpr bool ring = Ring;

  STENCIL_FUNCTION LevelsOfColumn(const EvaluatedColumns& columns, std::ptrdiff_t column)
      : lowest_(columns.metric<Real>().template place<Location, MetricKind::z>(column, 0)),
        stride_(columns.metric<Real>().level_stride),
        count_(Ring ? columns.levels : rows_at<Location>(columns.levels)) {
    if constexpr (Ring)
      around_ = static_cast<Real>(face_height(columns, column, columns.levels) - face_height(columns, column, 0));
  }

  /// How many different ones there are.
  STENCIL_FUNCTION int count() const { return count_; }
  STENCIL_FUNCTION int row(int level) const { return Ring ? row_in_ring(level, count_) : level; }
  STENCIL_FUNCTION Real height(int level) const {
    if constexpr (!Ring) {
      return lowest_[level * stride_];
    } else {
      const int row = row_in_ring(level, count_), times_around = (level - row) / count_;
      return lowest_[row * stride_] + static_cast<Real>(times_around) * around_;
    }
  }
  /// The levels that are looked through for a height: on a ring also the one that closes it.
  STENCIL_FUNCTION int end() const { return Ring ? count_ + 1 : count_; }

  /// A height, on a ring the same place between levels 0 and n; a NaN for what is no height.
  STENCIL_FUNCTION Real within(Real h) const {
    if constexpr (!Ring) {
      return h;
    } else {
      const Real lowest = lowest_[0], highest = lowest + around_;
      if (!(h >= lowest && h < highest)) {
        h -= functions::Floor{}((h - lowest) / around_) * around_;
        if (h < lowest) h += around_;
        if (h > highest) h -= around_;
      }
      return h >= lowest && h <= highest ? h : Real{detail::not_a_number<Real>};
    }
  }

  /// The lowest level at a height or above it, if it is `near` or one of the two above it; -1 for others. Without
  /// branches, which would be unforeseen. There are four levels or more.
  STENCIL_INLINED STENCIL_FUNCTION int at_or_above_if_near(Real h, int near) const {
    const int most = count_ - 3, begin = (near < 1 ? 1 : near > most ? most : near) - 1;
    const Real* const z = lowest_ + begin * stride_;
    const int below =
        (z[0] < h ? 1 : 0) + (z[stride_] < h ? 1 : 0) + (z[2 * stride_] < h ? 1 : 0) + (z[3 * stride_] < h ? 1 : 0);
    return below == 0 || below == 4 ? -1 : begin + below;
  }
  /// The lowest level at a height or above it, end() where there is none: from `near` on, which is a level, by steps
  /// that double, then by halves.
  STENCIL_INLINED STENCIL_FUNCTION int first_at_or_above(Real h, int near) const {
    const int last = end();
    int low = near - 1, high = near, step = 1;  // the level is above `low` and at most `high`
    if (height(high) < h) {
      do {
        low = high;
        high += step;
        step *= 2;
      } while (high < last && height(high) < h);
      if (high > last) high = last;
    } else {
      while (low >= 0 && !(height(low) < h)) {
        high = low;
        low -= step;
        step *= 2;
      }
      if (low < -1) low = -1;
    }
    while (high - low > 1) {
      const int middle = low + (high - low) / 2;
      if (height(middle) < h)
        low = middle;
      else
        high = middle;
    }
    return high;
  }

 private:
  const Real* lowest_;
  std::ptrdiff_t stride_;
  int count_;
  Real around_ = 0;
};

/// The two levels beside those that a height lies between, one on each side or, at an end of the column, the next two
/// inside; -1 for one that the column does not have.
struct LevelsBeside {
  int first, second;
  bool has_first = true, has_second = true;
};
template <class Levels>
STENCIL_FUNCTION LevelsBeside beside(const Levels& levels, int high) {
  if (Levels::ring) return {high - 2, high + 1};
  const int count = levels.count();
  const int first = high >= 2 ? high - 2 : high + 1;
  const int second = high < 2 ? high + 2 : high + 1 < count ? high + 1 : high - 3;
  return {first, second, first < count, second >= 0 && second < count};
}

/// f(component...) of numbers, or of each component of Vecs.
template <class F, class V>
STENCIL_FUNCTION constexpr V by_component(const F& f, const V& a, const V& b, const V& c) {
  if constexpr (is_vec<V>) {
    V result{};
    for (std::size_t i = 0; i < sizeof(result.component) / sizeof(result.component[0]); ++i)
      result[i] = by_component(f, a[i], b[i], c[i]);
    return result;
  } else {
    return f(a, b, c);
  }
}
/// A number that is held between two others, of which either may be the greater; a NaN stays one.
struct HeldBetween {
  template <class T>
  STENCIL_FUNCTION constexpr T operator()(const T& x, const T& a, const T& b) const {
    const T low = a < b ? a : b, high = a < b ? b : a;
    return x < low ? low : x > high ? high : x;
  }
};

/// Two levels, below and above a height, and the two beside them.
template <class Value>
struct FourLevels {
  Value low, high, first, second;
};

/// x at height h between two levels. has_first, has_second: whether there is a level beside them. Without one the cubic
/// is a parabola, without both the straight line.
template <class Way, class Real, class V>
STENCIL_INLINED STENCIL_FUNCTION inline V between(Real h, const FourLevels<Real>& z, const FourLevels<V>& x,
                                                  bool has_first, bool has_second) {
  using T = real_of<V>;
  const Real spacing = z.high - z.low;
  const V rise = x.high - x.low;
  if constexpr (std::is_same_v<Way, interpolation::Linear>) {
    return x.low + static_cast<T>((h - z.low) / spacing) * rise;
  } else {
    // With t from 0 to 1 the cubic is the line and t (t - 1) times a straight line, its bend. Each of the other levels
    // gives that as much as its value is off the line.
    const Real per_spacing = 1 / spacing, t = (h - z.low) * per_spacing;
    const Real t_first = (z.first - z.low) * per_spacing, t_second = (z.second - z.low) * per_spacing;
    const Real apart = has_first && has_second ? t_first - t_second : Real(1);
    const Real of_first = has_first ? 1 / (t_first * (t_first - 1) * apart) : Real(0);
    const Real of_second = has_second ? (has_first ? -1 : 1) / (t_second * (t_second - 1) * apart) : Real(0);
    const V first = has_first ? V(x.first - x.low - static_cast<T>(t_first) * rise) : V{};
    const V second = has_second ? V(x.second - x.low - static_cast<T>(t_second) * rise) : V{};
    const auto bend = [&](Real at, Real times) {
      const Real by_first = has_second ? (at - t_second) * of_first : of_first;
      const Real by_second = has_first ? (at - t_first) * of_second : of_second;
      return V(static_cast<T>(times * by_first) * first + static_cast<T>(times * by_second) * second);
    };
    if constexpr (std::is_same_v<Way, interpolation::Cubic>) {
      return x.low + (static_cast<T>(t) * rise + bend(t, t * (t - 1)));
    } else {
      // Its slopes at the two levels, held between 0 and 3 times that of the line, make another cubic.
      const V most = T(3) * rise, none{};
      const V slope_low = by_component(HeldBetween{}, V(rise - bend(0, 1)), none, most);
      const V slope_high = by_component(HeldBetween{}, V(rise + bend(1, 1)), none, most);
      const T s = static_cast<T>(t);
      const V curve =
          x.low +
          s * (slope_low + s * ((most - T(2) * slope_low - slope_high) + s * (slope_low + slope_high - T(2) * rise)));
      return by_component(HeldBetween{}, curve, x.low, x.high);  // also as rounded
    }
  }
}

}  // namespace stencil::detail::between_levels
