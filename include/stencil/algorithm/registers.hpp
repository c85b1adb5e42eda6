// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/algorithm/fits_registers.hpp>
#include <stencil/algorithm/lane.hpp>
#include <stencil/algorithm/output.hpp>
#include <stencil/plan/reads.hpp>

/// The three-step algorithm with registers for tiles: each lane loads its rows of all fields, evaluates the tree leaves
/// first, gets the neighbouring rows of every stored argument from the lanes beside it, and writes its rows of the
/// destinations. The same source runs in CUDA warps, in one thread alone, and, for tests, as a group of host threads.
namespace stencil::detail::registers {

using plan::AllRows;
using plan::RowsNeededOf;

/// Rows that a lane computes itself. The top face belongs to the last lane beside its own faces; when it is not asked
/// for, the face above a lane's cells comes from the next lane.
template <class Needed, class Location, int Held>
inline constexpr int own_rows = Held + (std::is_same_v<Location, Face> && Needed::top == 0 ? 1 : 0);

template <class N>
inline constexpr bool has_rows =
    std::is_same_v<typename N::location, Center> || std::is_same_v<typename N::location, Face>;

// Step one: all loads are issued before the first value is used.

template <class Needed, class Lane, class T, class Where, class Layout, class Space>
  requires(!std::is_same_v<Where, Surface>)
STENCIL_FUNCTION auto load(const Lane& lane, const FieldLeaf<T, Where, Layout, Space>& leaf) {
  using V = std::remove_const_t<T>;
  constexpr int count = own_rows<Needed, Where, Lane::held>;
  RowValues<V, 0, count> rows;
  const T* column = leaf.data + lane.column * leaf.strides.column();
  if constexpr (Layout::levels_contiguous) {
    if (lane.reads_straight(leaf.strides)) {
      load_rows<Lane::held>(column + lane.first_row, rows.value);
      if constexpr (count > Lane::held) rows[Lane::held] = column[lane.template memory_row<Where>(Lane::held)];
      return rows;
    }
  }
  unrolled<count>([&](int i) { rows[i] = column[lane.template memory_row<Where>(i) * leaf.strides.level()]; });
  return rows;
}

template <class Needed, class Lane, class N>
STENCIL_FUNCTION auto load(const Lane&, const N&) {
  return NotHeld{};
}

template <class Needed, class Lane, class F, class... Nodes>
STENCIL_FUNCTION auto load(const Lane& lane, const Broadcasted<F, Nodes...>& node);

template <class Needed, class Lane, class Op, class... Nodes>
STENCIL_FUNCTION auto load(const Lane& lane, const StencilBroadcasted<Op, Nodes...>& node) {
  using Node = StencilBroadcasted<Op, Nodes...>;
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return make_arguments(load<RowsNeededOf<Needed, Node, I>>(lane, argument_at<I>(node.arguments))...);
  }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
}

template <class Needed, class Lane, class F, class... Nodes>
STENCIL_FUNCTION auto load(const Lane& lane, const Broadcasted<F, Nodes...>& node) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return make_arguments(load<Needed>(lane, argument_at<I>(node.arguments))...);
  }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
}

// Step two: leaves first. A node's own rows; where it reads neighbours, the windows of its arguments come before.

template <class Needed, class Lane, class N, class Loaded>
STENCIL_FUNCTION auto evaluate(const Lane& lane, const N& node, const Loaded& loaded);

template <class Windows, class Needed, class Lane, class N>
STENCIL_FUNCTION auto rows_from_formula(const Lane& lane, const N& node, const Windows& windows) {
  using Where = typename N::location;
  using Cursor = LaneCursor<Lane, Windows, Needed::bottom, Needed::top, Where>;
  constexpr int count = own_rows<Needed, Where, Lane::held>;
  RowValues<typename N::value_type, 0, count> rows;
  unrolled<count>([&](int i) { rows[i] = static_cast<typename N::value_type>(node.value(Cursor{lane, windows, i})); });
  return rows;
}

/// A function of leaves in a neighbour's row, computed here instead of exchanged: for functions that declare
/// `evaluated_again`.
template <class Lane, class T, class Where, class Layout, class Space>
STENCIL_FUNCTION auto evaluated_again(const Lane& lane, const FieldLeaf<T, Where, Layout, Space>& leaf, int i) {
  const int row = lane.template clamped_row<Where>(i);
  return leaf.data[lane.column * leaf.strides.column() + row * leaf.strides.level()];
}
template <class Lane, class F, class... Nodes>
STENCIL_FUNCTION auto evaluated_again(const Lane& lane, const Broadcasted<F, Nodes...>& node, int i) {
  return node.arguments.apply([&](const auto&... child) { return node.function(evaluated_again(lane, child, i)...); });
}
template <class N>
inline constexpr bool evaluates_again = false;
template <class F, class... Nodes>
inline constexpr bool evaluates_again<Broadcasted<F, Nodes...>> = requires { F::evaluated_again; };

/// Fields whose neighbouring rows are read from memory, which takes less time than an exchange.
template <class N>
inline constexpr bool is_narrow_field = false;
template <class T, class Where, class Layout, class Space>
inline constexpr bool is_narrow_field<FieldLeaf<T, Where, Layout, Space>> = std::is_arithmetic_v<T> && sizeof(T) <= 4;

/// The rows of an argument that its node reads: the lane's own ones and those of its neighbours.
template <int Low, int High, class Lane, class Argument, class Own>
STENCIL_FUNCTION auto window(const Lane& lane, const Argument& argument, const Own& own) {
  using T = std::remove_cvref_t<decltype(own[0])>;
  RowValues<T, Low, High> rows;
  unrolled<High - Low>([&](int i) {
    const int row = Low + i;
    if (row >= 0 && row < Own::high) {
      rows[row] = own[row];
    } else if constexpr (evaluates_again<Argument> ||
                         (requires { lane.exchange.waits; } && is_narrow_field<Argument>)) {
      rows[row] = evaluated_again(lane, argument, row);
    } else {
      const int distance = row >= 0 ? row / Lane::held : -((Lane::held - 1 - row) / Lane::held);
      rows[row] = lane.exchange.from(own[row - distance * Lane::held], distance);
    }
  });
  return rows;
}

template <class Needed, class Node, int I, class Lane, class Loaded>
STENCIL_FUNCTION auto argument_window(const Lane& lane, const Node& node, const Loaded& loaded) {
  using Argument = typename Node::template argument_type<I>;
  constexpr plan::Range range = plan::range_read<Node, I, Needed::bottom, Needed::top>;
  if constexpr (range.empty() || !has_rows<Argument>) {
    return NotHeld{};
  } else {
    using Result = typename Node::location;
    constexpr int low = index_shift<Result>(range.low);
    constexpr int high = own_rows<Needed, Result, Lane::held> + index_shift<Result>(range.high);
    const auto& read = argument_at<I>(node.arguments);
    return window<low, high>(lane, read, evaluate<RowsNeededOf<Needed, Node, I>>(lane, read, argument_at<I>(loaded)));
  }
}

template <class Needed, class Lane, class Op, class... Nodes, class Loaded>
STENCIL_FUNCTION auto evaluate_rows(const Lane& lane, const StencilBroadcasted<Op, Nodes...>& node,
                                    const Loaded& loaded) {
  using Node = StencilBroadcasted<Op, Nodes...>;
  const auto windows = [&]<int... I>(std::integer_sequence<int, I...>) {
    return make_arguments(argument_window<Needed, Node, I>(lane, node, loaded)...);
  }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
  return rows_from_formula<std::remove_const_t<decltype(windows)>, Needed>(lane, node, windows);
}

template <class Value, int Count, class F, class... Rows>
STENCIL_FUNCTION auto combine(const F& function, const Rows&... rows) {
  RowValues<Value, 0, Count> result;
  unrolled<Count>([&](int i) { result[i] = static_cast<Value>(function(rows[i]...)); });
  return result;
}

template <class Needed, class Lane, class F, class... Nodes, class Loaded>
STENCIL_FUNCTION auto evaluate_rows(const Lane& lane, const Broadcasted<F, Nodes...>& node, const Loaded& loaded) {
  using Node = Broadcasted<F, Nodes...>;
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return combine<typename Node::value_type, own_rows<Needed, typename Node::location, Lane::held>>(
        node.function, evaluate<Needed>(lane, argument_at<I>(node.arguments), argument_at<I>(loaded))...);
  }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
}

template <class Needed, class Lane, class T, class Where, class Layout, class Space, class Loaded>
STENCIL_FUNCTION auto evaluate_rows(const Lane&, const FieldLeaf<T, Where, Layout, Space>&, const Loaded& loaded) {
  return loaded;
}
template <class Needed, class Lane, class Real, class Where, MetricKind Kind>
STENCIL_FUNCTION auto evaluate_rows(const Lane& lane, const MetricLeaf<Real, Where, Kind>& node, const NotHeld& none) {
  return rows_from_formula<NotHeld, Needed>(lane, node, none);
}
template <class Needed, class Lane, class Where>
STENCIL_FUNCTION auto evaluate_rows(const Lane& lane, const RowNumberNode<Where>& node, const NotHeld& none) {
  return rows_from_formula<NotHeld, Needed>(lane, node, none);
}

template <class Needed, class Lane, class N, class Loaded>
STENCIL_FUNCTION auto evaluate(const Lane& lane, const N& node, const Loaded& loaded) {
  if constexpr (has_rows<N>) {
    return evaluate_rows<Needed>(lane, node, loaded);
  } else {
    const NotHeld none;
    auto value = node.value(LaneCursor<Lane, NotHeld, 0, 0, Surface>{lane, none, 0});
    return SameInAllRows<decltype(value)>{value};
  }
}

// Step three: the rows of the destinations.

template <class Lane, class Out, class Values, class Mask>
STENCIL_FUNCTION void store(const Lane& lane, const Out& output, const Values& values, const Mask& mask) {
  using Where = typename Out::location;
  using T = typename Out::value_type;
  constexpr bool masked = !std::is_same_v<Mask, NotHeld>;
  const auto& leaf = output.destination;
  using Layout = typename std::remove_cvref_t<decltype(leaf)>::layout;
  T* column = leaf.data + lane.column * leaf.strides.column();
  const int levels = lane.columns.levels;
  const auto store_row = [&](int i, int row) {
    bool wanted = true;
    if constexpr (masked) wanted = static_cast<bool>(mask[i]);
    if (wanted) column[row * leaf.strides.level()] = static_cast<T>(values[i]);
  };
  if (!masked && (Lane::full || (lane.first_row >= 0 && lane.first_row + Lane::held <= levels))) {
    T* first = column + lane.first_row * leaf.strides.level();
    T row[Lane::held];
    unrolled<Lane::held>([&](int i) { row[i] = static_cast<T>(values[i]); });
    if constexpr (Layout::levels_contiguous) {
      store_rows<Lane::held>(row, first);
    } else {
      unrolled<Lane::held>([&](int i) { first[i * leaf.strides.level()] = row[i]; });
    }
  } else {
    const int end = rows_at<Where>(levels);
    unrolled<Lane::held>([&](int i) {
      const int row = lane.first_row + i;
      if (row >= 0 && row < end) store_row(i, row);
    });
  }
  if constexpr (std::is_same_v<Where, Face>) {
    if (lane.topmost && lane.first_row + Lane::held == levels) store_row(Lane::held, levels);
  }
}

template <class First, class Rest>
struct Held {
  First first;
  Rest rest;
};

template <class Lane>
STENCIL_FUNCTION NotHeld load_all(const Lane&, const AssignmentOutputs<>&) {
  return {};
}
template <class Lane, class First, class... Rest>
STENCIL_FUNCTION auto load_all(const Lane& lane, const AssignmentOutputs<First, Rest...>& outputs) {
  auto first = [&] {
    if constexpr (std::is_same_v<decltype(First::mask), NoMask>) {
      return make_arguments(load<AllRows>(lane, outputs.first.expression), NotHeld{});
    } else {
      return make_arguments(load<AllRows>(lane, outputs.first.expression), load<AllRows>(lane, outputs.first.mask));
    }
  }();
  auto rest = load_all(lane, outputs.rest);
  return Held<decltype(first), decltype(rest)>{first, rest};
}

template <class Lane>
STENCIL_FUNCTION NotHeld evaluate_all(const Lane&, const AssignmentOutputs<>&, NotHeld) {
  return {};
}
template <class Lane, class First, class... Rest, class Loaded>
STENCIL_FUNCTION auto evaluate_all(const Lane& lane, const AssignmentOutputs<First, Rest...>& outputs,
                                   const Loaded& loaded) {
  auto first = [&] {
    auto values = evaluate<AllRows>(lane, outputs.first.expression, loaded.first.lhs);
    if constexpr (std::is_same_v<decltype(First::mask), NoMask>) {
      return make_arguments(values, NotHeld{});
    } else {
      return make_arguments(values, evaluate<AllRows>(lane, outputs.first.mask, loaded.first.rhs));
    }
  }();
  auto rest = evaluate_all(lane, outputs.rest, loaded.rest);
  return Held<decltype(first), decltype(rest)>{first, rest};
}

template <class Lane, class Values>
STENCIL_FUNCTION void store_all(const Lane&, const AssignmentOutputs<>&, const Values&) {}
template <class Lane, class First, class... Rest, class Values>
STENCIL_FUNCTION void store_all(const Lane& lane, const AssignmentOutputs<First, Rest...>& outputs,
                                const Values& values) {
  store(lane, outputs.first, values.first.lhs, values.first.rhs);
  store_all(lane, outputs.rest, values.rest);
}

/// One lane's part of an evaluation. Every lane of a team calls it; between reading and writing is a barrier, so that a
/// destination may be read at any row of the column.
template <class Lane, class... O>
STENCIL_FUNCTION void evaluate_lane(const Lane& lane, const AssignmentOutputs<O...>& outputs) {
  const auto loaded = load_all(lane, outputs);
  const auto values = evaluate_all(lane, outputs, loaded);
  lane.exchange.barrier();
  if (lane.works) store_all(lane, outputs, values);
}

}  // namespace stencil::detail::registers
