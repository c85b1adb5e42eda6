// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/expression/arguments.hpp>

/// The members of plain structs, in order.
namespace stencil::column_functions {

/// Converts to anything, to count the members of an aggregate.
struct Anything {
  template <class T>
  STENCIL_FUNCTION constexpr operator T() const;  // NOLINT(google-explicit-constructor)
};

inline constexpr int most_members = 16;
/// Members of an aggregate; more than most_members where it has more, 0 of what is none.
template <class S, class... Members>
constexpr int member_count() {
  if constexpr (!std::is_aggregate_v<S> || std::is_array_v<S>) {
    return 0;
  } else if constexpr (sizeof...(Members) > most_members) {
    return most_members + 1;
  } else if constexpr (requires { S{std::declval<Members>()..., Anything{}}; }) {
    return member_count<S, Members..., Anything>();
  } else {
    return static_cast<int>(sizeof...(Members));
  }
}

/// The members of a struct that has one to most_members of them.
template <class S>
STENCIL_FUNCTION constexpr auto members_of(const S& s) {
  constexpr int count = member_count<S>();
  static_assert(count >= 1 && count <= most_members);
  if constexpr (count == 1) {
    const auto& [a] = s;
    return make_arguments(a);
  } else if constexpr (count == 2) {
    const auto& [a, b] = s;
    return make_arguments(a, b);
  } else if constexpr (count == 3) {
    const auto& [a, b, c] = s;
    return make_arguments(a, b, c);
  } else if constexpr (count == 4) {
    const auto& [a, b, c, d] = s;
    return make_arguments(a, b, c, d);
  } else if constexpr (count == 5) {
    const auto& [a, b, c, d, e] = s;
    return make_arguments(a, b, c, d, e);
  } else if constexpr (count == 6) {
    const auto& [a, b, c, d, e, f] = s;
    return make_arguments(a, b, c, d, e, f);
  } else if constexpr (count == 7) {
    const auto& [a, b, c, d, e, f, g] = s;
    return make_arguments(a, b, c, d, e, f, g);
  } else if constexpr (count == 8) {
    const auto& [a, b, c, d, e, f, g, h] = s;
    return make_arguments(a, b, c, d, e, f, g, h);
  } else if constexpr (count == 9) {
    const auto& [a, b, c, d, e, f, g, h, i] = s;
    return make_arguments(a, b, c, d, e, f, g, h, i);
  } else if constexpr (count == 10) {
    const auto& [a, b, c, d, e, f, g, h, i, j] = s;
    return make_arguments(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (count == 11) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k] = s;
    return make_arguments(a, b, c, d, e, f, g, h, i, j, k);
  } else if constexpr (count == 12) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = s;
    return make_arguments(a, b, c, d, e, f, g, h, i, j, k, l);
  } else if constexpr (count == 13) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = s;
    return make_arguments(a, b, c, d, e, f, g, h, i, j, k, l, m);
  } else if constexpr (count == 14) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = s;
    return make_arguments(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
  } else if constexpr (count == 15) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = s;
    return make_arguments(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
  } else if constexpr (count == 16) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = s;
    return make_arguments(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
  }
}

}  // namespace stencil::column_functions
