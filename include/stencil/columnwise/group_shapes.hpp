// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/members.hpp>
#include <stencil/columnwise/together.hpp>
#include <stencil/expression/concepts.hpp>

/// Groups, which are several values as one: arrays, structs, and what together(...) makes. What their shapes are, and
/// how they are taken apart into single values.
namespace stencil::column_functions {

// A list of references, whose types are known one by one.

template <int I, class V>
struct Reference {
  V& value;
};
template <class Numbers, class... V>
struct References;
template <int... I, class... V>
struct References<std::integer_sequence<int, I...>, V...> : Reference<I, V>... {};
template <class... V>
STENCIL_FUNCTION constexpr auto references(V&... values) {
  return References<std::make_integer_sequence<int, static_cast<int>(sizeof...(V))>, V...>{{values}...};
}
/// Number I of references.
template <int I, class V>
STENCIL_FUNCTION constexpr V& nth(const Reference<I, V>& reference) {
  return reference.value;
}

/// Member I of those that it is called with.
template <int I>
struct MemberAt {
  template <class... Members>
  STENCIL_FUNCTION constexpr auto& operator()(Members&... members) const {
    return nth<I>(references(members...));
  }
};
/// The types of the members that it is called with.
struct TypesOfMembers {
  template <class... Members>
  constexpr auto operator()(Members&...) const {
    return std::type_identity<NodeArguments<std::remove_const_t<Members>...>>{};
  }
};
template <class S>
using members_as_types = typename decltype(with_members(std::declval<const S&>(), TypesOfMembers{}))::type;

// The shape of a value: how many single ones it has, and where.

struct OneShape {
  static constexpr int count = 1;  ///< single values
};
template <class Member, int Size>
struct ArrayShape {
  static constexpr int count = Size * Member::count;
};
template <class... Members>
struct TogetherShape {
  static constexpr int count = (0 + ... + Members::count);
};
/// S: the struct, from which its template is known when it is put together again with other members.
template <class S, class... Members>
struct StructShape {
  static constexpr int count = (0 + ... + Members::count);
};

/// Whether a shape is that of single values alone.
template <class Shape>
inline constexpr bool is_flat = std::is_same_v<Shape, OneShape>;
template <class... Members>
inline constexpr bool is_flat<TogetherShape<Members...>> = (std::is_same_v<Members, OneShape> && ...);

/// The outermost array that a single value is in: the number of its first single value, and how many it has. Both are 0
/// for a value that is in no array.
struct InArray {
  int begin = 0, count = 0;
};
constexpr void list_arrays(const OneShape*, int, InArray*) {}
template <class Member, int Size>
constexpr void list_arrays(const ArrayShape<Member, Size>*, int begin, InArray* list) {
  constexpr int count = ArrayShape<Member, Size>::count;
  for (int i = 0; i < count; ++i) list[begin + i] = {begin, count};
}
template <class... Members>
constexpr void list_arrays(const TogetherShape<Members...>*, int begin, InArray* list) {
  ((list_arrays(static_cast<const Members*>(nullptr), begin, list), begin += Members::count), ...);
}
template <class S, class... Members>
constexpr void list_arrays(const StructShape<S, Members...>*, int begin, InArray* list) {
  list_arrays(static_cast<const TogetherShape<Members...>*>(nullptr), begin, list);
}
/// Whether every array of one shape goes with a whole array of the other, as long as itself, or with single values that
/// are in no array.
template <class A, class B>
constexpr bool arrays_agree() {
  if constexpr (A::count == B::count) {
    InArray in_a[A::count + 1], in_b[A::count + 1];
    list_arrays(static_cast<const A*>(nullptr), 0, in_a);
    list_arrays(static_cast<const B*>(nullptr), 0, in_b);
    for (int i = 0; i < A::count; ++i) {
      const bool both = in_a[i].count > 0 && in_b[i].count > 0;
      if (both && (in_a[i].begin != in_b[i].begin || in_a[i].count != in_b[i].count)) return false;
    }
  }
  return true;
}

/// How many single values come before number I of several shapes.
template <int I, class... Shapes>
constexpr int count_before() {
  constexpr int counts[] = {Shapes::count..., 0};
  int before = 0;
  for (int i = 0; i < I; ++i) before += counts[i];
  return before;
}
/// The number of the shape that has single value I.
template <int I, class... Shapes>
constexpr int shape_with() {
  constexpr int counts[] = {Shapes::count..., 0};
  int shape = 0;
  for (int before = 0; before + counts[shape] <= I; ++shape) before += counts[shape];
  return shape;
}

/// The shape of a value of type X.
template <class X>
struct ShapeOf {
  using type = OneShape;
};
template <class X>
using shape_of = typename ShapeOf<std::remove_cvref_t<X>>::type;

/// Whether X is several values.
template <class X>
inline constexpr bool is_group = false;
template <class X>
  requires(!IsOperand<X> && !IsLiteral<X>)
inline constexpr bool is_group<X> = !std::is_same_v<shape_of<X>, OneShape>;
/// How many single values X has.
template <class X>
inline constexpr int singles_in = 1;
template <class X>
  requires(is_group<X>)
inline constexpr int singles_in<X> = shape_of<X>::count;
/// Whether X may be a member of a group.
template <class X>
inline constexpr bool is_member = IsOperand<X> || IsLiteral<X> || is_group<X>;
template <class Members>
inline constexpr bool are_members = false;
template <class... Members>
inline constexpr bool are_members<NodeArguments<Members...>> =
    (is_member<Members> && ...) && ((IsOperand<Members> || is_group<Members>) || ...);

// A std::array of numbers is no group: it is a profile that was not wrapped.
template <class X, std::size_t N>
  requires(IsOperand<X> || is_group<X>)
struct ShapeOf<std::array<X, N>> {
  using type = ArrayShape<shape_of<X>, static_cast<int>(N)>;
};
template <class X, std::size_t N>
struct ShapeOf<ValueArray<X, N>> {
  using type = ArrayShape<shape_of<X>, static_cast<int>(N)>;
};
template <class... X>
  requires(is_member<X> && ...)
struct ShapeOf<std::tuple<X...>> {
  using type = TogetherShape<shape_of<X>...>;
};
template <class... X>
struct ShapeOf<TogetherValues<X...>> {
  using type = TogetherShape<shape_of<X>...>;
};
template <class S, class Members>
struct ShapeOfStruct;
template <class S, class... Members>
struct ShapeOfStruct<S, NodeArguments<Members...>> {
  using type = StructShape<S, shape_of<Members>...>;
};
/// Whether S is a plain struct of operands, and perhaps numbers.
template <class S>
constexpr bool is_struct_of_members() {
  if constexpr (IsOperand<S> || !std::is_class_v<S> || !std::is_aggregate_v<S> ||
                requires { std::tuple_size<S>::value; }) {
    return false;
  } else if constexpr (!has_members<S>()) {
    return false;
  } else {
    return are_members<members_as_types<S>>;
  }
}
template <class S>
  requires(is_struct_of_members<S>())
struct ShapeOf<S> : ShapeOfStruct<S, members_as_types<S>> {};

/// Whether a group has members that own the memory of fields. It is called with the members of a const group: those
/// that are not const are references, which own nothing.
struct OwnsFields {
  template <class... Members>
  constexpr auto operator()(Members&...) const;
};
template <class X>
inline constexpr bool owns_fields = requires { typename X::owns_values; };
template <class X>
inline constexpr bool owns_fields<const X> = owns_fields<X>;
template <class X, std::size_t N>
inline constexpr bool owns_fields<std::array<X, N>> = owns_fields<X>;
template <class... X>
inline constexpr bool owns_fields<std::tuple<X...>> = (owns_fields<X> || ...);
template <class S>
  requires(is_struct_of_members<S>())
inline constexpr bool owns_fields<S> = decltype(with_members(std::declval<const S&>(), OwnsFields{}))::value;
template <class... Members>
constexpr auto OwnsFields::operator()(Members&...) const {
  return std::bool_constant<((std::is_const_v<Members> && owns_fields<Members>) || ...)>{};
}
/// Whether A, deduced from a parameter A&&, is a temporary group of fields with their memory.
template <class A>
inline constexpr bool is_temporary_group =
    !std::is_lvalue_reference_v<A> && is_group<A> && owns_fields<std::remove_cvref_t<A>>;
template <class... A>
constexpr bool groups_last() {
  constexpr bool last = !(is_temporary_group<A> || ...);
  static_assert(last,
                "stencil: the fields of this array or struct end with the statement, and a column function refers to "
                "their memory; give it a name first");
  return last;
}

// Taken apart: single value I of a group.

template <class Shape>
struct Apart;
/// Single value I of a group, which lies in `member`; the members before it have `Before` single values.
template <int I, int Before, class Member>
STENCIL_FUNCTION constexpr const auto& single_of(const Member& member) {
  return Apart<shape_of<Member>>::template of<I - Before>(member);
}
template <>
struct Apart<OneShape> {
  template <int, class X>
  STENCIL_FUNCTION static constexpr const X& of(const X& x) {
    return x;
  }
};
template <class Member, int Size>
struct Apart<ArrayShape<Member, Size>> {
  template <int I, class X>
  STENCIL_FUNCTION static constexpr const auto& of(const X& x) {
    return Apart<Member>::template of<I % Member::count>(x[static_cast<std::size_t>(I / Member::count)]);
  }
};
template <class... Members>
struct Apart<TogetherShape<Members...>> {
  template <int I>
  static constexpr int member = shape_with<I, Members...>();
  template <int I>
  static constexpr int before = count_before<member<I>, Members...>();

  template <int I, class... X>
  STENCIL_FUNCTION static constexpr const auto& of(const std::tuple<X...>& x) {
    return single_of<I, before<I>>(std::get<static_cast<std::size_t>(member<I>)>(x));
  }
  template <int I, class... X>
  STENCIL_FUNCTION static constexpr const auto& of(const TogetherValues<X...>& x) {
    return single_of<I, before<I>>(x.template get<static_cast<std::size_t>(member<I>)>());
  }
  template <int I, class Numbers, class... X>
  STENCIL_FUNCTION static constexpr const auto& of(const References<Numbers, X...>& x) {
    return single_of<I, before<I>>(nth<member<I>>(x));
  }
};
template <class S, class... Members>
struct Apart<StructShape<S, Members...>> {
  template <int I>
  STENCIL_FUNCTION static constexpr const auto& of(const S& x) {
    constexpr int member = shape_with<I, Members...>();
    return single_of<I, count_before<member, Members...>()>(with_members(x, MemberAt<member>{}));
  }
};

/// f(all single values of x..., in order).
template <class F, class... X>
STENCIL_FUNCTION constexpr auto taken_apart(const F& f, const X&... x) {
  using Shape = TogetherShape<shape_of<X>...>;
  const auto given = references(x...);
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return f(Apart<Shape>::template of<I>(given)...);
  }(std::make_integer_sequence<int, Shape::count>{});
}

}  // namespace stencil::column_functions
