// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/broadcasted.hpp>
#include <stencil/expression/functions.hpp>
#include <stencil/expression/temporary.hpp>
#include <stencil/finite.hpp>
#include <stencil/interpolation_ways.hpp>
#include <stencil/numbers/dual_number.hpp>
#include <stencil/table/places.hpp>

namespace stencil {

/// A look-up table as expressions and column functions contain it: some numbers, and pointers to the memory of its
/// Table, which must outlive it. It is a point function of numbers, fields, expressions and values inside column
/// functions. Code of the host asks the host's copy of a table in another memory.
template <class T, int Dimensions, class Way, class Space>
class TableView {
 public:
  static constexpr const char* name = "table";
  static constexpr bool cubic = !std::is_same_v<Way, interpolation::Linear>;
  static constexpr int numbers = !cubic ? 1 : 2 * Dimensions;  ///< stored for a point: its value and slopes
  using space = Space;
  using value_type = T;

  /// Whether X is a vector of numbers of this precision.
  template <class X>
  static constexpr bool is_vector = requires { requires std::is_same_v<typename X::number, T>; };

  constexpr TableView() = default;
  /// on_host: for a table in another memory the host's copy of all its numbers, which lie one after the other, points
  /// first.
  constexpr TableView(const detail::tables::Axis<T>& x, const detail::tables::Axis<T>& y, const T* values,
                      TableEnds ends, const T* on_host)
      : x_(x), y_(y), values_(values), on_host_(on_host), straight_(ends == TableEnds::extrapolate) {}

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
      const auto at = at_number(in_precision(x.value));
      return detail::duals::make(at.value, at.slope * x.slope);
    } else {
      if constexpr (require_number<X>()) return at_number<T>(static_cast<T>(x)).value;
    }
  }
  /// The values at a vector of numbers.
  template <class Numbers>
    requires(Dimensions == 1 && is_vector<Numbers>)
  auto of_vectors(const Numbers& x) const {
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
  /// The values at two vectors of numbers.
  template <class Numbers>
    requires(Dimensions == 2 && is_vector<Numbers>)
  auto of_vectors(const Numbers& x, const Numbers& y) const {
    const auto no_x = is_nan(x), no_y = is_nan(y);
    const auto at = x_.places(where(no_x, x_.first, x)), up = y_.places(where(no_y, y_.first, y));
    const auto place = at.interval * y_.count + up.interval;
    const auto from = [&](const T* begin) {
      return [&place, begin](int i) { return at_places(begin + i, numbers * place); };
    };
    const auto [found, by_x] = between<Numbers>(from(values_), from(values_ + numbers * y_.count), at, up);
    Numbers value = found.value;
    if (straight_) {
      value = where(at.beyond == T(0), value, value + by_x.value * at.beyond);
      value = where(up.beyond == T(0), value, value + found.slope * up.beyond);
    }
    return where(no_x, x, where(no_y, y, value));
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
      const auto at = at_both(x.value, y.value);
      return detail::duals::make(at.value, at.by_x * x.slope + at.by_y * y.slope);
    } else if constexpr (is_dual<X>) {
      const auto at = at_both(x.value, y);
      return detail::duals::make(at.value, at.by_x * x.slope);
    } else if constexpr (is_dual<Y>) {
      const auto at = at_both(x, y.value);
      return detail::duals::make(at.value, at.by_y * y.slope);
    } else {
      if constexpr (require_number<X>() && require_number<Y>())
        return at_numbers<T>(static_cast<T>(x), static_cast<T>(y)).value;
    }
  }
  /// The address of its memory.
  constexpr const void* memory() const { return x_.point; }

 private:
  template <class X>
  STENCIL_FUNCTION static constexpr bool require_number() {
    constexpr bool number = std::is_arithmetic_v<X>;
    static_assert(number, "stencil: a table is asked at numbers, or at fields and expressions of them");
    return number;
  }
  template <class Other>
  STENCIL_FUNCTION static constexpr bool in_same_memory() {
    constexpr bool same = share_memory_space<Space, Other>;
    static_assert(same,
                  "stencil: a table and the fields that it is asked at live in different memories; make the table for "
                  "their backend, table<Backend>(x, values)");
    return same;
  }

  template <class, int, class, class>
  friend class TableView;
  /// f(this table), or of the host's copy of it.
  template <class F>
  STENCIL_FUNCTION constexpr auto where_asked(const F& f) const {
#if STENCIL_ON_DEVICE || defined(__HIP_DEVICE_COMPILE__) || defined(__SYCL_DEVICE_ONLY__)
    return f(*this);
#else
    if constexpr (std::is_same_v<Space, HostSpace>) {
      return f(*this);
    } else {
      TableView<T, Dimensions, Way, HostSpace> copy;
      copy.x_ = x_, copy.y_ = y_;
      copy.x_.point = on_host_;
      copy.y_.point = on_host_ + x_.count;
      copy.values_ = copy.y_.point + y_.count;
      copy.straight_ = straight_;
      return f(copy);
    }
#endif
  }

  /// A number of this precision, or a dual number of such.
  template <class N>
  STENCIL_FUNCTION static constexpr auto in_precision(const N& x) {
    if constexpr (is_dual<N>) {
      const auto value = in_precision(x.value);
      using Inner = std::remove_const_t<decltype(value)>;
      return Dual<Inner, Inner>(value, Inner(static_cast<Inner>(x.slope)));
    } else {
      return static_cast<T>(x);
    }
  }
  template <class X, class Y>
  STENCIL_FUNCTION constexpr auto at_both(const X& x, const Y& y) const {
    const auto a = in_precision(x);
    const auto b = in_precision(y);
    using A = std::remove_const_t<decltype(a)>;
    using B = std::remove_const_t<decltype(b)>;
    using N = std::conditional_t<is_dual<A>, A, B>;
    return at_numbers<N>(a, b);
  }

  template <class N>
  STENCIL_FUNCTION constexpr detail::tables::Sloped<N> at_number(const N& x) const {
    return where_asked([&x](const auto& table) { return table.template found_at<N>(x); });
  }
  template <class N>
  STENCIL_FUNCTION constexpr detail::tables::Sloped<N> found_at(const N& x) const {
    if (is_nan(detail::tables::number_in<T>(x))) return {x, x};
    const auto at = detail::tables::place_of(x_, x);
    const T* low = values_ + numbers * at.interval;
    const T* high = low + numbers;
    const auto found = [&] {
      if constexpr (cubic) {
        return detail::tables::on_cubic<N>(low[0], low[1], high[0], high[1], at);
      } else {
        return detail::tables::on_line<N>(low[0], high[0], at);
      }
    }();
    if (at.beyond == T(0)) return found;
    if (!straight_) return {found.value, N(T(0))};
    return {found.value + found.slope * at.beyond, found.slope};
  }

  template <class N>
  STENCIL_FUNCTION constexpr detail::tables::SlopedTwice<N> at_numbers(const N& x, const N& y) const {
    return where_asked([&x, &y](const auto& table) { return table.template found_at<N>(x, y); });
  }
  template <class N>
  STENCIL_FUNCTION constexpr detail::tables::SlopedTwice<N> found_at(const N& x, const N& y) const {
    if (is_nan(detail::tables::number_in<T>(x))) return {x, x, x};
    if (is_nan(detail::tables::number_in<T>(y))) return {y, y, y};
    const auto at = detail::tables::place_of(x_, x);
    const auto up = detail::tables::place_of(y_, y);
    const T* low = values_ + numbers * (at.interval * y_.count + up.interval);
    const T* high = low + numbers * y_.count;
    const auto [value, by_x] = between<N>([&](int i) { return low[i]; }, [&](int i) { return high[i]; }, at, up);
    detail::tables::SlopedTwice<N> found{value.value, by_x.value, value.slope};
    const N& bend = by_x.slope;  // the slope by y of the slope by x
    // Beyond an edge the line that goes on has another slope at each place of that edge.
    if (straight_ && up.beyond == T(0)) found.by_y = found.by_y + bend * at.beyond;
    if (straight_ && at.beyond == T(0)) found.by_x = found.by_x + bend * up.beyond;
    if (at.beyond != T(0)) beyond(found.value, found.by_x, at.beyond);
    if (up.beyond != T(0)) beyond(found.value, found.by_y, up.beyond);
    return found;
  }
  template <class N>
  struct BetweenPoints {
    detail::tables::Sloped<N> value, by_x;
  };
  /// What is between four points: the value and the slope by x, with their slopes by y. low(i) and high(i) are number i
  /// of what is stored from the point with lower y on, at the lower x and at the higher one.
  template <class N, class Low, class High, class At>
  STENCIL_FUNCTION static constexpr BetweenPoints<N> between(const Low& low, const High& high, const At& at,
                                                             const At& up) {
    using detail::tables::on_cubic, detail::tables::on_line;
    if constexpr (cubic) {  // value, slope by x, slope by y, slope by both
      const auto value0 = on_cubic<N>(low(0), low(1), high(0), high(1), at);
      const auto value1 = on_cubic<N>(low(4), low(5), high(4), high(5), at);
      const auto slope0 = on_cubic<N>(low(2), low(3), high(2), high(3), at);
      const auto slope1 = on_cubic<N>(low(6), low(7), high(6), high(7), at);
      return {on_cubic<N>(value0.value, slope0.value, value1.value, slope1.value, up),
              on_cubic<N>(value0.slope, slope0.slope, value1.slope, slope1.slope, up)};
    } else {
      const auto value0 = on_line<N>(low(0), high(0), at);
      const auto value1 = on_line<N>(low(1), high(1), at);
      return {on_line<N>(value0.value, value1.value, up), on_line<N>(value0.slope, value1.slope, up)};
    }
  }
  template <class N>
  STENCIL_FUNCTION constexpr void beyond(N& value, N& slope, const N& distance) const {
    if (straight_) {
      value = value + slope * distance;
    } else {
      slope = N(T(0));
    }
  }

  detail::tables::Axis<T> x_;
  detail::tables::Axis<T> y_;
  const T* values_ = nullptr;
  const T* on_host_ = nullptr;
  bool straight_ = false;
};

namespace functions {
template <class T, int Dimensions, class Way, class Space>
inline constexpr const char* shown_name<TableView<T, Dimensions, Way, Space>> = "table";
/// The memory that a table reads.
template <class T, int Dimensions, class Way, class Space>
struct MemoryOf<User<TableView<T, Dimensions, Way, Space>>> {
  using type = Space;
};
}  // namespace functions

}  // namespace stencil
