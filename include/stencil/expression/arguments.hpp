// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/children.hpp>
#include <stencil/expression/concepts.hpp>

namespace stencil {

/// The children of a node. They are named members: with std::tuple compilation takes forty times as long, and empty
/// base classes would give the node different sizes on host and device.
template <class... Nodes>
struct NodeArguments;

template <class A>
struct NodeArguments<A> {
  A arg;

  /// f(values of all arguments at the position).
  template <class F, class At>
  STENCIL_FUNCTION constexpr auto values(const F& f, const At& at) const {
    return f(arg.value(at));
  }
  /// f(all arguments).
  template <class F>
  STENCIL_FUNCTION constexpr auto apply(const F& f) const {
    return f(arg);
  }
  template <class F>
  STENCIL_FUNCTION constexpr auto apply(const F& f) {
    return f(arg);
  }
};

template <class A, class B>
struct NodeArguments<A, B> {
  A lhs;
  B rhs;

  template <class F, class At>
  STENCIL_FUNCTION constexpr auto values(const F& f, const At& at) const {
    return f(lhs.value(at), rhs.value(at));
  }
  template <class F>
  STENCIL_FUNCTION constexpr auto apply(const F& f) const {
    return f(lhs, rhs);
  }
  template <class F>
  STENCIL_FUNCTION constexpr auto apply(const F& f) {
    return f(lhs, rhs);
  }
};

template <class A, class B, class C>
struct NodeArguments<A, B, C> {
  A first;
  B second;
  C third;

  template <class F, class At>
  STENCIL_FUNCTION constexpr auto values(const F& f, const At& at) const {
    return f(first.value(at), second.value(at), third.value(at));
  }
  template <class F>
  STENCIL_FUNCTION constexpr auto apply(const F& f) const {
    return f(first, second, third);
  }
  template <class F>
  STENCIL_FUNCTION constexpr auto apply(const F& f) {
    return f(first, second, third);
  }
};

template <class A, class B, class C, class D, class... Rest>
struct NodeArguments<A, B, C, D, Rest...> {
  A head;
  NodeArguments<B, C, D, Rest...> tail;

  template <class F, class At>
  STENCIL_FUNCTION constexpr auto values(const F& f, const At& at) const {
    const auto first = head.value(at);
    return tail.values([&f, &first](const auto&... others) { return f(first, others...); }, at);
  }
  template <class F>
  STENCIL_FUNCTION constexpr auto apply(const F& f) const {
    const A& first = head;
    return tail.apply([&f, &first](const auto&... others) { return f(first, others...); });
  }
  template <class F>
  STENCIL_FUNCTION constexpr auto apply(const F& f) {
    A& first = head;
    return tail.apply([&f, &first](auto&... others) { return f(first, others...); });
  }
};

/// Argument number I.
template <int I, class A>
STENCIL_FUNCTION constexpr auto& argument_at(A& a) {
  if constexpr (requires { a.arg; }) {
    return a.arg;
  } else if constexpr (requires { a.lhs; }) {
    static_assert(I == 0 || I == 1);
    if constexpr (I == 0) {
      return a.lhs;
    } else {
      return a.rhs;
    }
  } else if constexpr (requires { a.first; }) {
    if constexpr (I == 0) {
      return a.first;
    } else if constexpr (I == 1) {
      return a.second;
    } else {
      return a.third;
    }
  } else if constexpr (I == 0) {
    return a.head;
  } else {
    return argument_at<I - 1>(a.tail);
  }
}

template <class... Nodes>
STENCIL_FUNCTION constexpr NodeArguments<Nodes...> make_arguments(const Nodes&... nodes) {
  if constexpr (sizeof...(Nodes) <= 3) {
    return NodeArguments<Nodes...>{nodes...};
  } else {
    return [](const auto& head, const auto&... tail) {
      return NodeArguments<Nodes...>{head, make_arguments(tail...)};
    }(nodes...);
  }
}

}  // namespace stencil
