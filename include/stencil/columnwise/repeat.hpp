// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/columnwise/function.hpp>
#include <stencil/columnwise/march.hpp>
#include <stencil/columnwise/passes.hpp>
#include <stencil/columnwise/rounded.hpp>
#include <stencil/expression/math.hpp>
#include <stencil/expression/precision.hpp>

namespace stencil {

namespace column_functions {

template <class... X>
STENCIL_FUNCTION constexpr bool repeats_inside() {
  constexpr bool inside = (IsColumnValue<X> || ...);
  static_assert(inside,
                "stencil: repeat_until changes values of a column function; call it inside one, made by columnwise(f)");
  return inside;
}

/// Whether a pass returns as many values as it takes, and a condition per column.
template <class Next, int Count>
STENCIL_FUNCTION constexpr bool ends_with_condition() {
  if constexpr (IsResults<Next>) {
    if constexpr (Next::count == Count + 1) {
      using Done = std::remove_cvref_t<decltype(std::declval<const Next&>().template get<Count>())>;
      return std::is_same_v<typename Done::location, Surface> && std::is_same_v<typename Done::value_type, bool>;
    }
  }
  return false;
}

/// Whether a pass can be called with such values; a compile-time error if not.
template <class Pass, class... X>
STENCIL_FUNCTION constexpr bool takes_values() {
  constexpr bool takes = std::is_invocable_v<const Pass&, const X&...>;
  static_assert(takes,
                "stencil: the function of a pass takes a parameter for each value that repeat_until is given after the "
                "number of passes: repeat_until([&](auto q, auto left) { ... }, 50, q0, dt)");
  return takes;
}
template <class X, class Value>
STENCIL_FUNCTION constexpr bool stays_in_place() {
  using Where = typename node_of<Value>::location;
  return std::is_same_v<Where, typename X::location> || std::is_same_v<Where, Surface> ||
         std::is_same_v<Where, AnyLocation>;
}
/// Whether a pass gives each value where it took it, or one per column; a compile-time error if not.
template <class Next, class... X>
STENCIL_FUNCTION constexpr bool stay_in_place() {
  constexpr bool stay = []<std::size_t... I>(std::index_sequence<I...>) {
    return (stays_in_place<X, std::remove_cvref_t<decltype(std::declval<const Next&>().template get<I>())>>() && ...);
  }(std::make_index_sequence<sizeof...(X)>{});
  static_assert(stay,
                "stencil: a pass of repeat_until returns each value at the location, centers, faces or one per column, "
                "at which it takes it");
  return stay;
}

/// What a pass gives for x, in the precision of x; with derivatives, if x has some, or without.
template <class X, class Value>
STENCIL_FUNCTION constexpr auto for_value(const Value& value) {
  using T = typename X::value_type;
  using V = typename Value::value_type;
  if constexpr (std::is_floating_point_v<typename WithoutSlope<T>::type> && std::is_floating_point_v<V>) {
    return rounded_to<typename WithoutSlope<T>::type>(value);
  } else if constexpr (has_slope<T> && has_slope<V> && std::is_floating_point_v<typename WithoutSlope<V>::type>) {
    return rounded_to<T>(value);
  } else {
    return value;
  }
}
/// A value that a pass changes: where a column is done it stays. Where a lane knows that none is, it is what the pass
/// gives.
template <class Lane, class Passes, class Done, class X, class Next>
STENCIL_FUNCTION constexpr void take_pass(const Lane& lane, const Passes& all, const Done& done, X& value,
                                          const Next& next) {
  if constexpr (requires { lane.no_column(done); } && std::is_same_v<X, Next>) {
    if (lane.no_column(done)) {
      value = lane.to_begin_with(next);
      return;
    }
  }
  all.put(value, lane.to_begin_with(where(done, value, next)));
}

/// The values, how many passes each column made, and whether it is done.
template <class Lane, class Pass, class... X>
STENCIL_FUNCTION constexpr auto repeated(const Lane& lane, const Pass& pass, int most_passes,
                                         const NodeArguments<X...>& start) {
  NodeArguments<X...> changing = start;
  const NodeArguments<X...>& values = changing;
  auto done = as_value(lane, ScalarNode<bool>{false});
  auto passes = as_value(lane, ScalarNode<int>{0});
  auto&& all = passes_of(lane);
  for (int i = 0; i < most_passes; ++i) {
    all.begin(i);
    const auto next = as_results(values.apply([&](const auto&... x) { return pass(x...); }));
    using Next = std::remove_const_t<decltype(next)>;
    constexpr int count = static_cast<int>(sizeof...(X));
    constexpr bool fits = ends_with_condition<Next, count>();
    static_assert(fits,
                  "stencil: a pass of repeat_until returns results(...) of the new values, in order, and last of a "
                  "condition per column: return results(q, column_max(abs(change)) < 1e-6)");
    if constexpr (fits) {
      if constexpr (stay_in_place<Next, X...>()) {
        [&]<int... I>(std::integer_sequence<int, I...>) {
          (take_pass(lane, all, done, argument_at<I>(changing),
                     for_value<X>(next.template get<static_cast<std::size_t>(I)>())),
           ...);
        }(std::make_integer_sequence<int, count>{});
        all.put(passes, where(done, passes, passes + 1));
        all.put(done, done || next.template get<static_cast<std::size_t>(count)>());
        if (lane.all_columns(done)) break;
        all.leave_out(done);
      }
    }
  }
  return values.apply([&](const auto&... x) { return results(x..., passes, done); });
}

/// What value I of a pass that returns Next begins as, in place of x: with derivatives, of zero, if the pass gives it
/// some.
template <class Next, int I, class Lane, class X>
STENCIL_FUNCTION constexpr auto beginning(const Lane& lane, const X& x) {
  if constexpr (std::is_floating_point_v<typename X::value_type>) {
    using T = typename std::remove_cvref_t<decltype(std::declval<const Next&>().template get<I>())>::value_type;
    if constexpr (has_slope<T> && !has_band_of_slopes<T>)
      return lane.to_begin_with(lane.pointwise(typename NumberBeside<typename X::value_type, T>::Make{}, x));
    else
      return x;
  } else {
    return x;
  }
}
/// Passes from the values of `start`, until no pass gives derivatives to more of them than have some.
template <class Lane, class Pass, class... X>
STENCIL_FUNCTION constexpr auto repeated_from(const Lane& lane, const Pass& pass, int most_passes,
                                              const NodeArguments<X...>& start) {
  if constexpr (takes_values<Pass, X...>()) {
    using Next = std::remove_cvref_t<decltype(as_results(pass(std::declval<const X&>()...)))>;
    if constexpr (requires { lane.refuse(""); }) {  // before anything is computed, on the host
      if (most_passes < 0) lane.refuse("repeat_until: the largest number of passes must not be below zero");
    }
    if constexpr (ends_with_condition<Next, static_cast<int>(sizeof...(X))>()) {
      const auto begun = [&]<int... I>(std::integer_sequence<int, I...>) {
        return make_arguments(column_functions::beginning<Next, I>(lane, argument_at<I>(start))...);
      }(std::make_integer_sequence<int, static_cast<int>(sizeof...(X))>{});
      if constexpr (std::is_same_v<decltype(begun), const NodeArguments<X...>>)
        return repeated(lane, pass, most_passes, start);
      else
        return repeated_from(lane, pass, most_passes, begun);
    } else {
      return repeated(lane, pass, most_passes, start);
    }
  }
}

}  // namespace column_functions

/// Inside a column function: carries out pass(x...) again and again, in each column until it says that this one is
/// done, and at most `most_passes` times, Error if that is below zero. A pass takes the values, computes with them as a
/// column function does, marches and solves among it, and returns results(...) of the new values and, last, of a
/// condition with one value per column:
///
///   auto [q, left, passes, done] = repeat_until([&](auto q, auto left) { ...; return results(q, left, left <= 0.0); },
///                                               50, q0, dt);
///
/// A number, such as dt, begins a value per column, of the precision of the values beside it.
///
/// Gives the values, each of the type and location that it began with, to which what a pass computes is rounded, the
/// number of passes of each column and whether it was done. A column that is done does not change any more; a column
/// that is not has the values of the last pass. What begins as an array or a struct is one for the pass, which returns
/// such, and in what is given.
template <class Pass, class... X>
STENCIL_FUNCTION constexpr auto repeat_until(const Pass& pass, int most_passes, const X&... start) {
  if constexpr ((column_functions::is_group<X> || ...)) {
    const column_functions::Grouped<Pass, column_functions::shape_of<X>...> pass_of_singles{pass};
    return column_functions::taken_apart(
        [&](const auto&... singles) {
          using One = column_functions::OneShape;
          return column_functions::regrouped<column_functions::shape_of<X>..., One, One>(
              repeat_until(pass_of_singles, most_passes, singles...));
        },
        start...);
  } else if constexpr (column_functions::repeats_inside<X...>()) {
    const auto& lane = column_functions::lane_of(start...);
    constexpr bool float32 = column_functions::are_float32<node_of<X>...>();
    const auto begun = make_arguments(column_functions::as_value<float32>(lane, as_node(start))...);
    return column_functions::repeated_from(lane, pass, most_passes, begun);
  }
}
/// A compile-time error for arguments in another order, and without the number of passes.
template <class Pass, class Most, class... X>
  requires(!std::is_integral_v<Most>)
STENCIL_FUNCTION constexpr auto repeat_until(const Pass&, const Most&, const X&...) {
  static_assert(!std::is_same_v<Most, Most>,
                "stencil: repeat_until takes the function of a pass, the largest number of passes and the values that "
                "a pass changes: repeat_until([&](auto q) { ... }, 50, q0)");
}

}  // namespace stencil
