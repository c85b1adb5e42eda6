// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/algorithm/lane.hpp>
#include <stencil/assign/check.hpp>
#include <stencil/columnwise/function.hpp>
#include <stencil/columnwise/march.hpp>
#include <stencil/columnwise/solve.hpp>
#include <stencil/expression/at_level.hpp>
#include <stencil/nodes/column_accumulation.hpp>
#include <stencil/nodes/column_reduction.hpp>
#include <stencil/nodes/solve.hpp>
#include <stencil/plan/across.hpp>
#include <stencil/plan/reads.hpp>

/// What an assignment with column functions does with one column: all loads, then the formulas, then all stores.
namespace stencil::column_functions {

// An expression as values of a lane: its fields are loaded, its operations carried out, leaves first. Grid quantities
// stay as they are; a formula takes them where it needs them. Needed: the rows that are read of the expression.

template <class N>
inline constexpr bool stays = is_metric<N>;
template <class T>
inline constexpr bool stays<ScalarNode<T>> = true;
template <class Where>
inline constexpr bool stays<RowNumberNode<Where>> = true;
template <class Lane, class Where, class T>
inline constexpr bool stays<ColumnValue<Lane, Where, T>> = true;

template <class Needed = plan::AllRows, class Lane, class N>
STENCIL_FUNCTION constexpr auto values_of(const Lane&, const N& node) {
  static_assert(
      stays<N>,
      "stencil: a sorted column, a running mean, at_height or at_level at levels, a dense operator or a remap cannot "
      "stand beside a column function, such as at_height at one height, or inside its arguments, nor take "
      "its result; assign one of the two to a field first, and give that");
  return node;
}
template <class Needed = plan::AllRows, class Lane, class T, class Where, class Layout, class Space>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const FieldLeaf<T, Where, Layout, Space>& leaf) {
  return lane.load(leaf);
}
template <class Needed = plan::AllRows, class Lane, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const Broadcasted<F, Nodes...>& node);
template <class Needed = plan::AllRows, class Lane, class Op, class... Nodes>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const StencilBroadcasted<Op, Nodes...>& node);
template <class Needed = plan::AllRows, class Lane, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const ColumnCall<F, Nodes...>& node);
template <class Needed = plan::AllRows, class Lane, class E>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const AtLevelNode<E>& node);
template <class Needed = plan::AllRows, class Lane, class Fold, class E, class Init>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const ColumnReduction<Fold, E, Init>& node);
template <class Needed = plan::AllRows, class Lane, class Fold, class E, class Init, class To>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const ColumnAccumulation<Fold, E, Init, To>& node);
template <class Needed = plan::AllRows, class Lane, class Matrix, class Right>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const SolveNode<Matrix, Right>& node);

/// function(the values of each argument).
template <class Lane, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto with_values(const Lane& lane, const NodeArguments<Nodes...>& arguments,
                                            const F& function) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return function(values_of(lane, argument_at<I>(arguments))...);
  }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
}
/// The same of the rows that a node reads of each argument.
template <class Needed, class Node, class Lane, class... Nodes, class F>
STENCIL_FUNCTION constexpr auto with_read_values(const Lane& lane, const NodeArguments<Nodes...>& arguments,
                                                 const F& function) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return function(
        values_of<typename plan::RowsNeededByNode<Needed, Node, I>::type>(lane, argument_at<I>(arguments))...);
  }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
}

template <class Needed, class Lane, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const Broadcasted<F, Nodes...>& node) {
  return with_read_values<Needed, Broadcasted<F, Nodes...>>(
      lane, node.arguments, [&](const auto&... values) { return broadcasted(node.function, values...); });
}
template <class Needed, class Lane, class Op, class... Nodes>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const StencilBroadcasted<Op, Nodes...>& node) {
  return with_read_values<Needed, StencilBroadcasted<Op, Nodes...>>(lane, node.arguments, [&](const auto&... values) {
    if constexpr (!(IsColumnValue<decltype(values)> || ...)) {
      const auto of_grid = apply_again(node.op, values...);
      if constexpr (reads_memory<std::remove_const_t<decltype(of_grid)>>) {
        return as_value(lane, of_grid);  // conditions of the operator read fields
      } else {
        return of_grid;
      }
    } else if constexpr (requires { Lane::leaves_out_rows; }) {
      return lane.template apply<Needed>(node.op, values...);
    } else {
      return lane.apply(node.op, values...);
    }
  });
}
template <class, class Lane, class E>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const AtLevelNode<E>& node) {
  return lane.at_level(as_value(lane, values_of(lane, node.arg)), node.level);
}

template <class, class Lane, class Fold, class E, class Init>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const ColumnReduction<Fold, E, Init>& node) {
  return reduced(as_value(lane, values_of(lane, node.arg)), values_of(lane, node.init), node.fold);
}
template <class, class Lane, class Fold, class E, class Init, class To>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const ColumnAccumulation<Fold, E, Init, To>& node) {
  return running<To>(as_value(lane, values_of(lane, node.arg)), values_of(lane, node.init), node.fold);
}
template <class, class Lane, class Matrix, class Right>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const SolveNode<Matrix, Right>& node) {
  return solved(as_value(lane, values_of(lane, node.matrix)), values_of(lane, node.right));
}

/// What a column function is given for a value: a number itself, else a column value.
template <class Lane, class N>
STENCIL_FUNCTION constexpr auto as_argument(const Lane& lane, const N& value) {
  return as_value(lane, value);
}
template <class Lane, class T>
STENCIL_FUNCTION constexpr T as_argument(const Lane&, const ScalarNode<T>& number) {
  return number.number;
}
/// The results of a column function.
template <class Lane, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto results_of(const Lane& lane, const ColumnCall<F, Nodes...>& node) {
  return with_values(lane, node.arguments, [&](const auto&... values) {
    const auto all = as_results(call<Lane>(node.function, as_argument(lane, values)...));
    return all.values.apply([&](const auto&... value) { return results(prepared(lane, value)...); });
  });
}
template <class Lane, class N>
STENCIL_FUNCTION constexpr auto results_of(const Lane& lane, const N& node) {
  return results(values_of(lane, node));
}
/// Whether a column function has one result; a compile-time error if not.
template <int Count>
STENCIL_FUNCTION constexpr bool has_one_result() {
  static_assert(Count == 1,
                "stencil: this column function has several results; assign them together, as in fields(a, b) = f(x), "
                "or choose one: result<0>(f(x)); what newton and an implicit_step give has its solution as .x");
  return Count == 1;
}
template <class, class Lane, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto values_of(const Lane& lane, const ColumnCall<F, Nodes...>& node) {
  static_cast<void>(has_one_result<ColumnCall<F, Nodes...>::count>());
  return results_of(lane, node).template get<0>();
}

template <class Lane, class N>
STENCIL_FUNCTION constexpr auto of_grid_columns(const Lane& lane, const N& node) {
  return as_value(lane, values_of(lane, node));
}

/// Several right sides as one: evaluate(into(a, e1), into(b, e2)).
template <class... Roots>
struct RootList {
  struct stencil_column_call {};
  NodeArguments<Roots...> arguments;

  using children = ChildList<Roots...>;
  template <int I, class N>
  static constexpr auto& child(N& node) {
    return argument_at<I>(node.arguments);
  }
  template <class Text>
  auto text(const Text& of) const {
    return of.children(*this);
  }
};
template <class Lane, class... Roots>
STENCIL_FUNCTION constexpr auto results_of(const Lane& lane, const RootList<Roots...>& list) {
  return with_values(lane, list.arguments, [](const auto&... values) { return results(values...); });
}

/// A point function of the numbers in a row. How a function of the user's is called, the lane says.
template <class Lane, class F, class... Numbers>
STENCIL_FUNCTION constexpr auto call_at_row(const F& function, const Numbers&... numbers) {
  return function(numbers...);
}
template <class Lane, class F, class... Numbers>
STENCIL_FUNCTION constexpr auto call_at_row(const functions::User<F>& user, const Numbers&... numbers) {
  return call<Lane>(user.function, numbers...);
}

/// An assignment of the results of `root` to as many destinations, written where the mask is true.
template <class Root, class Mask, class... Destinations>
struct Job {
  static constexpr int count = static_cast<int>(sizeof...(Destinations));
  static constexpr bool keeps_values = !std::is_same_v<Mask, NoMask>;  ///< of destinations, where nothing is written
  Root root;
  Mask mask;
  NodeArguments<Destinations...> destinations;
};

/// Whether a job is for lanes that go over neighbouring columns: by its destinations, or by what it reads where these
/// have a value per column.
template <class Job>
inline constexpr bool goes_across = false;
template <class Root, class Mask, class... Destinations>
inline constexpr bool goes_across<Job<Root, Mask, Destinations...>> =
    (plan::reads_across<Destinations> || ...) ||
    ((std::is_same_v<typename Destinations::location, Surface> && ...) && plan::HasAcross<Root>::value);

/// One lane's part of a job. Every lane of a team calls it; between reading and writing is a barrier, so that a
/// destination may be an argument.
template <class Lane, class Root, class Mask, class... Destinations>
STENCIL_FUNCTION void carry_out(const Lane& lane, const Job<Root, Mask, Destinations...>& job) {
  const auto all = results_of(lane, job.root);
  const auto mask = [&] {
    if constexpr (std::is_same_v<Mask, NoMask>) {
      return NotHeld{};
    } else {
      return values_of(lane, job.mask);
    }
  }();
  lane.before_stores();
  if (!lane.works) return;
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (lane.store(argument_at<I>(job.destinations), all.template get<static_cast<std::size_t>(I)>(), mask), ...);
  }(std::make_integer_sequence<int, Job<Root, Mask, Destinations...>::count>{});
}

}  // namespace stencil::column_functions
