// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/columnwise/members.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/expression/math.hpp>

/// Structs made from values, for the states of marches.
namespace stencil {

namespace functions {

/// A number for a member of another type of number. A floating-point number is none for a whole number.
template <class T>
struct ForMember {
  T number;
  template <class Member>
    requires(std::is_arithmetic_v<Member> && (std::is_floating_point_v<Member> || !std::is_floating_point_v<T>))
  STENCIL_FUNCTION constexpr operator Member() const {  // NOLINT(google-explicit-constructor)
    return static_cast<Member>(number);
  }
};
template <class T>
STENCIL_FUNCTION constexpr auto for_member(const T& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return ForMember<T>{value};
  } else {
    return value;
  }
}

// A struct with an array for a member takes the array's elements one after the other.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-braces"
/// Whether State{a, b, ...} has one value of these types for each of its members.
template <class State, class... T>
inline constexpr bool has_all_members = std::is_aggregate_v<State> && requires(const T&... a) {
  State{for_member(a)...};
} && !requires(const T&... a) { State{for_member(a)..., column_functions::Anything{}}; };

/// State{a, b, ...}.
template <class State>
struct Make {
  static constexpr const char* name = "make";
  template <class... T>
    requires has_all_members<State, T...>
  STENCIL_FUNCTION constexpr State operator()(const T&... a) const {
    return State{for_member(a)...};
  }
};
#pragma GCC diagnostic pop

}  // namespace functions

/// A value of the plain struct State at every position, or in every column: State{a, b, ...} from a value for each of
/// its members, of an array for each of its elements, in order, in their units. A number is converted to the type of
/// its member, a floating-point one not to a whole number. For marches that start from values per column:
/// `march(from_top, make<State>(flux, 0.0), step, x)`. Of numbers alone it is State{a, b, ...} itself.
template <class State, class... A>
  requires(sizeof...(A) > 0 && ((IsOperand<A> || IsLiteral<A>) && ...))
STENCIL_FUNCTION constexpr auto make(A&&... a) {
  refuse_temporaries<A...>();
  constexpr bool fits = functions::has_all_members<State, typename node_of<A>::value_type...>;
  constexpr bool derivatives = (column_functions::has_slope<typename node_of<A>::value_type> || ...);
  static_assert(
      fits || !derivatives,
      "stencil: what make<State>(a, b, ...) is given has derivatives here, as in jvp, and the members of State "
      "cannot hold them, or are not as many; let the struct be a template of its number, template <class T> "
      "struct Parcel { T theta, q; };, and write make<Parcel<T>> with the value_type of what has derivatives");
  static_assert(fits || derivatives,
                "stencil: make<State>(a, b, ...) takes a value for each member of a plain struct, in order; a member "
                "is missing, there are more values than members, or a value cannot be converted to its member, as a "
                "floating-point number to an int");
  if constexpr (!fits) {
    return;
  } else if constexpr ((IsLiteral<A> && ...)) {
    return functions::Make<State>{}(a...);
  } else {
    return pointwise(functions::Make<State>{})(a...);
  }
}
/// A compile-time error for a template of structs: its numbers cannot be told from values that are a number, as 0.0.
template <template <class...> class State, class... A>
STENCIL_FUNCTION constexpr auto make(A&&...) {
  static_assert(sizeof...(A) > 1000,
                "stencil: make<State>(a, b, ...) takes a struct, and this is a template of structs; give its numbers, "
                "make<Parcel<T>>(a, b, ...), with using T = typename decltype(a)::value_type; where a may have "
                "derivatives");
}

}  // namespace stencil
