// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/column/accumulate.hpp>
#include <stencil/column/reduce.hpp>
#include <stencil/cuda/user_formulas.hpp>
#include <stencil/matrix/differentiate.hpp>

/// Functions of the user's that are not for the device. The library calls them in functions for host and device, where
/// nvcc takes a host function without an error and leaves out the code: here device code calls each of them, which is
/// an error that names the function. None of it is run.
namespace stencil::cuda {

/// One call of F. nvcc's error names this function and F.
template <class F, class... Values>
__device__ void this_function_of_yours_needs_STENCIL_FUNCTION(const void* memory) {
  static_cast<void>((*static_cast<const F*>(memory))(*static_cast<const Values*>(memory)...));
}

template <class F, class... Values>
struct UserCall {
  static constexpr bool any = false;
  __device__ static void make(const void*) {}
};
template <class F, class... Values>
struct UserCall<functions::User<F>, Values...> {
  static constexpr bool any = true;
  __device__ static void make(const void* memory) {
    this_function_of_yours_needs_STENCIL_FUNCTION<F, Values...>(memory);
  }
};
template <class F, class... Values>
struct UserCall<functions::User<detail::differentiation::Gathering<F>>, Values...>
    : UserCall<functions::User<F>, Values...> {};
/// An operation that takes the values of a row side by side.
template <class Op, class State, class... Values>
struct UserCall<functions::User<detail::folding::Spread<Op>>, State, NodeArguments<Values...>>
    : UserCall<functions::User<Op>, State, Values...> {};

/// All calls of an expression.
template <class... Parts>
struct UserCalls {
  static constexpr bool any = (Parts::any || ... || false);
  __device__ static void make(const void* memory) { (Parts::make(memory), ...); }
};
template <class N, class Children>
struct CallsIn;
template <class N>
struct UserCallsOf : CallsIn<N, children_of<N>> {};
template <class N, class... Child>
struct CallsIn<N, ChildList<Child...>> : UserCalls<UserCallsOf<Child>...> {};
template <class F, class... Nodes>
struct CallsIn<Broadcasted<F, Nodes...>, ChildList<Nodes...>>
    : UserCalls<UserCall<F, typename Nodes::value_type...>, UserCallsOf<Nodes>...> {};
/// The value of a boundary condition may be an expression.
template <class Condition>
struct UserCallsOfCondition : UserCalls<> {};
template <template <class> class Condition, IsNode V>
struct UserCallsOfCondition<Condition<V>> : UserCallsOf<V> {};
template <class Node>
struct FormulaCalls {
  static constexpr bool any = true;
  __device__ static void make(const void*) { Formulas<Node>::require(); }
};
template <class Op, class... Nodes>
struct CallsIn<StencilBroadcasted<Op, Nodes...>, ChildList<Nodes...>>
    : UserCalls<FormulaCalls<StencilBroadcasted<Op, Nodes...>>, UserCallsOf<Nodes>...,
                UserCallsOfCondition<typename StencilBroadcasted<Op, Nodes...>::template condition_type<Side::bottom>>,
                UserCallsOfCondition<typename StencilBroadcasted<Op, Nodes...>::template condition_type<Side::top>>> {};
/// What is called for one row of a column, and at its end.
template <class Fold, class Value>
struct FoldCalls;
template <class State, class Op, class Finish, class Direction, bool InOrder, class Value>
struct FoldCalls<detail::folding::Fold<State, Op, Finish, Direction, InOrder>, Value>
    : UserCalls<UserCall<Op, State, std::conditional_t<InOrder, Value, State>>, UserCall<Finish, State>> {};
template <class Fold, class E, class Init>
struct CallsIn<ColumnReduction<Fold, E, Init>, ChildList<E, Init>>
    : UserCalls<FoldCalls<Fold, typename E::value_type>, UserCallsOf<E>, UserCallsOf<Init>> {};
template <class Fold, class E, class Init, class To>
struct CallsIn<ColumnAccumulation<Fold, E, Init, To>, ChildList<E, Init>>
    : UserCallsOf<ColumnReduction<Fold, E, Init>> {};

template <class Calls>
__global__ void call_functions_of_the_user(const void* memory) {
  Calls::make(memory);
}

/// Does not compile where a function of the user's is not for the device.
template <class... Nodes>
void require_device_functions() {
  using Calls = UserCalls<UserCallsOf<Nodes>...>;
  if constexpr (Calls::any) static_cast<void>(&call_functions_of_the_user<Calls>);
}
template <class... O>
void require_device_functions(const AssignmentOutputs<O...>&) {
  require_device_functions<typename O::expression_type..., std::remove_cv_t<decltype(O::mask)>...>();
}

}  // namespace stencil::cuda
