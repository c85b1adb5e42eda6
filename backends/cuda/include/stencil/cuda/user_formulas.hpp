// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/expression/operator.hpp>

/// Formulas of operators that are not for the device. As functions of the user's, the library calls them in functions
/// for host and device, where nvcc takes a host function without an error and leaves out the code: here device code
/// calls each of them, on probes. None of it is run.
namespace stencil::cuda {

/// The interior formula. nvcc's error names this function and Op.
template <class Op, int... I>
__device__ void this_formula_of_yours_needs_STENCIL_FUNCTION(const void* memory) {
  ReadOffsets reads[sizeof...(I)];
  static_cast<void>(static_cast<const Op*>(memory)->interior(ProbeAccessor{reads + I}..., ProbeMetric{}));
}
/// The formula of an end row.
template <class Op, class Condition, class E, int... I>
__device__ void this_end_formula_of_yours_needs_STENCIL_FUNCTION(const void* memory) {
  ReadOffsets reads[sizeof...(I)];
  static_cast<void>(static_cast<const Op*>(memory)->at_end(*static_cast<const Condition*>(memory),
                                                           ProbeAccessor{reads + I}..., ProbeMetric{}, E{}));
}

/// The formula of the only center of a column.
template <class Op, class Bottom, class Top, int... I>
__device__ void this_formula_at_both_ends_needs_STENCIL_FUNCTION(const void* memory) {
  ReadOffsets reads[sizeof...(I)];
  static_cast<void>(static_cast<const Op*>(memory)->at_both_ends(*static_cast<const Bottom*>(memory),
                                                                 *static_cast<const Top*>(memory),
                                                                 ProbeAccessor{reads + I}..., ProbeMetric{}));
}

template <bool There, class Op, class Condition, class E, int... I>
struct EndFormula {
  __device__ static constexpr void require() {}
};
template <class Op, class Condition, class E, int... I>
struct EndFormula<true, Op, Condition, E, I...> {
  __device__ static constexpr void require() {
    static_cast<void>(&this_end_formula_of_yours_needs_STENCIL_FUNCTION<Op, Condition, E, I...>);
  }
};

/// All formulas that a node may evaluate.
template <class Node, class Argument = std::make_integer_sequence<int, Node::count>>
struct Formulas;
template <class Node, int... I>
struct Formulas<Node, std::integer_sequence<int, I...>> {
  using Op = typename Node::operator_type;

  template <Side Where>
  struct Condition {
    using Asked = typename Node::template condition_type<Where>;
    using Used = std::conditional_t<std::is_same_v<Asked, OperatorClosure>, typename Op::closure, Asked>;
    using type = std::remove_cvref_t<decltype(detail::operators::probed(std::declval<const Used&>()))>;
  };
  template <Side Where, int Row>
  struct AtEnd {
    using type = EndFormula<detail::operators::has_end_formula<Op, typename Condition<Where>::Used, Where, Row>(), Op,
                            typename Condition<Where>::type, End<Where, Row>, I...>;
  };
  template <Side Where, class Row = std::make_integer_sequence<int, Node::template end_rows<Where>()>>
  struct Ends;
  template <Side Where, int... Row>
  struct Ends<Where, std::integer_sequence<int, Row...>> {
    __device__ static constexpr void require() { (AtEnd<Where, Row>::type::require(), ...); }
  };

  /// Instantiates the calls.
  __device__ static constexpr void require() {
    static_cast<void>(&this_formula_of_yours_needs_STENCIL_FUNCTION<Op, I...>);
    Ends<Side::bottom>::require();
    Ends<Side::top>::require();
    if constexpr (Op::has_formula_at_both_ends) {
      static_cast<void>(&this_formula_at_both_ends_needs_STENCIL_FUNCTION<Op, typename Condition<Side::bottom>::type,
                                                                          typename Condition<Side::top>::type, I...>);
    }
  }
};

}  // namespace stencil::cuda
