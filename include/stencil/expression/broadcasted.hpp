// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/config.hpp>
#include <stencil/expression/arguments.hpp>
#include <stencil/expression/no_number.hpp>
#include <stencil/expression/precision.hpp>
#include <stencil/expression/scalar.hpp>

namespace stencil {

namespace functions {
/// The memory that a point function reads besides its arguments: a look-up table is in host or device memory.
template <class Function>
struct MemoryOf {
  using type = AnySpace;
};
}  // namespace functions

/// A pointwise node: `function` of the arguments' values at the same position.
template <class Function, class... Nodes>
struct STENCIL_LAZY Broadcasted {
  struct stencil_node {};
  using value_type =
      std::remove_cvref_t<decltype(std::declval<const Function&>()(std::declval<typename Nodes::value_type>()...))>;
  using location = typename CommonLocationOf<typename Nodes::location...>::type;
  using space = typename CommonSpaceOf<typename functions::MemoryOf<Function>::type, typename Nodes::space...>::type;

  Function function;
  NodeArguments<Nodes...> arguments;

  using children = ChildList<Nodes...>;
  static constexpr auto child_rows = ChildRows::own;
  static constexpr int cost = Function::cost;
  template <int I, class N>
  STENCIL_FUNCTION static constexpr auto& child(N& node) {
    return argument_at<I>(node.arguments);
  }
  template <class... N>
  STENCIL_FUNCTION constexpr Broadcasted<Function, N...> rebuilt(const N&... child) const {
    return {function, make_arguments(child...)};
  }

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    // By name, since this is the most frequent function of a program: one less between a node and its arguments.
    if constexpr (sizeof...(Nodes) == 1) {
      return function(arguments.arg.value(at));
    } else if constexpr (sizeof...(Nodes) == 2) {
      return function(arguments.lhs.value(at), arguments.rhs.value(at));
    } else {
      return arguments.values(function, at);
    }
  }

  STENCIL_IS_NO_NUMBER
  STENCIL_IS_NO_DESTINATION
};

/// The node of a point function applied to nodes. All pointwise operations are made here, so that locations and
/// memories are checked in one place. If an argument is a value inside a column function, the function is computed at
/// once, or where it is read.
template <column_functions::IsRead How = column_functions::IsRead::often, class Function, class... Nodes>
STENCIL_FUNCTION constexpr auto broadcasted(const Function& function, const Nodes&... nodes) {
  using Location = typename CommonLocationOf<typename Nodes::location...>::type;
  using Space = typename CommonSpaceOf<typename Nodes::space...>::type;
  static_assert(!std::is_void_v<Location>,
                "stencil: center and face values cannot be combined pointwise; bring one of them over with "
                "InterpolateC2F or InterpolateF2C");
  static_assert(!std::is_same_v<Space, ClashingSpaces>,
                "stencil: host and device fields cannot be combined in one expression; give all fields of the "
                "expression the same backend");
  if constexpr (std::is_void_v<Location> || std::is_same_v<Space, ClashingSpaces>) {
    return;
  } else if constexpr ((column_functions::IsNarrowInside<Nodes> || ...)) {
    using Node = Broadcasted<Function, column_functions::plain_stand_for<Nodes>...>;
    return column_functions::VariableOfSlopes<Node, Nodes...>::of(
        broadcasted<How>(function, column_functions::for_lane(nodes)...));
  } else if constexpr ((column_functions::IsColumnValue<Nodes> || ...)) {
    if constexpr (column_functions::given_as_arguments<Nodes...>()) {
      constexpr bool float32 = column_functions::are_float32<Nodes...>();
      const auto& lane = column_functions::lane_of(nodes...);
      using Lane = std::remove_cvref_t<decltype(lane)>;
      if constexpr (How == column_functions::IsRead::once && requires { Lane::computes_where_read; }) {
        return lane.pointwise_once(function, column_functions::prepared<float32>(lane, nodes)...);
      } else {
        return lane.pointwise(function, column_functions::prepared<float32>(lane, nodes)...);
      }
    }
  } else {
    return Broadcasted<Function, Nodes...>{function, make_arguments(nodes...)};
  }
}

}  // namespace stencil
