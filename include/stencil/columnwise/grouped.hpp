// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/group_shapes.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/expression/scalar.hpp>
#include <stencil/expression/temporary.hpp>

/// Column functions of groups. A call takes its groups apart into a flat list of fields and expressions, which is all
/// that backends know of, and puts the values of a column together again before the user's function gets them. Results
/// are taken apart likewise.
namespace stencil {

namespace column_functions {

// Put together again, of references to single values.

/// The parameter that replaces P in the template of a struct whose members, of the types From, are replaced by values
/// of the types To: what the first member of type P becomes; P itself where there is none.
template <class P, class From, class To>
struct Replaced {
  using type = P;
};
template <class P, class First, class... Rest, class ToFirst, class... ToRest>
struct Replaced<P, NodeArguments<First, Rest...>, NodeArguments<ToFirst, ToRest...>>
    : std::conditional_t<std::is_same_v<std::remove_cvref_t<P>, First>, std::type_identity<ToFirst>,
                         Replaced<P, NodeArguments<Rest...>, NodeArguments<ToRest...>>> {};
template <class S, class From, class To>
struct StructOf {
  using type = void;
};
template <template <class...> class Template, class... P, class From, class To>
struct StructOf<Template<P...>, From, To> {
  using type = Template<typename Replaced<P, From, To>::type...>;
};
template <class S, class... Members>
constexpr bool is_made_of() {
  if constexpr (std::is_void_v<S>) {
    return false;
  } else {
    return requires(const Members&... members) { S{members...}; };
  }
}

template <class... Values>
STENCIL_FUNCTION constexpr TogetherValues<Values...> together_of(const Values&... values) {
  return {make_arguments(values...)};
}

template <class Shape>
struct InShape {
  template <int Begin, class Singles>
  STENCIL_FUNCTION static constexpr auto of(const Singles& singles) {
    return nth<Begin>(singles);
  }
};
template <class Member, int Size>
struct InShape<ArrayShape<Member, Size>> {
  template <int Begin, class Singles>
  STENCIL_FUNCTION static constexpr auto of(const Singles& singles) {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return made(InShape<Member>::template of<Begin + I * Member::count>(singles)...);
    }(std::make_integer_sequence<int, Size>{});
  }

 private:
  template <class Value, class... Same>
  STENCIL_FUNCTION static constexpr auto made(const Value& first, const Same&... rest) {
    if constexpr (IsColumnValue<Value>) {
      const auto& lane = lane_of(first);
      if constexpr (requires { lane.in_array(first, rest...); }) lane.in_array(first, rest...);
    }
    return ValueArray<Value, static_cast<std::size_t>(Size)>{{first, rest...}};
  }
};
template <class... Members>
struct InShape<TogetherShape<Members...>> {
  template <int Begin, class Singles>
  STENCIL_FUNCTION static constexpr auto of(const Singles& singles) {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return together_of(InShape<Members>::template of<Begin + count_before<I, Members...>()>(singles)...);
    }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Members))>{});
  }
};
template <class S, class... Members>
struct InShape<StructShape<S, Members...>> {
  template <int Begin, class Singles>
  STENCIL_FUNCTION static constexpr auto of(const Singles& singles) {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return made(InShape<Members>::template of<Begin + count_before<I, Members...>()>(singles)...);
    }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Members))>{});
  }

 private:
  template <class... Values>
  STENCIL_FUNCTION static constexpr auto made(const Values&... values) {
    using Made = typename StructOf<S, members_as_types<S>, NodeArguments<Values...>>::type;
    constexpr bool fits = is_made_of<Made, Values...>();
    static_assert(fits,
                  "stencil: a struct of fields is an argument of a column function if it is a template of the types of "
                  "its members, template <class C, class F> struct State { C rho; F w; }; give another one's members "
                  "as together(s.rho, s.w)");
    if constexpr (fits) return Made{values...};
  }
};

/// The single values given, as a value of this shape.
template <class Shape, class... Singles>
STENCIL_FUNCTION constexpr auto in_shape(const Singles&... singles) {
  return InShape<Shape>::template of<0>(references(singles...));
}

/// A value as a group has it: of an operand its node, a number itself, of a group one of such values.
template <class X>
STENCIL_FUNCTION constexpr auto as_member(const X& x) {
  if constexpr (is_group<X>) {
    return taken_apart([](const auto&... singles) { return in_shape<shape_of<X>>(as_member(singles)...); }, x);
  } else if constexpr (IsOperand<X>) {
    return as_node(x);
  } else {
    return x;
  }
}

/// Whether F can be called with such groups, after what stands before them.
template <class F, class Groups, class... Before>
inline constexpr bool takes_groups = false;
template <class F, class... Groups, class... Before>
inline constexpr bool takes_groups<F, TogetherValues<Groups...>, Before...> =
    std::is_invocable_v<const F&, Before..., const Groups&...>;

/// A function of groups as one of their single values. Shapes: those of what it takes.
template <class F, class... Shapes>
struct Grouped {
  using function_type = F;
  using Shape = TogetherShape<Shapes...>;
  F function;

  template <class... Singles>
    requires(takes_groups<F, decltype(in_shape<Shape>(std::declval<const Singles&>()...))>)
  STENCIL_FUNCTION constexpr auto operator()(const Singles&... singles) const {
    const auto groups = in_shape<Shape>(singles...);
    return groups.values.apply([&](const auto&... x) {
      if constexpr ((IsColumnValue<Singles> || ...)) {
        using Lane = std::remove_cvref_t<decltype(lane_of(singles...))>;
        return column_functions::call<Lane>(function, x...);
      } else {
        return function(x...);
      }
    });
  }
};
template <class F>
inline constexpr bool takes_several = false;
template <class F, class... Shapes>
inline constexpr bool takes_several<Grouped<F, Shapes...>> = true;

/// A value as it stands beside others in an array: with a derivative, of zero, where one of them has one along a
/// direction.
template <class... Beside, class V>
STENCIL_FUNCTION constexpr auto with_slope_beside(const V& value) {
  if constexpr (IsColumnValue<V> && (IsColumnValue<Beside> && ...)) {
    using T = typename V::value_type;
    using Number = NumberBeside<T, typename Beside::value_type...>;
    constexpr bool lacks_one = !std::is_same_v<typename Number::type, T> && !has_slope<T> &&
                               !(has_band_of_slopes<typename Beside::value_type> || ...);
    if constexpr (lacks_one) {
      const auto& lane = lane_of(value);
      return lane.to_begin_with(lane.pointwise(typename Number::Make{}, value));
    } else {
      return value;
    }
  } else {
    return value;
  }
}
template <class First, class... Rest>
STENCIL_FUNCTION constexpr auto array_of_alike(const First& first, const Rest&... rest) {
  constexpr bool alike = (std::is_same_v<First, Rest> && ...);
  static_assert(alike,
                "stencil: the values of an array are at one location, of one type of numbers, and expressions of one "
                "kind; put others together as together(a, b)");
  if constexpr (alike) return ValueArray<First, 1 + sizeof...(Rest)>{{first, rest...}};
}
template <class First, class... Rest>
STENCIL_FUNCTION constexpr auto array_of_members(const First& first, const Rest&... rest) {
  if constexpr ((std::is_same_v<First, Rest> && ...)) {
    return array_of_alike(first, rest...);
  } else {
    return array_of_alike(with_slope_beside<First, Rest...>(first), with_slope_beside<First, Rest...>(rest)...);
  }
}
template <class... X>
constexpr bool can_be_together() {
  constexpr bool members = (is_member<std::remove_cvref_t<X>> && ...);
  static_assert(members, "stencil: what is put together are fields, values, expressions, numbers, and groups of them");
  refuse_temporaries<X...>();
  return members && groups_last<X...>();
}
/// The number of values of an array; 0 if X is no array.
template <class X>
inline constexpr int length_of = 0;
template <class X, std::size_t N>
inline constexpr int length_of<std::array<X, N>> = static_cast<int>(N);
template <class X, std::size_t N>
inline constexpr int length_of<ValueArray<X, N>> = static_cast<int>(N);
/// f(value number I of each array).
template <std::size_t I, class F, class... Arrays>
STENCIL_FUNCTION constexpr auto called_at(const F& f, const Arrays&... arrays) {
  constexpr bool gives = !std::is_void_v<decltype(f(arrays[I]...))>;
  static_assert(gives,
                "stencil: the function that each calls returns a value: each([](auto x) { return 2.0 * x; }, q)");
  if constexpr (gives) return as_member(f(arrays[I]...));
}
}  // namespace column_functions

/// Values as one argument or result of a column function: fields, expressions, numbers, and arrays of them, at any
/// locations. `f(together(rho, w), q)` calls f with two arguments, the first of which it takes apart: `auto [rho, w] =
/// state;`.
template <class... X>
STENCIL_FUNCTION constexpr auto together(X&&... x) {
  if constexpr (column_functions::can_be_together<X...>())
    return column_functions::together_of(column_functions::as_member(x)...);
}

/// Values of one type as an array, `q[i]`, inside a column function or as its argument: what a std::array of fields is
/// there.
template <class... X>
  requires(sizeof...(X) > 0)
STENCIL_FUNCTION constexpr auto array_of(X&&... x) {
  if constexpr (column_functions::can_be_together<X...>())
    return column_functions::array_of_members(column_functions::as_member(x)...);
}

/// f(q[i], ...) for each i, as an array: `const auto moved = each([&](auto x, auto w) { return div(w * up(x)); }, q,
/// w);`. q...: arrays of one length, of fields, or of values inside a column function. On a device it is a list of
/// calls and no loop, so that all values can be in registers.
template <class F, class First, class... Rest>
STENCIL_FUNCTION constexpr auto each(const F& f, First&& first, Rest&&... rest) {
  constexpr int length = column_functions::length_of<std::remove_cvref_t<First>>;
  constexpr bool equal = length > 0 && ((column_functions::length_of<std::remove_cvref_t<Rest>> == length) && ...);
  static_assert(equal, "stencil: each(f, q, w) takes arrays that have as many values as each other, and at least one");
  if constexpr (equal && column_functions::groups_last<First, Rest...>()) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return column_functions::array_of_members(column_functions::called_at<I>(f, first, rest...)...);
    }(std::make_index_sequence<static_cast<std::size_t>(length)>{});
  }
}

#define STENCIL_SUM_OF_AN_ARRAY "stencil: sum_of(q) takes an array of values or fields, std::array or array_of(a, b)"
/// q[0] + q[1] + ..., in this order, of an array of values inside a column function or of fields. A list of sums and no
/// loop, for the same reason.
template <class Array>
STENCIL_FUNCTION constexpr auto sum_of(const Array& q) {
  constexpr int length = column_functions::length_of<Array>;
  static_assert(length > 0, STENCIL_SUM_OF_AN_ARRAY);
  if constexpr (length > 0) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (... + q[I]);
    }(std::make_index_sequence<static_cast<std::size_t>(length)>{});
  }
}
/// A compile-time error for sum_of(x, y).
template <class First, class Second, class... Rest>
STENCIL_FUNCTION constexpr auto sum_of(const First&, const Second&, const Rest&...) {
  static_assert(!std::is_same_v<First, First>, STENCIL_SUM_OF_AN_ARRAY);
}
#undef STENCIL_SUM_OF_AN_ARRAY

}  // namespace stencil
