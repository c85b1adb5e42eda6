// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/error.hpp>
#include <stencil/finite.hpp>
#include <stencil/lifetimes.hpp>
#include <stencil/memory.hpp>
#include <stencil/table/slopes.hpp>
#include <stencil/table/view.hpp>

namespace stencil {

namespace backend {
struct Cpu;
}

/// A look-up table: a function of one or two variables, given by its values at points, which it owns in the memory of a
/// backend. Made by table(...). It can be applied in expressions as any point function, and must outlive them; a column
/// function has its view() as a member. It can be moved but not copied.
template <class T, int Dimensions, class Way, class Backend>
class Table {
 public:
  using backend = Backend;
  using owns_values = void;  ///< so a temporary is refused in expressions
  using view_type = TableView<T, Dimensions, Way, typename Backend::space>;

  /// The view that expressions and column functions contain: a few numbers and pointers.
  view_type view() const& { return view_; }
  /// A compile-time error for the view of a temporary table, whose memory would be gone.
  template <class Never = void>
  view_type view() const&& {
    static_assert(
        !std::is_void_v<Never>,
        "stencil: this table is a temporary, which ends with the statement, but its view refers to its memory; "
        "give it a name first, as in const auto speed = table(x, values);");
    return view_;
  }

  /// The value at a number, computed on the host, or the node of its values at a field or an expression.
  template <class... X>
  constexpr auto operator()(X&&... x) const& {
    return view_(std::forward<X>(x)...);
  }
  template <class... X>
  constexpr auto operator()(X&&...) const&& {
    static_assert(sizeof...(X) > 1000,
                  "stencil: this table is a temporary, which ends with the statement, but what is made of it refers to "
                  "its memory; give it a name first, as in const auto speed = table(x, values);");
  }

  Table(const Table& other) : view_(other.view_), count_(other.count_) {
    static_assert(!std::is_same_v<T, T>,
                  "stencil: a table cannot be copied; a column function has its view() as a member: "
                  "columnwise(F<decltype(speed.view())>{speed.view()})");
  }
  Table(Table&& other) noexcept
      : view_(std::exchange(other.view_, {})),
        memory_(std::move(other.memory_)),
        on_host_(std::move(other.on_host_)),
        count_(other.count_) {}
  Table& operator=(Table&& other) noexcept {
    std::swap(view_, other.view_), std::swap(memory_, other.memory_);
    std::swap(on_host_, other.on_host_), std::swap(count_, other.count_);
    return *this;
  }
  ~Table() {
    if (memory_) detail::lifetimes::Freed::all().add(memory_.get(), count_ * sizeof(T), "a table");
  }

  /// Called by table(). values[i * y.size() + j] is the value at x[i], y[j].
  Table(const std::vector<double>& x, const std::vector<double>& y, const std::vector<double>& values, TableEnds ends)
      : count_(x.size() + y.size() + values.size() * view_type::numbers) {
    std::vector<T> host;
    host.reserve(count_);
    for (const double p : x) host.push_back(static_cast<T>(p));
    for (const double p : y) host.push_back(static_cast<T>(p));
    add_points(host, x, Dimensions == 2 ? y : std::vector<double>{0.0, 1.0}, values);
    memory_ = Backend::template allocate<T>(count_);
    detail::lifetimes::Freed::all().remove(memory_.get(), count_ * sizeof(T));
    Backend::copy_from_host(memory_.get(), host.data(), host.size());
    constexpr bool far = !std::is_same_v<typename Backend::space, HostSpace>;
    const T* points = memory_.get();
    view_ = view_type(axis(points, host.data(), x.size()), axis(points + x.size(), host.data() + x.size(), y.size()),
                      points + x.size() + y.size(), ends, far ? host.data() : nullptr);
    if constexpr (far) on_host_ = std::move(host);
  }

 private:
  /// Appends the value and the slopes of each point, in the order in which the view reads them.
  static void add_points(std::vector<T>& host, const std::vector<double>& x, const std::vector<double>& y,
                         const std::vector<double>& values) {
    const std::size_t nx = x.size(), ny = Dimensions == 2 ? y.size() : 1;
    std::vector<std::vector<double>> numbers{values};
    constexpr bool by_x = true, by_y = false;
    const auto slopes = [&](const std::vector<double>& of, bool along_x) {
      std::vector<double> all(of.size());
      for (std::size_t line = 0; line < (along_x ? ny : nx); ++line) {
        const std::size_t first = along_x ? line : line * ny, stride = along_x ? ny : 1;
        const detail::tables::Line values_there{of.data() + first, stride};
        const auto m = std::is_same_v<Way, interpolation::Monotone>
                           ? detail::tables::monotone_slopes(x, values_there)
                           : detail::tables::spline_slopes(along_x ? x : y, values_there);
        for (std::size_t i = 0; i < m.size(); ++i) all[first + i * stride] = detail::tables::finite_slope<T>(m[i]);
      }
      return all;
    };
    if constexpr (view_type::cubic) {
      detail::tables::require_squares(x);
      numbers.push_back(slopes(values, by_x));
      if constexpr (Dimensions == 2) {
        detail::tables::require_squares(y);
        numbers.push_back(slopes(values, by_y));
        numbers.push_back(slopes(numbers[2], by_x));
      }
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (const auto& each : numbers) host.push_back(static_cast<T>(each[i]));
    }
  }
  /// The points of a direction in the precision of the table. They count as equidistant if they are so to rounding, and
  /// rounding is small beside their distance: else a value at a point could be far from that of the point.
  static detail::tables::Axis<T> axis(const T* memory, const T* point, std::size_t count) {
    if (count == 0) return {};
    const T first = point[0], last = point[count - 1];
    const T step = (last - first) / static_cast<T>(count - 1);
    const T rounding = 2 * std::numeric_limits<T>::epsilon() * std::max(std::abs(first), std::abs(last));
    bool uniform = 64 * rounding <= step;
    for (std::size_t i = 0; i < count; ++i)
      uniform = uniform && std::abs(point[i] - (first + static_cast<T>(i) * step)) <= rounding;
    return {memory, static_cast<int>(count), first, last, step, uniform ? T(1) / step : T(0)};
  }

  view_type view_;
  ValueBuffer<T> memory_;
  std::vector<T> on_host_;  ///< a copy of a table in another memory
  std::size_t count_ = 0;
};

namespace detail::tables {

/// The numbers of a container, rounded to the precision T. Throws Error if one is not finite.
template <class T, class Numbers>
std::vector<double> numbers_of(const Numbers& all, const char* what) {
  std::vector<double> host;
  for (std::size_t i = 0; i < std::size(all); ++i) {
    const T number = static_cast<T>(all[i]);
    if (!is_finite(number)) {
      throw Error(std::string("a table takes finite numbers, but of its ") + what + " number " + std::to_string(i) +
                  " is " + std::to_string(number));
    }
    host.push_back(static_cast<double>(number));
  }
  return host;
}
/// Error where the difference of two neighbours is beyond the numbers of T, so that nothing lies between them.
template <class T>
void require_difference(double one, double next, const char* what, std::size_t number) {
  if (is_finite(static_cast<T>(next) - static_cast<T>(one))) return;
  throw Error(std::string("a table has neighbours whose difference is a finite number, but of its ") + what +
              " number " + std::to_string(number) + " is " + detail::messages::digits_of(next) + " beside " +
              detail::messages::digits_of(one) + (std::is_same_v<T, float> ? ", in single precision" : "") +
              "; give them in other units");
}
/// The same of all values, values[i * columns + j].
template <class T>
void require_differences(const std::vector<double>& values, std::size_t columns) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % columns != 0) require_difference<T>(values[i - 1], values[i], "values", i);
    if (i >= columns) require_difference<T>(values[i - columns], values[i], "values", i);
  }
}
template <class T, class Numbers>
std::vector<double> points_of(const Numbers& all, const char* what) {
  std::vector<double> points = numbers_of<T>(all, what);
  if (points.size() < 2) {
    throw ShapeError("a table has at least two points in each direction, but there are " +
                     std::to_string(points.size()) + " " + what);
  }
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i - 1] < points[i]) {
      require_difference<T>(points[i - 1], points[i], what, i);
      continue;
    }
    throw Error(std::string("the points of a table increase, but of its ") + what + " number " + std::to_string(i) +
                " is " + detail::messages::digits_of(points[i]) + " after " +
                detail::messages::digits_of(points[i - 1]) + (std::is_same_v<T, float> ? ", in single precision" : ""));
  }
  return points;
}
template <class A>
inline constexpr bool is_container = requires(const A& all) { std::size(all), all[0]; };
/// Whether all are containers or arrays.
template <class... All>
constexpr bool are_numbers() {
  constexpr bool containers = (is_container<All> && ...);
  static_assert(containers,
                "stencil: the points and values of a table are containers of numbers on the host: std::vector, "
                "std::span, an array; of a field take field.to_host()");
  return containers;
}
template <class Values>
using value_of = std::remove_cvref_t<decltype(std::declval<const Values&>()[0])>;

STENCIL_WHERE_CALLED
inline void require_values(std::size_t given, std::size_t points, int numbers, const std::string& of) {
  constexpr int most = std::numeric_limits<int>::max();
  if (points > static_cast<std::size_t>(most / numbers))
    throw ShapeError("a table has at most " + std::to_string(most / numbers) + " points, " + of);
  if (given == points) return;
  throw ShapeError("a table has one value for each point, " + of + ", but there are " + std::to_string(given) +
                   " values");
}

}  // namespace detail::tables

/// A look-up table of one variable: `const auto speed = table(diameters, speeds); v = speed(diameter);`.
///
///   x_points, values: std::vector, std::span or another container on the host, of one size, at least 2; x_points must
///   increase
///   way: interpolation::Linear, Cubic or Monotone
///   ends: the values beyond the points
///
/// It is evaluated in the precision of the values, float or double, whatever that of its argument. Equidistant points
/// are found by arithmetic, others by bisection. Throws ShapeError for sizes that do not fit, Error for points that do
/// not increase and for numbers, or differences of neighbours, that are not finite.
template <class Backend = backend::Cpu, class X, class V, class Way = interpolation::Linear>
  requires IsInterpolation<Way>
auto table(const X& x_points, const V& values, Way = {}, TableEnds ends = TableEnds::clamp) {
  if constexpr (detail::tables::are_numbers<X, V>()) {
    using T = detail::tables::value_of<V>;
    static_assert(std::is_floating_point_v<T> && sizeof(T) <= 8, "stencil: the values of a table are float or double");
    static_assert(
        !std::is_same_v<Way, interpolation::Quadratic> && !std::is_same_v<Way, interpolation::QuadraticBySlope>,
        "stencil: a table interpolates by interpolation::Linear, Cubic or Monotone");
    using Made = Table<T, 1, Way, Backend>;
    const auto x = detail::tables::points_of<T>(x_points, "x_points");
    const auto numbers = detail::tables::numbers_of<T>(values, "values");
    detail::tables::require_values(numbers.size(), x.size(), Made::view_type::numbers,
                                   "here " + std::to_string(x.size()));
    detail::tables::require_differences<T>(numbers, 1);
    return Made(x, {}, numbers, ends);
  }
}
/// The same by lines: `table(x, values, TableEnds::extrapolate)`.
template <class Backend = backend::Cpu, class X, class V>
auto table(const X& x_points, const V& values, TableEnds ends) {
  return table<Backend>(x_points, values, interpolation::Linear{}, ends);
}

/// A look-up table of two variables, `t(x, y)`: values[i * y_points.size() + j] is the value at x_points[i] and
/// y_points[j]. way: interpolation::Linear or Cubic, in each direction. Errors, and values beyond the points, as above.
template <class Backend = backend::Cpu, class X, class Y, class V, class Way = interpolation::Linear>
  requires(!IsInterpolation<V> && IsInterpolation<Way>)
auto table(const X& x_points, const Y& y_points, const V& values, Way = {}, TableEnds ends = TableEnds::clamp) {
  if constexpr (detail::tables::are_numbers<X, Y, V>()) {
    using T = detail::tables::value_of<V>;
    static_assert(std::is_floating_point_v<T> && sizeof(T) <= 8, "stencil: the values of a table are float or double");
    static_assert(std::is_same_v<Way, interpolation::Linear> || std::is_same_v<Way, interpolation::Cubic>,
                  "stencil: a table of two dimensions interpolates by interpolation::Linear or Cubic");
    using Made = Table<T, 2, Way, Backend>;
    const auto x = detail::tables::points_of<T>(x_points, "x_points");
    const auto y = detail::tables::points_of<T>(y_points, "y_points");
    const auto numbers = detail::tables::numbers_of<T>(values, "values");
    detail::tables::require_values(numbers.size(), x.size() * y.size(), Made::view_type::numbers,
                                   "here " + std::to_string(x.size()) + " times " + std::to_string(y.size()));
    detail::tables::require_differences<T>(numbers, y.size());
    return Made(x, y, numbers, ends);
  }
}
template <class Backend = backend::Cpu, class X, class Y, class V>
  requires(!IsInterpolation<V>)
auto table(const X& x_points, const Y& y_points, const V& values, TableEnds ends) {
  return table<Backend>(x_points, y_points, values, interpolation::Linear{}, ends);
}

/// The same of numbers in braces, and then the way, the ends or both: `table({0.0, 1.0}, {2.0, 3.0})`.
template <class Backend = backend::Cpu, class X, class V, class... How>
auto table(std::initializer_list<X> x_points, std::initializer_list<V> values, How... how) {
  return table<Backend>(std::vector<X>(x_points), std::vector<V>(values), how...);
}
template <class Backend = backend::Cpu, class X, class Y, class V, class... How>
auto table(std::initializer_list<X> x_points, std::initializer_list<Y> y_points, std::initializer_list<V> values,
           How... how) {
  return table<Backend>(std::vector<X>(x_points), std::vector<Y>(y_points), std::vector<V>(values), how...);
}

}  // namespace stencil
