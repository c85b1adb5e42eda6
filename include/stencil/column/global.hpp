// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <stencil/assign/devices.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/column/alone.hpp>
#include <stencil/column/compensated.hpp>
#include <stencil/column/global_arguments.hpp>
#include <stencil/column/reduce.hpp>
#include <stencil/column/sums_of_rows.hpp>
#include <stencil/field.hpp>
#include <stencil/finite.hpp>

/// Numbers for the host made of all values of all columns. Each waits until the backend is done. Rows are grouped in
/// one fixed way and columns are summed exactly, so that any number of workers and any backend give the same bits, and
/// so do processes that have the columns dealt among them.
namespace stencil {

/// The backend that evaluates expressions in a memory, for what has no destination. Backends specialise it.
template <class Space>
struct BackendOf;

namespace detail::global {

/// The most states that come to the host: one for each column or, of more columns, for each group of columns. A device
/// joins more of them sooner than they are copied.
template <class Backend>
inline constexpr std::ptrdiff_t most_states_on_host = Backend::host_accessible ? 4096 : 256;
/// The most columns whose sums are added on the host: exact sums take a device several kernels.
template <class Backend>
inline constexpr std::ptrdiff_t most_summed_on_host = Backend::host_accessible ? 4096 : 1536;

/// The states of one group of columns, joined.
template <class State, class Op>
struct OfGroup {
  const State* columns;
  std::ptrdiff_t count;
  std::ptrdiff_t groups;
  bool side_by_side;  ///< whether neighbouring groups have neighbouring columns, or a group has
  Op op;
  State* results;

  STENCIL_FUNCTION void operator()(std::ptrdiff_t i) const {
    const std::ptrdiff_t each = (count + groups - 1) / groups;
    const std::ptrdiff_t first = side_by_side ? i : i * each;
    const std::ptrdiff_t end = side_by_side ? count : stencil::min(first + each, count);
    State state = columns[stencil::min(first, count - 1)];
    for (std::ptrdiff_t column = first; column < end; column += side_by_side ? groups : 1)
      state = static_cast<State>(op(state, columns[column]));
    results[i] = state;
  }
};

/// The states of all columns, joined by an operation that takes one of two.
template <class Backend, class State, class Columns, class Op>
State join_columns(const Columns& columns, const Op& op, const State& neutral) {
  constexpr std::ptrdiff_t most = most_states_on_host<Backend>;
  const auto count = static_cast<std::ptrdiff_t>(columns.columns());
  std::vector<State> states;
  if (count <= most) {
    states = columns.to_host();
  } else {
    constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(State));
    constexpr bool side_by_side = Backend::rows_side_by_side;
    // A device joins them in two passes, the second in place.
    const std::ptrdiff_t groups = side_by_side ? std::max(most, (count + 31) / 32) : most;
    const auto memory = detail::summing::memory_for<Backend, State>(groups);
    auto* const joined = detail::summing::begin_of<State>(memory);
    Backend::each(groups, count * size, OfGroup<State, Op>{columns.data(), count, groups, side_by_side, op, joined},
                  policy());
    if (groups > most)
      Backend::each(most, groups * size, OfGroup<State, Op>{joined, groups, most, side_by_side, op, joined}, policy());
    states = detail::summing::on_host<Backend>(joined, most);
  }
  State all = neutral;
  for (const State& state : states) all = static_cast<State>(op(all, state));
  return all;
}

/// The memory of operands: that of the first, or of the next where it has none, as heights.
template <class First, class... Rest>
using space_of =
    std::conditional_t<std::is_same_v<typename node_of<First>::space, AnySpace>,
                       typename CommonSpaceOf<typename node_of<First>::space, typename node_of<Rest>::space...>::type,
                       typename node_of<First>::space>;
template <class Backend, class First, class... Rest>
using backend_for = typename std::conditional_t<std::is_void_v<Backend>, BackendOf<space_of<First, Rest...>>,
                                                std::type_identity<Backend>>::type;
template <class Asked, class First, class... Rest>
constexpr bool has_field() {
  if constexpr (!column_functions::outside_column_functions<First, Rest...>()) {
    return false;
  } else {
    constexpr bool known = !std::is_void_v<Asked> || !std::is_same_v<space_of<First, Rest...>, AnySpace>;
    static_assert(known,
                  "stencil: there is no field here that says of which grid; assign the expression to one and take "
                  "that, as in CenterField<double> dz(grid); dz = spacing(Center{}); global_max(dz)");
    return known;
  }
}

/// Gives equal values the same bits: a zero becomes +0, and every NaN the same.
template <class T>
T one_of_equals(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    if (is_nan(x)) return detail::not_a_number<T>;
  }
  return x == T{} ? T{} : x;
}

/// The compensated sums of columns, for a sum over the columns.
struct OfColumns {
  static constexpr int sums = 1;
  static constexpr int streams = 2;
  const Compensated* columns;
  STENCIL_FUNCTION static constexpr bool across() { return true; }
  STENCIL_FUNCTION detail::summing::Numbers<2> operator()(std::ptrdiff_t, std::ptrdiff_t column) const {
    const Compensated& c = columns[column];
    return {{c.sum, is_number(c.sum) && is_number(c.errors) ? c.errors : 0.0}};
  }
  // The rounding error of an infinity is a NaN.
  STENCIL_FUNCTION static constexpr bool is_number(double x) {
    return (__builtin_bit_cast(std::uint64_t, x) >> 52U & 0x7ffU) != 0x7ffU;
  }
};

template <class N>
constexpr bool is_number() {
  static_assert(std::is_arithmetic_v<typename N::value_type>,
                "stencil: a global reduction takes numbers; take the components of a Vec one by one");
  return std::is_arithmetic_v<typename N::value_type>;
}

/// take(states), one state per column: op over the column's rows of lift(e...). After a failed static_assert
/// `otherwise`, so that no further errors follow.
template <class Asked, class Op, class Lift, class State, class Take, class Result, class First, class... E>
Result with_states(const Op& op, const Lift& lift, const State& neutral, const Take& take, const Result& otherwise,
                   const First& first, const E&... e) {
  if constexpr (!column_functions::outside_column_functions<First, E...>()) {
    return otherwise;
  } else if constexpr ((is_number<node_of<First>>() && ... && is_number<node_of<E>>()) &&
                       has_field<Asked, First, E...>()) {
    using Backend = backend_for<Asked, First, E...>;
    const auto rows = broadcasted(detail::folding::as_function(lift), as_node(first), as_node(e)...);
    using Rows = std::remove_const_t<decltype(rows)>;
    const auto there = detail::checks::on_their_device<Backend>(rows);
    if constexpr (std::is_same_v<typename Rows::location, Surface>) {
      return take(SurfaceField<State, Backend>(rows));
    } else {
      return take(SurfaceField<State, Backend>(column_reduce(op, neutral, as_is, from_bottom, rows)));
    }
  } else {
    return otherwise;
  }
}

/// The exact sum of the columns' sums. A few are summed on the host, which takes less time than starting workers.
template <class Backend>
ReproducibleSum sum_columns(const SurfaceField<Compensated, Backend>& columns) {
  const auto count = static_cast<std::ptrdiff_t>(columns.columns());
  if (count > most_summed_on_host<Backend>) {
    const ColumnMemoryShape shape{1, count};
    return detail::summing::sums_of_rows<Backend>(OfColumns{columns.data()}, shape).front();
  }
  ReproducibleSum sum;
  const std::vector<Compensated> states = columns.to_host();
  const OfColumns read{states.data()};
  for (std::ptrdiff_t c = 0; c < count; ++c) {
    for (const double number : read(0, c).value) sum.add(number);
  }
  sum.settle();
  return sum;
}

/// The sum of lift(e...) over all rows of the columns that `over` stands for.
template <class Asked, class Over, class Lift, class... E>
double sum(const Over& over, const Lift& lift, const E&... e) {
  return with_states<Asked>(
      AddCompensated{}, lift, Compensated{0.0, 0.0},
      [&]<class Backend>(const SurfaceField<Compensated, Backend>& columns) {
        over.columns(columns.columns());
        ReproducibleSum sum = sum_columns(columns);
        over.add(sum.data());
        return sum.value();
      },
      0.0, e...);
}

/// op over all values of the columns that `over` stands for, where op takes one of two.
template <class Asked, class Over, class Op, class T, class E>
T extreme(const Over& over, const Op& op, const T& neutral, const E& e) {
  constexpr bool ordered = !std::is_same_v<T, bool>;
  static_assert(ordered,
                "stencil: the smallest and the largest are those of numbers; how often a condition holds is "
                "global_sum(x > 1.0)");
  if constexpr (ordered) {
    return with_states<Asked>(
        op, as_is, neutral,
        [&]<class Backend>(const SurfaceField<T, Backend>& columns) {
          over.columns(columns.columns());
          return over.extreme(op, one_of_equals(join_columns<Backend, T>(columns, op, neutral)));
        },
        neutral, e);
  } else {
    return neutral;
  }
}

}  // namespace detail::global

/// The sum of all values of an expression in all columns, at centers, faces or the surface; of a condition, how often
/// it holds. A column is summed in float64 with compensation, the columns exactly (ReproducibleSum), and the sum is
/// rounded once: exact to a few units in the last place of float64 unless summands of one column cancel to less than
/// 1e-14 of their size, and the same whatever the order of the columns. Waits for the backend. Also with a weight: sum
/// of x w, for example `global_sum(rho, area * spacing(Center{}))`, one expression per operand and all at one location.
/// `global_sum<Backend>(...)` names the backend where the operands' memory has several.
template <class Backend = void, IsOperand E>
double global_sum(const E& e) {
  return detail::global::sum<Backend>(SingleProcess{}, detail::global::Lifted{}, e);
}
template <class Backend = void, IsOperand E, class Weight>
double global_sum(const E& e, const Weight& weight) {
  static_assert(
      IsOperand<Weight>,
      "stencil: the weight of global_sum is a field or an expression; multiply the sum by a number afterwards");
  if constexpr (IsOperand<Weight>) {
    return detail::global::sum<Backend>(SingleProcess{}, detail::global::Lifted{}, e, weight);
  } else {
    return 0.0;  // so that no other error follows
  }
}

/// The Euclidean norm of all values in all columns, sqrt(sum of x^2), or with a weight sqrt(sum of x^2 w). As
/// global_sum.
template <class Backend = void, IsOperand E>
double global_norm(const E& e) {
  return std::sqrt(detail::global::sum<Backend>(SingleProcess{}, detail::global::LiftedSquare{}, e));
}
template <class Backend = void, IsOperand E, class Weight>
double global_norm(const E& e, const Weight& weight) {
  static_assert(
      IsOperand<Weight>,
      "stencil: the weight of global_norm is a field or an expression; multiply the norm by a number afterwards");
  if constexpr (IsOperand<Weight>) {
    return std::sqrt(detail::global::sum<Backend>(SingleProcess{}, detail::global::LiftedSquare{}, e, weight));
  } else {
    return 0.0;  // so that no other error follows
  }
}

/// The smallest of all values in all columns; a NaN where one of them is. Waits for the backend. A zero is +0.
template <class Backend = void, IsOperand E>
auto global_min(const E& e) {
  using T = typename node_of<E>::value_type;
  return detail::global::extreme<Backend>(SingleProcess{}, detail::folding::SmallerOrNaN{},
                                          detail::folding::above_all<T>(), e);
}
/// The largest of all values in all columns; a NaN where one of them is. Waits for the backend. A zero is +0.
template <class Backend = void, IsOperand E>
auto global_max(const E& e) {
  using T = typename node_of<E>::value_type;
  return detail::global::extreme<Backend>(SingleProcess{}, detail::folding::LargerOrNaN{},
                                          detail::folding::below_all<T>(), e);
}

}  // namespace stencil
