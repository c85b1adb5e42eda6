// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include <stencil/assign/check.hpp>
#include <stencil/assign/contents.hpp>
#include <stencil/assign/hand_to.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/assign/split.hpp>
#include <stencil/columnwise/fields.hpp>
#include <stencil/lifetimes.hpp>
#include <stencil/plan/closures.hpp>

namespace stencil {

/// A destination with the expression it receives, for evaluate(). OneLevel: it is one level of a field.
template <class Backend, class Destination, class Expression, bool OneLevel = false>
struct IntoDestination {
  struct stencil_into {};
  using backend = Backend;
  static constexpr bool is_one_level = OneLevel;
  Destination destination;  ///< the view that is written
  Expression expression;    ///< the node that it receives
};

namespace detail::assignment {

/// Whether the static_asserts for an assignment hold. If one fails, the evaluation is not instantiated, so that no
/// further errors bury its message.
template <class P, class I>
inline constexpr bool fits = (Fit<decltype(I::destination), decltype(I::expression)>::all &&
                              MaskFit<decltype(P::mask), decltype(I::destination)>::all);

/// Whether a destination has the rows of an accumulation along the column; a compile-time error if not.
template <class I>
constexpr bool has_rows() {
  constexpr bool fits =
      !IsAccumulation<decltype(I::expression)> || !std::is_same_v<typename decltype(I::destination)::location, Surface>;
  static_assert(fits,
                "stencil: an accumulation along the column gives a value at every center or face; its last value alone "
                "is column_reduce or column_integral");
  return fits;
}

template <class E>
concept IsSort = requires { typename E::stencil_sort; };

/// Whether the outputs are sorted columns. A compile-time error if there are other outputs beside these.
template <class First, class... Rest>
constexpr bool sorts_alone() {
  constexpr bool all = (IsSort<decltype(First::expression)> && ... && IsSort<decltype(Rest::expression)>);
  constexpr bool any = (IsSort<decltype(First::expression)> || ... || IsSort<decltype(Rest::expression)>);
  static_assert(all || !any,
                "stencil: sorted columns are evaluated together with sorted columns only; give them a statement of "
                "their own");
  return all || !any;
}

/// Whether an evaluation of such pairs of a destination and an expression is split.
template <class... Pairs>
inline constexpr bool any_splits = (ContainsSplit<decltype(Pairs::expression)>::value || ...);
/// Whether it has columns of its own: it is split, or sorts.
template <class... Pairs>
inline constexpr bool has_own_columns = any_splits<Pairs...> || (IsSort<decltype(Pairs::expression)> || ...);

/// Whether a strategy leaves columns whole, where what is assigned has columns of its own; a compile-time error if not.
template <class Strategy, bool OwnColumns = true>
constexpr bool are_whole_columns() {
  constexpr bool looks_inside = OwnColumns && requires(const Strategy& s) { s.strategy; };
  static_assert(!looks_inside,
                "stencil: check_values does not look into sorted columns, running means, at_height and at_level at "
                "levels, dense operators and remaps; assign what they are given to a field, and check that");
  constexpr bool in_part = OwnColumns && requires { Strategy::is_part_of_columns; };
  static_assert(!in_part,
                "stencil: sorted columns, running means, at_height and at_level at levels, dense operators and remaps "
                "do not know active levels; carry them out in whole columns, with a mask where results are not wanted");
  return !looks_inside && !in_part;
}

/// Whether an assignment of pairs of a destination and an expression, with such a mask, is carried out as a column
/// function.
template <class Mask, class... Pairs>
constexpr bool is_column_function() {
  using column_functions::Contents;
  if constexpr (has_own_columns<Pairs...>) {
    return (Contents<decltype(Pairs::expression)>::calls || ... || Contents<Mask>::calls);
  } else {
    return column_functions::are_function<Mask, Pairs...>;
  }
}

/// In debug builds, throws LifetimeError for a table, or a field that a split evaluation reads, that has given back its
/// memory.
template <class Mask, class... Pairs>
void require_alive([[maybe_unused]] const Mask& mask, [[maybe_unused]] const Pairs&... pairs) {
#if !defined(NDEBUG)
  (detail::lifetimes::require_tables(pairs.expression), ...);
  detail::lifetimes::require_tables(mask);
  // If it is split, these operands are not the ones that are checked later.
  if constexpr (any_splits<Pairs...>) detail::lifetimes::require_alive(pairs.destination..., pairs.expression..., mask);
#endif
}

template <class P, class First, class... Rest>
void run(const P& policy, const First& first, const Rest&... rest) {
  using Backend = typename First::backend;
  static_assert((std::is_same_v<Backend, typename Rest::backend> && ...),
                "stencil: the destinations of one evaluate must have the same backend");
  require_mask_fits<decltype(P::mask), decltype(First::destination)>();
  (require_mask_fits<decltype(P::mask), decltype(Rest::destination)>(), ...);
  using Mask = std::remove_cvref_t<decltype(policy.mask)>;
  const auto output = [&](const auto& into) {
    using I = std::remove_cvref_t<decltype(into)>;
    return AssignmentOutput<decltype(I::destination), decltype(I::expression), decltype(P::mask)>{
        into.destination, into.expression, policy.mask, {}};
  };
  if constexpr (!(fits<P, First> && ... && fits<P, Rest>) || !(has_rows<First>() && ... && has_rows<Rest>())) {
    return;
  } else if constexpr (!active::level_is_written<decltype(P::strategy),
                                                 (First::is_one_level || ... || Rest::is_one_level)>()) {
    return;
  } else if constexpr (is_column_function<Mask, First, Rest...>()) {
    column_functions::run<Backend>(policy, column_functions::root_of(first, rest...), first.destination,
                                   rest.destination...);
  } else {
#if defined(STENCIL_EXPLICIT_BOUNDARIES)
    plan::require_conditions<decltype(First::expression)>();
    (plan::require_conditions<decltype(Rest::expression)>(), ...);
#endif
    require_alive(policy.mask, first, rest...);
    const auto there = detail::checks::on_their_device<Backend>(first.destination, first.expression,
                                                                rest.destination..., rest.expression..., policy.mask);
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    constexpr bool whole = are_whole_columns<Strategy, has_own_columns<First, Rest...>>();
    if constexpr (!whole || !sorts_alone<First, Rest...>()) {
      return;
    } else if constexpr (IsSort<decltype(First::expression)>) {
      decltype(First::expression)::template carry_out<Backend>(policy, output(first), output(rest)...);
    } else {
      auto outputs = make_outputs(output(first), output(rest)...);
      if constexpr (any_splits<First, Rest...>) {
        ExpressionSplitter<Backend, P>(policy).run(outputs);
      } else if constexpr (requires { Strategy::template run<Backend>(outputs, policy); }) {
        Strategy::template run<Backend>(outputs, policy);  // a strategy that calls the backend itself
      } else {
        hand_to<Backend>(outputs, policy);
      }
    }
  }
}

}  // namespace detail::assignment

/// Pairs a destination with an expression: evaluate(into(div, e1), into(flux, e2)). OnlyLooks: nothing will be written,
/// so that the destination may be const.
template <bool OnlyLooks = false, IsWritable Destination, class E>
  requires(IsOperand<E> || IsLiteral<E>)
constexpr auto into(Destination&& destination, const E& e) {
  refuse_temporaries<Destination>();
  using Given = std::remove_reference_t<Destination>;
  if constexpr (!OnlyLooks && detail::assignment::is_const_field<Given>)
    detail::assignment::refuse_const_field<Given, true>();
  using Bare = std::remove_cvref_t<Destination>;
  const auto target = destination.target();
  const auto node = as_node_beside<std::remove_const_t<decltype(target)>>(e);
  using T = std::remove_const_t<decltype(target)>;
  using N = std::remove_const_t<decltype(node)>;
  detail::assignment::require_fit<T, N>();
  return IntoDestination<typename Bare::backend, T, N, detail::active::is_one_level<Bare>>{target, node};
}

/// A compile-time error for into(a + b, c).
template <class Destination, class E>
  requires(!IsWritable<Destination> && (IsOperand<Destination> || IsLiteral<Destination>))
constexpr auto into(Destination&&, const E&) {
  static_assert(!std::is_same_v<E, E>,
                "stencil: into takes the destination first, a field or a part of one, and then what is written to it: "
                "into(div, a + b)");
}

/// destination = expression, carried out as the policy says. Throws Error or a class derived from it if the operands do
/// not fit together; then nothing has been written.
template <IsWritable Destination, class E, class P = AssignmentPolicy<>>
  requires(IsOperand<E> || IsLiteral<E>) && IsPolicy<P>
void assign(Destination&& destination, const E& e, const P& how = {}) {
  detail::assignment::run(how, into(destination, e));
}

namespace detail::assignment {
/// f(policy, pairs...), where the policy is the last argument if that is one.
template <class F, class First, class... Rest>
decltype(auto) with_policy_last(const F& f, const First& first, const Rest&... rest) {
  if constexpr ((IsPolicy<Rest> || ...)) {
    return [&]<std::size_t... I>(std::index_sequence<I...>, const auto& all) -> decltype(auto) {
      const auto pick = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) -> const auto& {
        return std::get<J>(all);
      };
      return f(pick(std::integral_constant<std::size_t, sizeof...(I)>{}),
               pick(std::integral_constant<std::size_t, I>{})...);
    }(std::make_index_sequence<sizeof...(Rest)>{}, std::tie(first, rest...));
  } else {
    return f(policy(), first, rest...);
  }
}
}  // namespace detail::assignment

/// Assigns to several destinations in one pass. A policy may be the last argument. All expressions are computed from
/// the values before the call. Throws as assign does, and if two destinations share memory.
template <class First, class... Rest>
  requires requires { typename First::stencil_into; }
void evaluate(const First& first, const Rest&... rest) {
  detail::assignment::with_policy_last(
      [](const auto& how, const auto&... pairs) { detail::assignment::run(how, pairs...); }, first, rest...);
}
/// @cond
/// A compile-time error for evaluate(a = b), evaluate(a, b), and evaluate(policy, into(a, b)).
template <class First, class... Rest>
  requires(IsPolicy<First> || (IsWritable<First> && ((IsOperand<Rest> || IsLiteral<Rest>) && ...)))
void evaluate(const First&, const Rest&...) {
  static_assert(!std::is_same_v<First, First>,
                "stencil: evaluate takes destinations with their expressions: evaluate(into(a, b + 1.0), into(c, d)), "
                "and maybe a policy after them");
}
/// @endcond

}  // namespace stencil
