// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/boundary.hpp>
#include <stencil/view.hpp>

namespace stencil {

/// The floating-point type of the metric in formulas on values of type T.
template <class T>
using real_of = std::conditional_t<std::is_same_v<scalar_of<T>, float>, float, double>;

/// A number in another precision.
template <class Real, class T>
  requires std::is_arithmetic_v<T>
STENCIL_FUNCTION constexpr Real convert_number(T x) {
  return static_cast<Real>(x);
}
template <class Real, class T, std::size_t N>
STENCIL_FUNCTION constexpr Vec<Real, N> convert_number(const Vec<T, N>& x) {
  Vec<Real, N> r{};
  for (std::size_t i = 0; i < N; ++i) r.component[i] = static_cast<Real>(x.component[i]);
  return r;
}

/// A boundary condition whose value is not an expression, but that expression's value at one position.
template <class Real, template <class> class Condition, class V, class At>
  requires IsNode<V>
STENCIL_FUNCTION constexpr auto resolved_condition(const Condition<V>& condition, const At& at) {
  auto number = convert_number<Real>(condition.value.value(at));
  if constexpr (requires { condition.with_value(number); }) {
    return condition.with_value(number);
  } else {
    return Condition<decltype(number)>(number);
  }
}
template <class Real, class Condition, class At>
STENCIL_FUNCTION constexpr const Condition& resolved_condition(const Condition& condition, const At&) {
  return condition;
}

/// The value of an argument H half levels away as a formula of Op gets it: the value itself or, if the operator is
/// being differentiated, a dual number.
template <class Op, int H, class V>
STENCIL_FUNCTION constexpr auto handed_over(const V& value) {
  if constexpr (requires { typename Op::derivative; }) {
    return Op::derivative::template read<H>(value);
  } else {
    return value;
  }
}

/// The `x` of a formula: argument I of a stencil node, read at compile-time offsets from a position. If a condition of
/// the operator replaces the argument's end value, it gives the condition's value and does not read the argument there.
template <class StencilNode, int I, class At>
struct ArgumentAccessor {
  const StencilNode& node;
  const At& at;

  template <int H>
  STENCIL_FUNCTION constexpr auto operator()(LevelOffset<H>) const {
    const auto moved = at.template shifted<H>();
    using Moved = std::remove_cvref_t<decltype(moved)>;
    using Argument = typename StencilNode::template argument_type<I>;
    using Where = typename Argument::location;
    static_assert(std::is_same_v<Where, typename Moved::location> || std::is_same_v<Where, Surface> ||
                      std::is_same_v<Where, AnyLocation>,
                  "stencil: a formula reads an argument at an offset where it has no value; centers and faces are an "
                  "odd number of half levels apart");
    constexpr int bottom_rows = I == 0 && StencilNode::template replaces_argument<Side::bottom> ? 1 : 0;
    constexpr int top_rows = I == 0 && StencilNode::template replaces_argument<Side::top> ? 1 : 0;
    using Op = typename StencilNode::operator_type;
    if constexpr (At::interior || (bottom_rows == 0 && top_rows == 0)) {
      return handed_over<Op, H>(node.template read<I>(moved));
    } else {
      return moved.template pick<bottom_rows, top_rows>(
          [&] { return handed_over<Op, H>(node.template read<I>(moved)); },
          [&](auto end) { return node.template replacement<decltype(end)::side>(moved); });
    }
  }
  STENCIL_FUNCTION constexpr auto operator()() const { return (*this)(here); }
};

/// The `g` of a formula: spacings and heights [m] of the grid at compile-time offsets from a position.
template <class Real, class At>
struct MetricAccessor {
  const At& at;

  template <int H = 0>
  STENCIL_FUNCTION constexpr auto z(LevelOffset<H> = {}) const {
    return at.template shifted<H>().template metric<Real, MetricKind::z>();
  }
  template <int H = 0>
  STENCIL_FUNCTION constexpr auto dz(LevelOffset<H> = {}) const {
    return at.template shifted<H>().template metric<Real, MetricKind::dz>();
  }
  template <int H = 0>
  STENCIL_FUNCTION constexpr auto inverse_dz(LevelOffset<H> = {}) const {
    return at.template shifted<H>().template metric<Real, MetricKind::inverse_dz>();
  }
  /// A parameter of the operator, such as a time step, in the precision of the arguments.
  STENCIL_FUNCTION constexpr auto number(double parameter) const { return at.constant(static_cast<Real>(parameter)); }
};

/// An argument of a formula that is not evaluated, from which the type of its result follows.
template <class T>
struct TypeAccessor {
  template <int H>
  T operator()(LevelOffset<H>) const;
  T operator()() const;
};
template <class Real>
struct TypeMetric {
  template <class Where = LevelOffset<0>>
  Real z(Where = {}) const;
  template <class Where = LevelOffset<0>>
  Real dz(Where = {}) const;
  template <class Where = LevelOffset<0>>
  Real inverse_dz(Where = {}) const;
  Real number(double) const;
};

}  // namespace stencil
