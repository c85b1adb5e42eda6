// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include <stencil/expression/arguments.hpp>
#include <stencil/vec.hpp>

/// The members of plain structs, in order.
namespace stencil::column_functions {

/// Converts to anything, to count the members of an aggregate.
struct Anything {
  template <class T>
  STENCIL_FUNCTION constexpr operator T() const;  // NOLINT(google-explicit-constructor)
};
}  // namespace stencil::column_functions
/// Composite, so that Dual has no constructor that takes it for a plain number, which would be counted as a member.
template <>
inline constexpr bool stencil::is_composite<stencil::column_functions::Anything> = true;

namespace stencil::column_functions {

inline constexpr int most_members = 32;
/// Members of an aggregate; more than most_members if it has more, 0 for a type that is no aggregate.
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

struct AnyClass {
  template <class T>
    requires std::is_class_v<T>
  STENCIL_FUNCTION constexpr operator T() const;  // NOLINT(google-explicit-constructor)
};
struct AnyScalar {
  template <class T>
    requires(!std::is_class_v<T>)
  STENCIL_FUNCTION constexpr operator T() const {  // NOLINT(google-explicit-constructor)
    return T();
  }
};
/// Whether an aggregate has a member that is a built-in array of numbers, whose elements member_count takes for
/// members.
template <class S, class... Before>
constexpr bool has_array_member() {
  if constexpr (
      requires { std::tuple_size<S>::value; } || sizeof...(Before) > most_members ||
      !requires { S{std::declval<Before>()..., Anything{}}; }) {
    return false;
  } else if constexpr (
      !requires { S{std::declval<Before>()..., AnyClass{}}; } &&
      requires { S{std::declval<Before>()..., {AnyScalar{}, AnyScalar{}}}; }) {
    return true;
  } else {
    return has_array_member<S, Before..., Anything>();
  }
}

/// Whether values of a type are kept as they are, and not as their members.
template <class T>
inline constexpr bool is_one_value = std::is_arithmetic_v<T> || is_vec<T> || is_composite<T>;
/// Whether a type is a plain struct of at most most_members members.
template <class T>
constexpr bool has_members() {
  if constexpr (is_one_value<T> || has_array_member<T>()) {
    return false;
  } else {
    return member_count<T>() >= 1 && member_count<T>() <= most_members;
  }
}

/// f(the members of a struct that has one to most_members of them), by reference.
template <class S, class F>
STENCIL_FUNCTION constexpr decltype(auto) with_members(S& s, const F& f_of) {
  constexpr int count = member_count<std::remove_const_t<S>>();
  static_assert(count >= 1 && count <= most_members);
  if constexpr (count == 1) {
    auto& [a] = s;
    return f_of(a);
  } else if constexpr (count == 2) {
    auto& [a, b] = s;
    return f_of(a, b);
  } else if constexpr (count == 3) {
    auto& [a, b, c] = s;
    return f_of(a, b, c);
  } else if constexpr (count == 4) {
    auto& [a, b, c, d] = s;
    return f_of(a, b, c, d);
  } else if constexpr (count == 5) {
    auto& [a, b, c, d, e] = s;
    return f_of(a, b, c, d, e);
  } else if constexpr (count == 6) {
    auto& [a, b, c, d, e, f] = s;
    return f_of(a, b, c, d, e, f);
  } else if constexpr (count == 7) {
    auto& [a, b, c, d, e, f, g] = s;
    return f_of(a, b, c, d, e, f, g);
  } else if constexpr (count == 8) {
    auto& [a, b, c, d, e, f, g, h] = s;
    return f_of(a, b, c, d, e, f, g, h);
  } else if constexpr (count == 9) {
    auto& [a, b, c, d, e, f, g, h, i] = s;
    return f_of(a, b, c, d, e, f, g, h, i);
  } else if constexpr (count == 10) {
    auto& [a, b, c, d, e, f, g, h, i, j] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (count == 11) {
    auto& [a, b, c, d, e, f, g, h, i, j, k] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k);
  } else if constexpr (count == 12) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l);
  } else if constexpr (count == 13) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m);
  } else if constexpr (count == 14) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
  } else if constexpr (count == 15) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
  } else if constexpr (count == 16) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
  } else if constexpr (count == 17) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q);
  } else if constexpr (count == 18) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r);
  } else if constexpr (count == 19) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss);
  } else if constexpr (count == 20) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t);
  } else if constexpr (count == 21) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u);
  } else if constexpr (count == 22) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v);
  } else if constexpr (count == 23) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w);
  } else if constexpr (count == 24) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x);
  } else if constexpr (count == 25) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y);
  } else if constexpr (count == 26) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z);
  } else if constexpr (count == 27) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z, aa] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z, aa);
  } else if constexpr (count == 28) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z, aa, ab] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z, aa, ab);
  } else if constexpr (count == 29) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z, aa, ab, ac] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z, aa, ab, ac);
  } else if constexpr (count == 30) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z, aa, ab, ac, ad] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z, aa, ab, ac, ad);
  } else if constexpr (count == 31) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z, aa, ab, ac, ad, ae] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z, aa, ab, ac, ad, ae);
  } else if constexpr (count == 32) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af] = s;
    return f_of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ss, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af);
  }
}

struct MakeArguments {
  template <class... Members>
  STENCIL_FUNCTION constexpr auto operator()(const Members&... members) const {
    return make_arguments(members...);
  }
};
/// The members of such a struct.
template <class S>
STENCIL_FUNCTION constexpr auto members_of(const S& s) {
  return with_members(s, MakeArguments{});
}

}  // namespace stencil::column_functions
