// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/algorithm/output.hpp>
#include <stencil/expression/scalar.hpp>

namespace stencil {

/// Strategy: the backend chooses how expressions are evaluated on its hardware.
struct DefaultStrategy {};
/// No queue: the backend's default stream or execution space.
struct NoQueue {};

template <class Strategy>
constexpr auto with(const Strategy& s);

/// How an assignment is carried out. Each member function returns a copy with one thing changed.
template <class Strategy = DefaultStrategy, class Mask = NoMask, class Queue = NoQueue>
struct AssignmentPolicy {
  struct stencil_policy {};
  Strategy strategy{};  ///< how expressions are evaluated on the hardware
  Mask mask{};          ///< where results are written
  Queue queue{};        ///< the stream or execution space

  /// The same with this strategy. Active levels stay, and it carries them out.
  template <class NewStrategy>
  constexpr auto with(const NewStrategy& s) const {
    if constexpr (requires { Strategy::carried_out_by(strategy, s); }) {
      return instead(Strategy::carried_out_by(strategy, s));
    } else if constexpr (requires { strategy.strategy; }) {  // CheckValues or another around a strategy
      return instead(::stencil::with(strategy.strategy).with(s).strategy);
    } else {
      return instead(s);
    }
  }
  /// The same with this strategy, which replaces the previous one with all its options.
  template <class NewStrategy>
  constexpr AssignmentPolicy<NewStrategy, Mask, Queue> instead(const NewStrategy& s) const {
    return {s, mask, queue};
  }
  /// The same, but results are written only where the mask, one truth value per position or per column, is true.
  template <IsOperand NewMask>
  constexpr auto where(NewMask&& m) const {
    refuse_temporaries<NewMask>();
    const auto node = as_node(m);
    return AssignmentPolicy<Strategy, std::remove_const_t<decltype(node)>, Queue>{strategy, node, queue};
  }
  /// A compile-time error for where(true) and where(1.0).
  template <class Other>
    requires(!IsOperand<Other>)
  constexpr AssignmentPolicy where(const Other&) const {
    static_assert(!std::is_same_v<Other, Other>,
                  "stencil: a mask is a condition of fields, as in where(b > 0.0), or a field, true where not zero; "
                  "leave a condition that is the same everywhere to an if around the assignment");
    return *this;
  }
  /// The same on a stream or an instance of an execution space.
  template <class NewQueue>
  constexpr AssignmentPolicy<Strategy, Mask, NewQueue> on(const NewQueue& q) const {
    return {strategy, mask, q};
  }
};

namespace detail::active {
/// Whether a strategy is that of active levels, or one around it.
template <class Strategy>
inline constexpr bool has_levels = [] {
  if constexpr (requires(const Strategy& s) { s.strategy; }) {
    return has_levels<std::remove_cvref_t<decltype(Strategy::strategy)>>;
  } else {
    return requires { Strategy::is_part_of_columns; };
  }
}();
/// Whether a destination is one level of a field, at_level(a, k).
template <class Destination>
inline constexpr bool is_one_level = requires(const Destination& to) { to.node().level; };
/// Whether a destination that is one level of a field, or is not, goes with such a strategy; a compile-time error if
/// not.
template <class Strategy, bool OneLevel>
constexpr bool level_is_written() {
  constexpr bool written = !OneLevel || !has_levels<std::remove_cvref_t<Strategy>>;
  static_assert(written,
                "stencil: at_level(a, k) as a destination is level k of the grid, which may not be active; in active "
                "levels assign the whole field, a = where(is_lowest(Center{}), x, a)");
  return written;
}
}  // namespace detail::active

/// A policy to start from: `assign(div, expr, policy().where(land))`.
constexpr AssignmentPolicy<> policy() { return {}; }
/// A compile-time error for policy(mask).
template <class First, class... Rest>
constexpr AssignmentPolicy<> policy(const First&, const Rest&...) {
  static_assert(!std::is_same_v<First, First>,
                "stencil: policy() takes nothing; what it says follows: policy().where(c > 0.0).with(strategy)");
  return {};
}
/// A policy with a strategy: `assign(div, expr, with(strategy))`.
template <class Strategy>
constexpr auto with(const Strategy& s) {
  return AssignmentPolicy<Strategy>{s, {}, {}};
}

/// Any AssignmentPolicy.
template <class P>
concept IsPolicy = requires { typename P::stencil_policy; };

}  // namespace stencil
