// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/compound_assignment.hpp>
#include <stencil/expression/children.hpp>
#include <stencil/expression/concepts.hpp>
#include <stencil/location.hpp>

/// Values inside column functions.
namespace stencil::column_functions {

/// A compile-time error for a branch on a column value. T: any type.
template <class T>
STENCIL_FUNCTION constexpr bool refuse_truth() {
  static_assert(!std::is_same_v<T, T>,
                "stencil: a value in a column function differs from level to level and from column to column; choose "
                "with where(condition, x, y), not with if or ?:; the step of a march branches on its own arguments");
  return false;
}
/// What switch makes of a column value.
enum class NoCase {};

/// The type of variables in a column function: the rows of a value that a lane holds at centers or faces, or one value
/// of the column at the surface. It is a node of expressions, but an operation on it is carried out at once, by its
/// lane.
///
/// A lane is whoever holds rows: a thread of a GPU, a thread of a CPU with a batch of columns, or one that only counts
/// what is read. It has the members
///   rows<Where, T>               the type that holds rows of T at a location
///   handle                       a pointer or reference by which a value knows its lane
///   pointwise(function, nodes...)  the value of a point function
///   apply(op, nodes...)          the value of an operator
template <class Lane, class Where, class T>
struct STENCIL_NEW_VALUE ColumnValue {
  struct stencil_node {};
  struct column_value {};
  using compound_assigned = ColumnValue;
  using lane_type = Lane;
  using value_type = T;
  using location = Where;
  using space = AnySpace;

  typename Lane::template rows<Where, T> rows;
  typename Lane::handle lane;

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    return at.held(*this);
  }

  template <class X>
    requires(!std::is_convertible_v<const X&, ColumnValue>)
  STENCIL_FUNCTION constexpr ColumnValue& operator=(const X&) {
    constexpr bool other_precision = std::is_floating_point_v<T> && requires {
      requires std::is_floating_point_v<typename X::value_type> && std::is_same_v<typename X::location, Where>;
    };
    static_assert(
        !other_precision,
        "stencil: a variable of a column function keeps the precision of its values; give what is computed with "
        "values of another precision a name of its own; of two numbers where(condition, 1.0, 2.0) is double: "
        "write 2.0 + 0.0 * x for one of them");
    static_assert(
        other_precision || !std::is_same_v<X, X>,
        "stencil: a variable of a column function keeps the location and the type of its values; put a number in by "
        "where(condition, 1.0, x), and give a value of another kind a name of its own");
    return *this;
  }
  /// A compile-time error for a parameter auto& x that is changed.
  template <class X>
  STENCIL_FUNCTION constexpr void operator=(const X&) const {  // NOLINT(misc-unconventional-assign-operator)
    static_cast<void>(refuse_const<ColumnValue>());
  }
  /// Compile-time errors for x[k] and x(k).
  template <class Index>
  STENCIL_FUNCTION constexpr ColumnValue operator[](const Index&) const {
    static_assert(!std::is_same_v<Index, Index>,
                  "stencil: a value in a column function has no index; the level above is above(x), the one below "
                  "below(x), a certain one at_level(x, k), a component of a Vec component<0>(x); a loop over the "
                  "levels is a march");
    return *this;
  }
  template <class... Index>
  STENCIL_FUNCTION constexpr ColumnValue operator()(const Index&...) const {
    return (*this)[0];
  }
  /// Compile-time errors for x.size(), x.levels() and x.grid().
  template <class None = void>
  STENCIL_FUNCTION constexpr int size() const {
    static_assert(!std::is_same_v<None, void>,
                  "stencil: a value in a column function has all levels of a column, whose number it does not tell; "
                  "count levels by column_sum(level_index(Center{}) >= 0), and go through them by a march");
    return 0;
  }
  template <class None = void>
  STENCIL_FUNCTION constexpr int levels() const {
    return size<None>();
  }
  template <class None = void>
  STENCIL_FUNCTION constexpr auto grid() const {
    static_assert(!std::is_same_v<None, void>,
                  "stencil: a value in a column function has no grid; heights are heights(Center{}), "
                  "thicknesses spacing(Center{})");
    return 0;
  }
  /// A compile-time error for x.fill(1.0).
  template <class Number>
  STENCIL_FUNCTION constexpr void fill(const Number&) const {
    static_assert(!std::is_same_v<Number, Number>,
                  "stencil: a value in a column function is computed and not filled: one that is 1 everywhere is "
                  "1.0 + 0.0 * x, one by height a formula of heights(Center{}); fields are filled before the call");
  }
  // A template, so that bool is the only type that it converts to.
  template <class B>
    requires std::is_same_v<B, bool>
  STENCIL_FUNCTION explicit constexpr operator B() const {
    return refuse_truth<ColumnValue>();
  }
  STENCIL_FUNCTION constexpr operator double() const {  // NOLINT(google-explicit-constructor): meant for conversions
    if constexpr (std::is_same_v<T, bool>) {
      return refuse_truth<ColumnValue>();
    } else {
      static_assert(
          !std::is_same_v<T, T>,
          "stencil: a value in a column function has numbers for many levels and columns and is no number; let "
          "variables and parameters of functions be auto, write sqrt(x) without std::, and choose with "
          "where(condition, x, y), not with ?:; a sum starts from 0.0 * x, a march with a struct of values from "
          "make<State>(x, 0.0), and its step takes values from outside as arguments after it");
      return 0;
    }
  }
  // For switch (x). What noexcept asks for is instantiated before the cases are looked at.
  STENCIL_FUNCTION constexpr operator NoCase() const  // NOLINT(google-explicit-constructor): as above
      noexcept(refuse_truth<ColumnValue>()) {
    return {};
  }
};

template <class N>
concept IsColumnValue = requires { typename std::remove_cvref_t<N>::column_value; };

/// The lane of the first column value among nodes.
template <class First, class... Rest>
STENCIL_FUNCTION constexpr const auto& lane_of(const First& first, const Rest&... rest) {
  if constexpr (IsColumnValue<First>) {
    return First::lane_type::of(first.lane);
  } else {
    return lane_of(rest...);
  }
}

/// Calls a user's function of values. A lane that has `call` does it itself.
template <class Lane, class F, class... Values>
STENCIL_FUNCTION constexpr auto call(const F& function, const Values&... values) {
  if constexpr (requires { Lane::calls_user_functions; }) {
    return Lane::call(function, values...);
  } else {
    return function(values...);
  }
}

/// How a value inside a column function is read: once by one operation that stands beside it in the library, so that a
/// lane may compute it there, or in ways that nothing is known of.
enum class IsRead { often, once };

/// The point function x -> x.
struct Same {
  static constexpr const char* name = "value";
  static constexpr int cost = 0;
  template <class X>
  STENCIL_FUNCTION constexpr X operator()(const X& x) const {
    return x;
  }
};

/// A node without values, which has the location and type of a column value. Expressions of it tell what a formula
/// reads.
template <class Where, class T>
struct Stand {
  struct stencil_node {};
  using value_type = T;
  using location = Where;
  using space = AnySpace;
  using children = ChildList<>;
  static constexpr int cost = 0;
};

template <class N>
struct StandFor {
  using type = N;
};
template <class Lane, class Where, class T>
struct StandFor<ColumnValue<Lane, Where, T>> {
  using type = Stand<Where, T>;
};
/// Stand for a column value, and the node itself for others.
template <class N>
using stand_for = typename StandFor<N>::type;

/// Whether values of T carry derivatives with respect to neighbouring levels, as those of a Jacobian do. Operations
/// between levels that are far apart cannot propagate them.
template <class T>
inline constexpr bool has_band_of_slopes = false;
/// A compile-time error for an operation on whole columns of such values.
template <class... T>
STENCIL_FUNCTION constexpr void require_no_band_of_slopes() {
  static_assert(
      !(has_band_of_slopes<T> || ...),
      "stencil: a Jacobian through a sum, a running value, a march, a solve or at_level is no band matrix; take "
      "jvp, or compute that part before and give it as an argument");
}

/// The type of a value without its derivatives.
template <class T>
struct WithoutSlope {
  using type = T;
};
/// Whether values of T carry derivatives of either kind.
template <class T>
inline constexpr bool has_slope = !std::is_same_v<typename WithoutSlope<T>::type, T>;
/// The same of the values of a column value of this type.
template <class V>
inline constexpr bool gives_slope = false;
template <IsColumnValue V>
inline constexpr bool gives_slope<V> = has_slope<typename V::value_type>;
/// Whether values of these types carry derivatives of one kind, if any.
template <class... T>
inline constexpr bool have_one_derivative =
    !(has_band_of_slopes<T> || ...) || ((has_band_of_slopes<T> || !has_slope<T>) && ...);
/// Whether values are differentiated once, and a compile-time error if not.
template <bool Once>
STENCIL_FUNCTION constexpr bool differentiated_once() {
  static_assert(
      Once,
      "stencil: a column function with jacobian, value_and_jacobian, newton or implicit_step inside cannot be "
      "differentiated, by jvp or by a Jacobian; take the derivative of the formula, and solve for that of "
      "what the function solves");
  return Once;
}
/// A number as it stands beside values of these types: one with a derivative beside such.
template <class Number, class... T>
struct NumberBeside {
  using type = Number;
};
template <class Number, class First, class... Rest>
struct NumberBeside<Number, First, Rest...> : NumberBeside<Number, Rest...> {};
template <class N>
struct PlainStandFor {
  using type = N;
};
template <class Lane, class Where, class T>
struct PlainStandFor<ColumnValue<Lane, Where, T>> {
  using type = Stand<Where, typename WithoutSlope<T>::type>;
};
/// Stand for a column value, whose type has no derivatives. What a formula reads does not depend on derivatives.
template <class N>
using plain_stand_for = typename PlainStandFor<N>::type;

/// The operator to apply to these nodes: the differentiated one if they carry derivatives. Node: the node of the
/// operator on values without derivatives.
template <class Node, class... Nodes>
struct OperatorOn {
  template <class Op>
  STENCIL_FUNCTION static constexpr const Op& of(const Op& op) {
    return op;
  }
};

/// Whether a node reads memory. Inside a column function that is a field that was not given as an argument.
template <class N>
inline constexpr bool reads_memory = !std::is_same_v<typename N::space, AnySpace>;

/// False, and a compile-time error, if a node inside a column function reads a field.
template <class... Nodes>
STENCIL_FUNCTION constexpr bool given_as_arguments() {
  constexpr bool given = (!reads_memory<Nodes> && ...);
  static_assert(given,
                "stencil: a column function works on the values of one column; give it a field as an argument, do not "
                "let it take one from outside");
  return given;
}

/// False, and a compile-time error, for an operation that column functions do not support.
template <class... Operands>
STENCIL_FUNCTION constexpr bool outside_column_functions() {
  constexpr bool outside = !(IsColumnValue<Operands> || ...);
  static_assert(
      outside,
      "stencil: sums over all columns, sorting, running means, dense operators and remaps cannot stand inside a "
      "column function; assign them to a field before, and give that as an argument");
  return outside;
}

}  // namespace stencil::column_functions
