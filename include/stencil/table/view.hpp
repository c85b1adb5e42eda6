// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/error.hpp>
#include <stencil/expression/broadcasted.hpp>
#include <stencil/expression/functions.hpp>
#include <stencil/expression/temporary.hpp>
#include <stencil/finite.hpp>
#include <stencil/interpolation_ways.hpp>
#include <stencil/numbers/dual_number.hpp>

namespace stencil {

namespace detail::tables {

/// The place of a number among the points of a table.
template <class T, class Whole = int>
struct InInterval {
  Whole interval;
  T along;   ///< the distance from the lower end of its interval, divided by the interval's width: 0 to 1
  T width;   ///< of the interval
  T beyond;  ///< the distance from the last point for numbers above it; negative, from the first, for those below it
};

/// Thrown on the host if it evaluates a table that is in the memory of a device.
class NotOnHost : public Error {
 public:
  NotOnHost() : Error("a table in a device's memory cannot be asked on the host") {}
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
    int high = count - 1;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      if (point[middle] <= inside) {
        low = middle;
      } else {
        high = middle;
      }
    }
    const T width = point[low + 1] - point[low];
    return {low, (inside - point[low]) / width, width, x - inside};
  }
  /// The places of a vector of numbers among equidistant points, by the same operations.
  template <class Numbers>
  auto places(const Numbers& x) const {
    const Numbers inside = where(x < first, first, where(x > last, last, x));
    const Numbers steps = where(inside < last, (inside - first) * inverse, static_cast<T>(count - 1));
    const auto whole = truncated(steps);
    const auto i = where(whole < count - 1, whole, count - 2);
    return InInterval<Numbers, std::remove_const_t<decltype(i)>>{i, steps - i, step, x - inside};
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

}  // namespace detail::tables

/// A look-up table as expressions and column functions contain it: some numbers, and pointers to the memory of its
/// Table, which must outlive it. It is a point function of numbers, fields, expressions and values inside column
/// functions.
template <class T, int Dimensions, class Way, class Space>
class TableView {
 public:
  static constexpr const char* name = "table";
  static constexpr bool cubic = !std::is_same_v<Way, interpolation::Linear>;
  static constexpr int numbers = !cubic ? 1 : 2 * Dimensions;  ///< stored for a point: its value and slopes
  using space = Space;
  using value_type = T;

  constexpr TableView() = default;
  constexpr TableView(const detail::tables::Axis<T>& x, const detail::tables::Axis<T>& y, const T* values,
                      TableEnds ends)
      : x_(x), y_(y), values_(values), straight_(ends == TableEnds::extrapolate) {}

  /// The value at x, for a table of one variable; NaN if x is NaN.
  template <class Value>
  STENCIL_FUNCTION constexpr auto operator()(Value&& x) const {
    using X = std::remove_cvref_t<Value>;
    static_assert(Dimensions == 1, "stencil: this table has two dimensions; ask it with two values, t(x, y)");
    refuse_temporaries<Value>();
    if constexpr (IsOperand<X>) {
      if constexpr (in_same_memory<typename node_of<X>::space>())
        return broadcasted(functions::User<TableView>{*this}, as_node(x));
    } else if constexpr (is_dual<X>) {
      const auto at = at_number(static_cast<T>(x.value));
      return detail::duals::make(at.value, at.slope * x.slope);
    } else {
      require_number<X>();
      return at_number(static_cast<T>(x)).value;
    }
  }
  /// The values at a vector of numbers.
  template <class Numbers>
    requires(Dimensions == 1 && std::is_same_v<typename Numbers::number, T>)
  auto of_vectors(const Numbers& x) const {
    require_reach();
    if (!(x_.inverse > T(0))) return call_elementwise(*this, x);
    const auto none = is_nan(x);
    const auto at = x_.places(where(none, x_.first, x));
    const auto number = [&](int which) { return at_places(values_ + which, numbers * at.interval); };
    const auto found = [&] {
      if constexpr (cubic) {
        return detail::tables::on_cubic(number(0), number(1), number(numbers), number(numbers + 1), at);
      } else {
        return detail::tables::on_line(number(0), number(numbers), at);
      }
    }();
    Numbers value = found.value;
    if (straight_) value = where(at.beyond == T(0), value, value + found.slope * at.beyond);
    return where(none, x, value);
  }
  /// The value at x and y, for a table of two variables; NaN if one of them is.
  template <class First, class Second>
  STENCIL_FUNCTION constexpr auto operator()(First&& x, Second&& y) const {
    using X = std::remove_cvref_t<First>;
    using Y = std::remove_cvref_t<Second>;
    static_assert(Dimensions == 2, "stencil: this table has one dimension; ask it with one value, t(x)");
    refuse_temporaries<First, Second>();
    if constexpr (IsOperand<X> || IsOperand<Y>) {
      using Beside = FirstOperand<X, Y>;
      const auto a = as_node_beside<Beside>(x);
      const auto b = as_node_beside<Beside>(y);
      using Both =
          typename CommonSpace<typename node_of<decltype(a)>::space, typename node_of<decltype(b)>::space>::type;
      if constexpr (in_same_memory<Both>()) return broadcasted(functions::User<TableView>{*this}, a, b);
    } else if constexpr (is_dual<X> && is_dual<Y>) {
      const auto at = at_numbers(static_cast<T>(x.value), static_cast<T>(y.value));
      return detail::duals::make(at.value, at.by_x * x.slope + at.by_y * y.slope);
    } else if constexpr (is_dual<X>) {
      const auto at = at_numbers(static_cast<T>(x.value), static_cast<T>(y));
      return detail::duals::make(at.value, at.by_x * x.slope);
    } else if constexpr (is_dual<Y>) {
      const auto at = at_numbers(static_cast<T>(x), static_cast<T>(y.value));
      return detail::duals::make(at.value, at.by_y * y.slope);
    } else {
      require_number<X>();
      require_number<Y>();
      return at_numbers(static_cast<T>(x), static_cast<T>(y)).value;
    }
  }
  /// The address of its memory.
  constexpr const void* memory() const { return x_.point; }

 private:
  template <class X>
  STENCIL_FUNCTION static constexpr void require_number() {
    static_assert(std::is_arithmetic_v<X>,
                  "stencil: a table is asked at numbers, or at fields and expressions of them");
  }
  template <class Other>
  STENCIL_FUNCTION static constexpr bool in_same_memory() {
    constexpr bool same = !std::is_same_v<typename CommonSpace<Space, Other>::type, ClashingSpaces>;
    static_assert(same,
                  "stencil: a table and the fields that it is asked at live in different memories; make the table for "
                  "their backend, table<Backend>(x, values)");
    return same;
  }

  /// Throws on the host for a table in another memory; code for devices cannot throw.
  STENCIL_FUNCTION static constexpr void require_reach() {
#if !STENCIL_ON_DEVICE && !defined(__HIP_DEVICE_COMPILE__) && !defined(__SYCL_DEVICE_ONLY__)
    if constexpr (!std::is_same_v<Space, HostSpace>) throw detail::tables::NotOnHost();
#endif
  }

  STENCIL_FUNCTION constexpr detail::tables::Sloped<T> at_number(T x) const {
    require_reach();
    if (is_nan(x)) return {x, x};
    const auto at = x_.place(x);
    const T* low = values_ + numbers * at.interval;
    const T* high = low + numbers;
    const auto found = [&] {
      if constexpr (cubic) {
        return detail::tables::on_cubic(low[0], low[1], high[0], high[1], at);
      } else {
        return detail::tables::on_line(low[0], high[0], at);
      }
    }();
    if (at.beyond == T(0)) return found;
    if (!straight_) return {found.value, T(0)};
    return {found.value + found.slope * at.beyond, found.slope};
  }

  STENCIL_FUNCTION constexpr detail::tables::SlopedTwice<T> at_numbers(T x, T y) const {
    require_reach();
    if (is_nan(x)) return {x, x, x};
    if (is_nan(y)) return {y, y, y};
    const auto at = x_.place(x);
    const auto up = y_.place(y);
    const T* low = values_ + numbers * (at.interval * y_.count + up.interval);
    const T* high = low + numbers * y_.count;
    detail::tables::SlopedTwice<T> found{};
    T bend = T(0);          // the slope by y of the slope by x
    if constexpr (cubic) {  // value, slope by x, slope by y, slope by both
      const auto value0 = detail::tables::on_cubic(low[0], low[1], high[0], high[1], at);
      const auto value1 = detail::tables::on_cubic(low[4], low[5], high[4], high[5], at);
      const auto slope0 = detail::tables::on_cubic(low[2], low[3], high[2], high[3], at);
      const auto slope1 = detail::tables::on_cubic(low[6], low[7], high[6], high[7], at);
      const auto value = detail::tables::on_cubic(value0.value, slope0.value, value1.value, slope1.value, up);
      const auto by_x = detail::tables::on_cubic(value0.slope, slope0.slope, value1.slope, slope1.slope, up);
      found = {value.value, by_x.value, value.slope};
      bend = by_x.slope;
    } else {
      const auto value0 = detail::tables::on_line(low[0], high[0], at);
      const auto value1 = detail::tables::on_line(low[1], high[1], at);
      const auto value = detail::tables::on_line(value0.value, value1.value, up);
      const auto by_x = detail::tables::on_line(value0.slope, value1.slope, up);
      found = {value.value, by_x.value, value.slope};
      bend = by_x.slope;
    }
    // Beyond an edge the line that goes on has another slope at each place of that edge.
    if (straight_ && up.beyond == T(0)) found.by_y = found.by_y + bend * at.beyond;
    if (straight_ && at.beyond == T(0)) found.by_x = found.by_x + bend * up.beyond;
    if (at.beyond != T(0)) beyond(found.value, found.by_x, at.beyond);
    if (up.beyond != T(0)) beyond(found.value, found.by_y, up.beyond);
    return found;
  }
  STENCIL_FUNCTION constexpr void beyond(T& value, T& slope, T distance) const {
    if (straight_) {
      value = value + slope * distance;
    } else {
      slope = T(0);
    }
  }

  detail::tables::Axis<T> x_;
  detail::tables::Axis<T> y_;
  const T* values_ = nullptr;
  bool straight_ = false;
};

/// The memory that a table reads.
namespace functions {
template <class T, int Dimensions, class Way, class Space>
struct MemoryOf<User<TableView<T, Dimensions, Way, Space>>> {
  using type = Space;
};
}  // namespace functions

}  // namespace stencil
