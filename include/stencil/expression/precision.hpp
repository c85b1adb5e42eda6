// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/expression/arguments.hpp>
#include <stencil/expression/children.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/expression/scalar.hpp>
#include <stencil/expression/variable_of_slopes.hpp>
#include <stencil/view.hpp>

/// Grid quantities (heights, spacings) and numbers in operations with values inside column functions. Beside values of
/// float32 they are converted to float32.
namespace stencil {

template <class Function, class... Nodes>
struct Broadcasted;
template <class Op, class... Nodes>
struct StencilBroadcasted;

namespace column_functions {

/// The memory of a look-up table does not count.
template <class F, class... Nodes>
inline constexpr bool reads_memory<Broadcasted<F, Nodes...>> = (reads_memory<Nodes> || ...);

/// An expression of grid quantities with those, and its numbers, in precision Real.
template <class Real, class N>
STENCIL_FUNCTION constexpr N in_precision(const N& node) {
  static_assert(is_childless<N>,
                "stencil: this node cannot be converted to float32, so that what it is made of would stay float64; "
                "stencil/expression/precision.hpp lists those that can");
  return node;
}
template <class Real, class Where, MetricKind Kind>
STENCIL_FUNCTION constexpr MetricLeaf<Real, Where, Kind> in_precision(const MetricLeaf<double, Where, Kind>&) {
  return {};
}
template <class Real>
STENCIL_FUNCTION constexpr ScalarNode<Real> in_precision(const ScalarNode<double>& number) {
  return {static_cast<Real>(number.number)};
}
template <class Real, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto in_precision(const Broadcasted<F, Nodes...>& node);
template <class Real, class Op, class... Nodes>
STENCIL_FUNCTION constexpr auto in_precision(const StencilBroadcasted<Op, Nodes...>& node);

template <class... Nodes>
STENCIL_FUNCTION constexpr auto broadcast_again(const auto& function, const Nodes&... nodes) {
  return Broadcasted<std::remove_cvref_t<decltype(function)>, Nodes...>{function, make_arguments(nodes...)};
}
template <class... Nodes>
STENCIL_FUNCTION constexpr auto apply_again(const auto& op, const Nodes&... nodes) {
  return StencilBroadcasted<std::remove_cvref_t<decltype(op)>, Nodes...>{op, make_arguments(nodes...), {}};
}
template <class Real, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto in_precision(const Broadcasted<F, Nodes...>& node) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return broadcast_again(node.function, in_precision<Real>(argument_at<I>(node.arguments))...);
  }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
}
template <class Real, class Op, class... Nodes>
STENCIL_FUNCTION constexpr auto in_precision(const StencilBroadcasted<Op, Nodes...>& node) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return apply_again(node.op, in_precision<Real>(argument_at<I>(node.arguments))...);
  }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
}

/// Whether the column values among the nodes are of float32: at least one is, and none is of float64.
template <class... Nodes>
constexpr bool are_float32() {
  bool any = false;
  bool all = true;
  const auto look = [&]<class N>(std::type_identity<N>) {
    if constexpr (IsColumnValue<N>) {
      using Number = scalar_of<typename N::value_type>;
      any = any || std::is_same_v<Number, float>;
      all = all && !std::is_same_v<Number, double>;
    }
  };
  (look(std::type_identity<Nodes>{}), ...);
  return any && all;
}

template <bool Float32, class N>
STENCIL_FUNCTION constexpr decltype(auto) in_float32(const N& node) {
  if constexpr (Float32) {
    return in_precision<float>(node);
  } else {
    return (node);
  }
}

/// Whether a node is a solution or a running value, which only a whole column has.
template <class N>
inline constexpr bool is_whole =
    requires { typename N::stencil_solve; } || requires { typename N::stencil_accumulation; };
/// Whether a node is carried out inside a column function as in an expression, with whole columns: those, and what a
/// function such as at_height gives.
template <class N>
inline constexpr bool takes_whole_columns = is_whole<N> || requires { typename N::stencil_column_call; };
/// Such a node of grid quantities as a value of the lane. Defined in columnwise/job.hpp.
template <class Lane, class N>
STENCIL_FUNCTION constexpr auto of_grid_columns(const Lane& lane, const N& node);

/// Whether an expression of grid quantities contains an operation on whole columns, such as at_level(heights(...), 0).
template <class N>
struct HasColumnOperation {
  static constexpr bool value = [] {
    if constexpr (IsColumnValue<N>) {
      return false;
    } else if constexpr (takes_whole_columns<N> || requires { typename N::stencil_column_operation; }) {
      return true;
    } else {
      return any_child<HasColumnOperation, N>;
    }
  }();
};

/// A node as it is passed to an operation of a lane. Operations on whole columns of grid quantities in it have been
/// carried out; with Float32 its grid quantities and numbers are float32.
template <bool Float32 = false, class Lane, class N>
STENCIL_FUNCTION constexpr decltype(auto) prepared(const Lane& lane, const N& node);

template <bool Float32, class Lane, class F, class... Nodes>
STENCIL_FUNCTION constexpr auto carried_out_inside(const Lane& lane, const Broadcasted<F, Nodes...>& node) {
  return node.arguments.apply(
      [&](const auto&... of) { return lane.pointwise(node.function, prepared<Float32>(lane, of)...); });
}
template <bool Float32, class Lane, class Op, class... Nodes>
STENCIL_FUNCTION constexpr auto carried_out_inside(const Lane& lane, const StencilBroadcasted<Op, Nodes...>& node) {
  return node.arguments.apply([&](const auto&... of) { return lane.apply(node.op, prepared<Float32>(lane, of)...); });
}

template <bool Float32, class Lane, class N>
STENCIL_FUNCTION constexpr decltype(auto) prepared(const Lane& lane, const N& node) {
  if constexpr (IsColumnValue<N>) {
    return (node);
  } else if constexpr (requires { typename N::stencil_column_operation; }) {
    return node.template carried_out<Float32>(lane);
  } else if constexpr (takes_whole_columns<N>) {
    return of_grid_columns(lane, node);
  } else if constexpr (HasColumnOperation<N>::value) {
    return carried_out_inside<Float32>(lane, node);
  } else {
    return in_float32<Float32>(node);
  }
}

/// A node as a column value. An expression of grid quantities and numbers is computed here.
template <bool Float32 = false, class Lane, class N>
STENCIL_FUNCTION constexpr auto as_value(const Lane& lane, const N& node) {
  if constexpr (IsColumnValue<N>) {
    return node;
  } else if constexpr (HasColumnOperation<N>::value) {
    return prepared<Float32>(lane, node);
  } else {
    return lane.pointwise(Same{}, in_float32<Float32>(node));
  }
}

}  // namespace column_functions
}  // namespace stencil
