// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/function_list.hpp>
#include <stencil/expression/takes.hpp>

/// Compile-time errors for operators and numbers of arguments that expressions do not have. Those of iterators name
/// their types, so that the standard library may ask whether a field is one: it looks at declarations alone.
namespace stencil {

// For ++a and a++.
#define STENCIL_NO_COUNTING(name)                                                                        \
  template <IsOperand A, class... After>                                                                 \
    requires(sizeof...(After) == 0 || (std::is_same_v<After, int> && ...))                               \
  STENCIL_FUNCTION constexpr const A& name(const A& a, After...) {                                       \
    static_assert(!std::is_same_v<A, A>,                                                                 \
                  "stencil: fields, expressions and values of a column function are not counted up and " \
                  "down; write a += 1");                                                                 \
    return a;                                                                                            \
  }
STENCIL_NO_COUNTING(operator++)
STENCIL_NO_COUNTING(operator--)
#undef STENCIL_NO_COUNTING

// For a ^ 2, a > 0 & a < 1 and so on.
#define STENCIL_NO_BITS(name)                                                                                         \
  template <class A, class B>                                                                                         \
    requires OperandPair<A, B>                                                                                        \
  STENCIL_FUNCTION constexpr auto name(const A&, const B&) {                                                          \
    static_assert(!std::is_same_v<A, A>,                                                                              \
                  "stencil: fields, expressions and values of a column function have no operations on bits; a power " \
                  "is x * x or pow(x, 2), and conditions are joined by && and ||");                                   \
  }
STENCIL_NO_BITS(operator^)
STENCIL_NO_BITS(operator&)
STENCIL_NO_BITS(operator|)
#undef STENCIL_NO_BITS
template <IsOperand A>
STENCIL_FUNCTION constexpr auto operator~(const A&) {
  static_assert(!std::is_same_v<A, A>,
                "stencil: fields, expressions and values of a column function have no operations on bits; where a "
                "condition does not hold is !condition");
}
// For n %= 3, flag &= x > 0.0 and flag |= x > 0.0.
#define STENCIL_NOT_ASSIGNED(name, instead)                                                                      \
  template <IsOperand A, class B>                                                                                \
  STENCIL_FUNCTION constexpr void name(const A&, const B&) {                                                     \
    static_assert(                                                                                               \
        !std::is_same_v<A, A>,                                                                                   \
        "stencil: fields and values of a column function change by =, +=, -=, *= and /= alone; write " instead); \
  }
STENCIL_NOT_ASSIGNED(operator%=, "n = n % 3")
STENCIL_NOT_ASSIGNED(operator&=, "flag = flag && x > 0.0")
STENCIL_NOT_ASSIGNED(operator|=, "flag = flag || x > 0.0")
#undef STENCIL_NOT_ASSIGNED
/// x ** 2 is x * (*2) to C++, and a field is no pointer.
template <IsOperand A>
STENCIL_FUNCTION constexpr const A& operator*(const A& a) {
  static_assert(!std::is_same_v<A, A>,
                "stencil: * stands between two values; a power is x * x or pow(x, 2), and what a field points to is "
                "field.data()");
  return a;
}

/// For e += b of an expression that was given a name. Fields and parts of fields have += of their own.
template <class E>
concept OnlyRead = IsNode<E> && !requires { typename E::compound_assigned; } && !requires(const E& e) { e.target(); };
#define STENCIL_NO_VARIABLE(name)                                                                                 \
  template <OnlyRead E, class X>                                                                                  \
  STENCIL_FUNCTION constexpr void name(const E&, const X&) {                                                      \
    static_assert(                                                                                                \
        !std::is_same_v<E, E>,                                                                                    \
        "stencil: an expression is a formula and no variable, also where auto gives it a name; make another "     \
        "of it, auto sum = e + b, or a field that is changed, CenterField<double> sum(grid); sum = e; sum += b"); \
  }
STENCIL_NO_VARIABLE(operator+=)
STENCIL_NO_VARIABLE(operator-=)
STENCIL_NO_VARIABLE(operator*=)
STENCIL_NO_VARIABLE(operator/=)
#undef STENCIL_NO_VARIABLE

/// For sum += x * spacing(Center{}) of a number, as in the step of a march.
#define STENCIL_NO_SUMMAND(name)                                                                                      \
  template <class Number, OnlyRead E>                                                                                 \
    requires std::is_arithmetic_v<Number>                                                                             \
  STENCIL_FUNCTION constexpr void name(Number&, const E&) {                                                           \
    static_assert(!std::is_same_v<E, E>,                                                                              \
                  "stencil: an expression has a value at every position and changes no number; the step of a march "  \
                  "gets values of others than its own, thicknesses too, as arguments after it: march(from_top, 0.0, " \
                  "[](auto& sum, auto x, auto dz) { ... }, x, spacing(Center{}))");                                   \
  }
STENCIL_NO_SUMMAND(operator+=)
STENCIL_NO_SUMMAND(operator-=)
STENCIL_NO_SUMMAND(operator*=)
STENCIL_NO_SUMMAND(operator/=)
#undef STENCIL_NO_SUMMAND

// For abs(a, b), pow(a), clamp(a, 0.0) and so on.
#define STENCIL_NOT_OF_TWO(name, takes)                                      \
  template <class A, class B, class... More>                                 \
    requires(IsOperand<A> || IsOperand<B>)                                   \
  STENCIL_FUNCTION constexpr auto name(const A&, const B&, const More&...) { \
    static_assert(!std::is_same_v<A, A>, "stencil: " #name " takes " takes); \
  }
#define STENCIL_NOT_OF_ONE(name, takes)                                      \
  template <IsOperand A>                                                     \
  STENCIL_FUNCTION constexpr auto name(const A&) {                           \
    static_assert(!std::is_same_v<A, A>, "stencil: " #name " takes " takes); \
  }
#define STENCIL_NOT_OF_THREE(name, takes)                                              \
  template <class A, class B, class C, class... More>                                  \
    requires(IsOperand<A> || IsOperand<B> || IsOperand<C>)                             \
  STENCIL_FUNCTION constexpr auto name(const A&, const B&, const C&, const More&...) { \
    static_assert(!std::is_same_v<A, A>, "stencil: " #name " takes " takes);           \
  }
#define STENCIL_TAKES_ONE(name, Type, cost) STENCIL_NOT_OF_TWO(name, "one value: " #name "(x)")
#define STENCIL_TAKES_TWO(name, Type, cost)               \
  STENCIL_NOT_OF_ONE(name, "two values: " #name "(x, y)") \
  STENCIL_NOT_OF_THREE(name, "two values: " #name "(x, y)")
#define STENCIL_EXTREME(name)                                                                \
  STENCIL_NOT_OF_ONE(name, "two values or more, " #name "(x, y); of one field column_" #name \
                           "(x) is that of each column, "                                    \
                           "global_" #name "(x) that of all")
STENCIL_FUNCTIONS_OF_ONE(STENCIL_TAKES_ONE)
STENCIL_LIBM_OF_TWO(STENCIL_TAKES_TWO)
STENCIL_TAKES_TWO(copysign, Copysign, 2)
STENCIL_TAKES_TWO(dot, Dot, 4)
STENCIL_TAKES_TWO(cross, Cross, 3)
STENCIL_EXTREME(min)
STENCIL_EXTREME(max)
#undef STENCIL_EXTREME
#undef STENCIL_TAKES_TWO
#undef STENCIL_TAKES_ONE
#undef STENCIL_NOT_OF_THREE
#undef STENCIL_NOT_OF_TWO
#undef STENCIL_NOT_OF_ONE
/// For clamp(x, 0.0).
template <class A, class B>
  requires(IsOperand<A> || IsOperand<B>)
STENCIL_FUNCTION constexpr auto clamp(const A&, const B&) {
  static_assert(!std::is_same_v<A, A>,
                "stencil: clamp takes a value, the least and the largest, clamp(x, 0.0, 1.0); one limit alone is "
                "max(x, 0.0) or min(x, 1.0)");
}
/// For where(x > 0.0, x, "none").
template <IsOperand Condition, class X, class Y>
  requires(std::is_convertible_v<const X&, const char*> || std::is_convertible_v<const Y&, const char*>)
STENCIL_FUNCTION constexpr auto where(const Condition&, const X&, const Y&) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: where chooses between two fields, expressions or numbers, where(x > 0.0, x, 0.0), and a text "
                "is none");
}

}  // namespace stencil
