// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/columnwise/job.hpp>

/// How the nodes of operations on column values are made.
namespace stencil::cpu {

/// Stands for the node of a source. It converts to the node where a formula has a place for it, so that formulas of
/// formulas are not copied from depth to depth.
template <bool MayBeGiven, class Source>
struct NodeToBe {
  using node = std::remove_cvref_t<decltype(std::declval<const Source&>().template in_formula<MayBeGiven>())>;
  const Source& source;
  operator node() const { return source.template in_formula<MayBeGiven>(); }  // NOLINT(google-explicit-constructor)
};
template <class... ToBe>
auto arguments_to_be(const ToBe&... nodes) {
  if constexpr (sizeof...(ToBe) <= 3) {
    return NodeArguments<typename ToBe::node...>{nodes...};
  } else {
    return make_arguments(static_cast<typename ToBe::node>(nodes)...);
  }
}

/// Makes the node of a point function, or of an operator, of nodes for its operands.
template <class Function>
struct MakePointwise {
  template <class... Nodes>
  using node = Broadcasted<Function, Nodes...>;
  Function function;
  template <class... Nodes>
  auto operator()(const Nodes&... nodes) const {
    return Broadcasted<Function, Nodes...>{function, make_arguments(nodes...)};
  }
  template <class... ToBe>
  auto in_place(const ToBe&... nodes) const {
    return Broadcasted<Function, typename ToBe::node...>{function, arguments_to_be(nodes...)};
  }
  /// Its value, without the node, into which operands would be copied: g++ copies formulas of many constants by calls.
  template <class At, class... Nodes>
  auto value(const At& at, const Nodes&... nodes) const {
    return function(nodes.value(at)...);
  }
};
template <class Op>
struct MakeApplied {
  template <class... Nodes>
  using node = StencilBroadcasted<Op, Nodes...>;
  Op op;
  template <class... Nodes>
  auto operator()(const Nodes&... nodes) const {
    return StencilBroadcasted<Op, Nodes...>{op, make_arguments(nodes...), {}};
  }
  template <class... ToBe>
  auto in_place(const ToBe&... nodes) const {
    return StencilBroadcasted<Op, typename ToBe::node...>{op, arguments_to_be(nodes...), {}};
  }
  template <class At, class... Nodes>
  auto value(const At& at, const Nodes&... nodes) const {
    return (*this)(nodes...).value(at);
  }
};

}  // namespace stencil::cpu
