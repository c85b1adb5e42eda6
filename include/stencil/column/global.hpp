// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <stencil/column/reduce.hpp>
#include <stencil/field.hpp>
#include <stencil/finite.hpp>
#include <stencil/wrap.hpp>

/// Numbers for the host made of all values of all columns. Each waits until the backend is done. The grouping is fixed
/// by the shape of the grid alone, so that any number of workers and any backend give the same bits.
namespace stencil {

/// The backend that evaluates expressions in a memory, for what has no destination. Backends specialise it.
template <class Space>
struct BackendOf;

namespace global {

/// A sum with the rounding errors made on the way (Knuth's two-sum): as if it were taken in twice the precision.
struct Compensated {
  double sum;
  double errors;
};
struct AddCompensated {
  STENCIL_FUNCTION constexpr Compensated operator()(const Compensated& a, const Compensated& b) const {
    const double sum = a.sum + b.sum;
    const double of_b = sum - a.sum;
    return {sum, (a.sum - (sum - of_b)) + (b.sum - of_b) + a.errors + b.errors};
  }
};
struct Lifted {
  template <class X>
  STENCIL_FUNCTION constexpr Compensated operator()(const X& x) const {
    return {static_cast<double>(x), 0.0};
  }
  template <class X, class W>
  STENCIL_FUNCTION constexpr Compensated operator()(const X& x, const W& weight) const {
    return {static_cast<double>(x) * static_cast<double>(weight), 0.0};
  }
};
struct LiftedSquare {
  template <class X>
  STENCIL_FUNCTION constexpr Compensated operator()(const X& x) const {
    return {static_cast<double>(x) * static_cast<double>(x), 0.0};
  }
  template <class X, class W>
  STENCIL_FUNCTION constexpr Compensated operator()(const X& x, const W& weight) const {
    return {static_cast<double>(x) * static_cast<double>(x) * static_cast<double>(weight), 0.0};
  }
};

/// Columns of one group: their states are joined where they are, and one for each group comes to the host.
inline constexpr std::size_t group = 4096;

/// The states of all columns joined in pairs, on the host but for whole groups.
template <class Backend, class State, class Op>
State join_columns(const SurfaceField<State, Backend>& columns, const Op& op, const State& neutral) {
  const std::size_t groups = columns.columns() / group;
  std::vector<State> states;
  if (groups > 0) {
    const auto grid = ColumnGrid::uniform(static_cast<int>(group), 0.0, 1.0, groups);
    const SurfaceField<State, Backend> joined(
        column_reduce(op, neutral, as_is, from_bottom, wrap_center<Backend>(columns.data(), grid)));
    states = joined.to_host();
  }
  const std::size_t done = groups * group;
  states.resize(groups + columns.columns() - done);
  if (states.size() > groups) Backend::copy_to_host(&states[groups], columns.data() + done, columns.columns() - done);
  return folding::total(neutral, static_cast<int>(states.size()), op,
                        [&](int i) { return states[static_cast<std::size_t>(i)]; });
}

template <class Backend, class First>
using backend_for = typename std::conditional_t<std::is_void_v<Backend>, BackendOf<typename node_of<First>::space>,
                                                std::type_identity<Backend>>::type;

template <class N>
constexpr bool is_number() {
  static_assert(std::is_arithmetic_v<typename N::value_type>,
                "stencil: a global reduction takes numbers; take the components of a Vec one by one");
  return std::is_arithmetic_v<typename N::value_type>;
}

/// op over the columns' states, each op over the column's rows of lift(e...).
template <class Asked, class Op, class Lift, class State, class First, class... E>
State join(const Op& op, const Lift& lift, const State& neutral, const First& first, const E&... e) {
  if constexpr (!column_functions::outside_column_functions<First, E...>()) {
    return neutral;
  } else if constexpr ((is_number<node_of<First>>() && ... && is_number<node_of<E>>())) {
    using Backend = backend_for<Asked, First>;
    const auto rows = broadcasted(folding::as_function(lift), as_node(first), as_node(e)...);
    using Rows = std::remove_const_t<decltype(rows)>;
    if constexpr (std::is_same_v<typename Rows::location, Surface>) {
      return join_columns<Backend>(SurfaceField<State, Backend>(rows), op, neutral);
    } else {
      return join_columns<Backend>(SurfaceField<State, Backend>(column_reduce(op, neutral, as_is, from_bottom, rows)),
                                   op, neutral);
    }
  } else {
    return neutral;
  }
}

inline double value_of(const Compensated& c) {
  return is_finite(c.sum) ? c.sum + c.errors : c.sum;  // what rounding leaves of an infinity is a NaN
}

}  // namespace global

/// The sum of all values of an expression in all columns, at centers, faces or the surface; of a condition, how often
/// it holds. Taken in float64 with compensation: exact to a few units in the last place of float64 unless the summands
/// cancel to less than 1e-14 of their size. Waits for the backend. Also with a weight: sum of x w, for example
/// `global_sum(rho, area * spacing(Center{}))`, one expression per operand and all at one location.
/// `global_sum<Backend>(...)` names the backend where the operands' memory has several.
template <class Backend = void, Operand E>
double global_sum(const E& e) {
  return global::value_of(
      global::join<Backend>(global::AddCompensated{}, global::Lifted{}, global::Compensated{0.0, 0.0}, e));
}
template <class Backend = void, Operand E, Operand Weight>
double global_sum(const E& e, const Weight& weight) {
  return global::value_of(
      global::join<Backend>(global::AddCompensated{}, global::Lifted{}, global::Compensated{0.0, 0.0}, e, weight));
}

/// The Euclidean norm of all values in all columns, sqrt(sum of x^2), or with a weight sqrt(sum of x^2 w). As
/// global_sum.
template <class Backend = void, Operand E>
double global_norm(const E& e) {
  return std::sqrt(global::value_of(
      global::join<Backend>(global::AddCompensated{}, global::LiftedSquare{}, global::Compensated{0.0, 0.0}, e)));
}
template <class Backend = void, Operand E, Operand Weight>
double global_norm(const E& e, const Weight& weight) {
  return std::sqrt(global::value_of(global::join<Backend>(global::AddCompensated{}, global::LiftedSquare{},
                                                          global::Compensated{0.0, 0.0}, e, weight)));
}

/// The smallest of all values in all columns; a NaN where one of them is. Waits for the backend.
template <class Backend = void, Operand E>
auto global_min(const E& e) {
  using T = typename node_of<E>::value_type;
  return global::join<Backend>(folding::SmallerOrNaN{}, as_is, folding::above_all<T>(), e);
}
/// The largest of all values in all columns; a NaN where one of them is. Waits for the backend.
template <class Backend = void, Operand E>
auto global_max(const E& e) {
  using T = typename node_of<E>::value_type;
  return global::join<Backend>(folding::LargerOrNaN{}, as_is, folding::below_all<T>(), e);
}

}  // namespace stencil
