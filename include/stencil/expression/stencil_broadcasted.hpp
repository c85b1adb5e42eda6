// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <stencil/config.hpp>
#include <stencil/expression/accessor.hpp>
#include <stencil/expression/arguments.hpp>
#include <stencil/expression/no_number.hpp>
#include <stencil/expression/probe.hpp>

namespace stencil {

/// Where the values of a stored argument are: the byte offset of its tile in the arena of the team.
struct TilePlace {
  std::uint32_t offset = 0;
};

/// The number of rows at each end where the interior formula would read beyond the end, from its footprint.
template <class Result, class... Where>
struct EndRows {
  template <int Count>
  STENCIL_FUNCTION static constexpr int bottom(const OperatorFootprint<Count>& f) {
    int rows = 0;
    for (const ReadOffsets& r : f.argument)
      rows = r.seen != 0 && -index_shift<Result>(r.low) > rows ? -index_shift<Result>(r.low) : rows;
    return rows;
  }
  template <int Count>
  STENCIL_FUNCTION static constexpr int top(const OperatorFootprint<Count>& f) {
    int rows = 0;
    for (const ReadOffsets& r : f.argument) {
      const bool staggered = r.high % 2 != 0;
      const int more_rows = !staggered ? 0 : std::is_same_v<Result, Face> ? 1 : -1;
      const int need = index_shift<Result>(r.high) + more_rows;
      rows = r.seen != 0 && need > rows ? need : rows;
    }
    return rows;
  }
};

/// The node of an operator applied to its arguments. `tile_places` has the tiles of those arguments that the plan
/// stores; the others are computed again at every read.
template <class Op, class... Nodes>
struct STENCIL_LAZY StencilBroadcasted {
  struct stencil_node {};
  using operator_type = Op;
  static constexpr int count = static_cast<int>(sizeof...(Nodes));
  template <int I>
  using argument_type = std::remove_cvref_t<decltype(argument_at<I>(std::declval<NodeArguments<Nodes...>&>()))>;
  using real = real_of<std::common_type_t<real_of<typename Nodes::value_type>...>>;
  using value_type = std::remove_cvref_t<decltype(std::declval<const Op&>().interior(
      TypeAccessor<decltype(handed_over<Op, 0>(std::declval<typename Nodes::value_type>()))>{}...,
      TypeMetric<real>{}))>;
  using location = typename Op::result;
  using space = typename CommonSpaceOf<typename Nodes::space..., typename Op::space>::type;
  static constexpr const auto& reads = footprint<Op, count>;

  Op op;
  NodeArguments<Nodes...> arguments;
  TilePlace tile_places[sizeof...(Nodes)];

  using children = ChildList<Nodes...>;
  static constexpr auto child_rows = ChildRows::neighbours;
  static constexpr int cost = footprint<Op, count>.operations;
  template <int I, class N>
  STENCIL_FUNCTION static constexpr auto& child(N& node) {
    return argument_at<I>(node.arguments);
  }
  template <class... N>
  STENCIL_FUNCTION constexpr StencilBroadcasted<Op, N...> rebuilt(const N&... child) const {
    return {op, make_arguments(child...), {}};
  }

  static constexpr bool interior_serves_every_row =
      EndRows<location>::bottom(reads) == 0 && EndRows<location>::top(reads) == 0;

  template <Side Where>
  using condition_type = std::remove_cvref_t<decltype(std::declval<const Op&>().template condition<Where>())>;
  template <Side Where>
  static constexpr bool replaces_argument = Op::template replaces_argument<condition_type<Where>>;
  /// The number of rows at an end that have other formulas than the interior one.
  template <Side Where>
  static constexpr int end_rows() {
    constexpr int needed = Where == Side::bottom ? EndRows<location>::bottom(reads) : EndRows<location>::top(reads);
    constexpr bool conditioned = !std::is_same_v<condition_type<Where>, OperatorClosure> && !replaces_argument<Where>;
    return conditioned && needed == 0 ? 1 : needed;
  }

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    return value_without<0>(at);
  }

  /// Argument I at a position: from its tile if the plan stores it, else computed.
  template <int I, class At>
  STENCIL_FUNCTION constexpr auto read(const At& at) const {
    if constexpr (At::plan::template stores<StencilBroadcasted, I>) {
      return at.template tile<I, typename argument_type<I>::value_type>(tile_places[I]);
    } else {
      return argument_at<I>(arguments).value(at);
    }
  }

  /// The value of the condition, used in place of the first argument's end value.
  template <Side Where, class At>
  STENCIL_FUNCTION constexpr auto replacement(const At& at) const {
    return resolved_condition<real>(op.template condition<Where>(), at).value;
  }

  STENCIL_IS_NO_NUMBER
  STENCIL_IS_NO_DESTINATION

 private:
  template <Side Where>
  using used_condition = std::conditional_t<std::is_same_v<condition_type<Where>, OperatorClosure>,
                                            typename Op::closure, condition_type<Where>>;
  /// Whether in_any_row is used: threads hold end rows beside inner rows, and the operator has it for its conditions.
  template <class At>
  static constexpr bool in_any_row = [] {
    if constexpr (requires { At::tells_place; }) {
      return Op::template has_formula_in_any_row<used_condition<Side::bottom>, used_condition<Side::top>>;
    } else {
      return false;
    }
  }();

  STENCIL_FUNCTION static constexpr int excluded(Side side) { return side == Side::bottom ? 1 : 2; }

  // Excluded: a bit for each end whose condition takes this row's value, so that the conditions of both ends do not
  // take each other's row forever.
  template <int Excluded, class At>
  STENCIL_FUNCTION constexpr auto value_without(const At& at) const {
    static_assert(std::is_same_v<location, typename At::location>,
                  "stencil: an operator is evaluated where it has no value");
    if constexpr (At::interior) {
      return interior(at);
    } else {
      constexpr int bottom_rows = (Excluded & excluded(Side::bottom)) != 0 ? 0 : end_rows<Side::bottom>();
      constexpr int top_rows = (Excluded & excluded(Side::top)) != 0 ? 0 : end_rows<Side::top>();
      if constexpr (in_any_row<At>) {
        return formula(
            [&](const auto&... x) {
              return op.in_any_row(condition_at<Side::bottom>(at), condition_at<Side::top>(at), x...,
                                   MetricAccessor<real, At>{at}, at.template place<bottom_rows, top_rows>());
            },
            at);
      } else {
        return at.template pick<bottom_rows, top_rows>([&] { return interior(at); },
                                                       [&](auto end) { return at_end<Excluded>(at, end); });
      }
    }
  }

  template <class At>
  STENCIL_FUNCTION constexpr auto interior(const At& at) const {
    return formula([&](const auto&... x) { return op.interior(x..., MetricAccessor<real, At>{at}); }, at);
  }

  template <int Excluded, class At, class E>
  STENCIL_FUNCTION constexpr auto at_end(const At& at, E end) const {
    end.cells = at.rows() - (std::is_same_v<location, Face> ? 1 : 0);
    if constexpr (Op::has_formula_at_both_ends && std::is_same_v<location, Center>) {
      using Result = decltype(interior(at));
      if (end.cells == 1) return Result(at_both_ends(at));
      return Result(apply_condition<Excluded>(condition_at<E::side>(at), at, end));
    } else {
      return apply_condition<Excluded>(condition_at<E::side>(at), at, end);
    }
  }

  template <class At>
  STENCIL_FUNCTION constexpr auto at_both_ends(const At& at) const {
    return formula(
        [&](const auto&... x) {
          return op.at_both_ends(condition_at<Side::bottom>(at), condition_at<Side::top>(at), x...,
                                 MetricAccessor<real, At>{at});
        },
        at);
  }

  /// The condition, or closure, of an end, with its value in this column.
  template <Side Where, class At>
  STENCIL_FUNCTION constexpr auto condition_at(const At& at) const {
    if constexpr (std::is_same_v<condition_type<Where>, OperatorClosure>) {
      return typename Op::closure{};
    } else {
      return resolved_condition<real>(op.template condition<Where>(), at);
    }
  }

  template <int Excluded, class Condition, class At, class E>
  STENCIL_FUNCTION constexpr auto apply_condition(const Condition& condition, const At& at, E end) const {
    if constexpr (std::is_same_v<Condition, Extrapolate> && Op::extrapolate_takes_next_row) {
      using Result = decltype(interior(at));
      if constexpr (Excluded != 0) {
        return only_row<Result>(at);  // each end's condition takes the other end's row
      } else {
        if (at.rows() == 1) return Result(value_without<excluded(E::side)>(at));
        constexpr int inward = decltype(end.inward(one))::halves;
        return Result(handed_over<Op, inward>(value_without<excluded(E::side)>(at.template shifted<inward>())));
      }
    } else {
      return formula([&](const auto&... x) { return op.at_end(condition, x..., MetricAccessor<real, At>{at}, end); },
                     at);
    }
  }

  // The value where the conditions of both ends take each other's row, in a column of one cell: 0 if the interior
  // formula would read beyond the ends, as a gradient at faces does, else its value.
  template <class Result, class At>
  STENCIL_FUNCTION constexpr Result only_row(const At& at) const {
    if constexpr (!interior_serves_every_row) {
      return Result{};
    } else {
      return interior(at);
    }
  }

  template <class F, class At>
  STENCIL_FUNCTION constexpr auto formula(const F& f, const At& at) const {
    if constexpr (count == 1) {
      return f(ArgumentAccessor<StencilBroadcasted, 0, At>{*this, at});
    } else if constexpr (count == 2) {
      return f(ArgumentAccessor<StencilBroadcasted, 0, At>{*this, at},
               ArgumentAccessor<StencilBroadcasted, 1, At>{*this, at});
    } else if constexpr (count == 3) {
      return f(ArgumentAccessor<StencilBroadcasted, 0, At>{*this, at},
               ArgumentAccessor<StencilBroadcasted, 1, At>{*this, at},
               ArgumentAccessor<StencilBroadcasted, 2, At>{*this, at});
    } else {
      return f(ArgumentAccessor<StencilBroadcasted, 0, At>{*this, at},
               ArgumentAccessor<StencilBroadcasted, 1, At>{*this, at},
               ArgumentAccessor<StencilBroadcasted, 2, At>{*this, at},
               ArgumentAccessor<StencilBroadcasted, 3, At>{*this, at});
    }
  }
};

}  // namespace stencil
