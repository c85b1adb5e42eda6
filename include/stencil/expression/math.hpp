// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/broadcasted.hpp>
#include <stencil/expression/function_list.hpp>
#include <stencil/expression/functions.hpp>
#include <stencil/expression/refused.hpp>
#include <stencil/expression/takes.hpp>

namespace stencil {

/// The node of function(a, b); a number takes the precision of the other argument.
template <class Function, class A, class B>
STENCIL_FUNCTION constexpr auto node_of_function(const A& a, const B& b) {
  constexpr bool one_by_one = !ArrayOfOperands<A> && !ArrayOfOperands<B>;
  static_assert(one_by_one, STENCIL_ARRAY_IN_A_FORMULA);
  constexpr bool wrapped = !one_by_one || (!UnwrappedArray<A> && !UnwrappedArray<B>);
  static_assert(
      wrapped,
      "stencil: an array is no operand by itself; give it as wrap_center(array, grid) or wrap_face(array, grid)");
  constexpr bool applied = !UnappliedOperator<A> && !UnappliedOperator<B>;
  static_assert(applied,
                "stencil: an operator or a column function has values where it is applied, as in GradientC2F()(x), "
                "where the first parentheses are for conditions, or columnwise(f)(x)");
  constexpr bool single = !one_by_one || (!SeveralResults<A> && !SeveralResults<B>);
  static_assert(single, STENCIL_SEVERAL_RESULTS);
  if constexpr (one_by_one && wrapped && applied && single)
    return broadcasted(Function{}, as_node_beside<node_of<B>>(a), as_node_beside<node_of<A>>(b));
}

/// Whether A * B is the product of a band matrix and a column or another matrix, which is not a point function.
template <class A, class B>
constexpr bool is_matrix_product() {
  if constexpr (IsOperand<A> && IsOperand<B>) {
    using Where = typename node_of<B>::location;
    return is_band_row<typename node_of<A>::value_type> &&
           (std::is_same_v<Where, Center> || std::is_same_v<Where, Face>);
  } else {
    return false;
  }
}

#define STENCIL_BINARY(name, Function)                  \
  template <class A, class B>                           \
    requires OperandPair<A, B>                          \
  STENCIL_FUNCTION constexpr auto name(A&& a, B&& b) {  \
    refuse_temporaries<A, B>();                         \
    return node_of_function<functions::Function>(a, b); \
  }
/// An operand with truth values.
template <class A>
concept ConditionOperand = IsOperand<A> && std::is_same_v<typename node_of<A>::value_type, bool>;
#define STENCIL_ORDER(name, Function)                                                                               \
  template <class A, class B>                                                                                       \
    requires OperandPair<A, B>                                                                                      \
  STENCIL_FUNCTION constexpr auto name(A&& a, B&& b) {                                                              \
    refuse_temporaries<A, B>();                                                                                     \
    constexpr bool ordered = !ConditionOperand<A> && !ConditionOperand<B>;                                          \
    static_assert(ordered,                                                                                          \
                  "stencil: a condition is not larger or smaller than something; 0 < x < 1 compares the condition " \
                  "0 < x with 1: write 0 < x && x < 1");                                                            \
    if constexpr (ordered) return node_of_function<functions::Function>(a, b);                                      \
  }
#define STENCIL_BINARY_OF_CONDITIONS(name, Function)                                    \
  template <class A, class B>                                                           \
    requires OperandPair<A, B>                                                          \
  STENCIL_FUNCTION constexpr auto name(A&& a, B&& b) {                                  \
    refuse_temporaries<A, B>();                                                         \
    constexpr bool conditions = functions::Conditional<A> && functions::Conditional<B>; \
    static_assert(conditions, STENCIL_TAKES_CONDITIONS);                                \
    if constexpr (conditions) return node_of_function<functions::Function>(a, b);       \
  }
#define STENCIL_UNARY_IF(name, Function, fits)               \
  template <UnaryOperand A>                                  \
  STENCIL_FUNCTION constexpr auto name(A&& a) {              \
    refuse_temporaries<A>();                                 \
    if constexpr (!IsOperand<A>) {                           \
      return node_of_function<functions::Function>(a, a);    \
    } else if constexpr (fits) {                             \
      return broadcasted(functions::Function{}, as_node(a)); \
    }                                                        \
  }
#define STENCIL_TERNARY_IF(name, Function, fits)                                                                 \
  template <class A, class B, class C>                                                                           \
    requires(IsOperand<A> || IsOperand<B> || IsOperand<C>) &&                                                    \
            ((IsOperand<A> || IsLiteral<A>) && (IsOperand<B> || IsLiteral<B>) && (IsOperand<C> || IsLiteral<C>)) \
  STENCIL_FUNCTION constexpr auto name(A&& a, B&& b, C&& c) {                                                    \
    refuse_temporaries<A, B, C>();                                                                               \
    if constexpr (fits) {                                                                                        \
      using Beside = FirstOperand<A, B, C>;                                                                      \
      return broadcasted(functions::Function{}, as_node_beside<Beside>(a), as_node_beside<Beside>(b),            \
                         as_node_beside<Beside>(c));                                                             \
    }                                                                                                            \
  }

#define STENCIL_BINARY_IF(name, Function, fits)                             \
  template <class A, class B>                                               \
    requires OperandPair<A, B>                                              \
  STENCIL_FUNCTION constexpr auto name(A&& a, B&& b) {                      \
    refuse_temporaries<A, B>();                                             \
    if constexpr (fits) return node_of_function<functions::Function>(a, b); \
  }

/// @{
/// A point function of expressions, computed at every position. All operands are at one location, or have one value per
/// column; a number or a Vec takes the precision of the other operand. Units follow from the function.
STENCIL_BINARY(operator+, Add)
STENCIL_BINARY(operator-, Subtract)
template <class A, class B>
  requires OperandPair<A, B> && (!is_matrix_product<A, B>())
STENCIL_FUNCTION constexpr auto operator*(A&& a, B&& b) {
  refuse_temporaries<A, B>();
  return node_of_function<functions::Multiply>(a, b);
}
STENCIL_BINARY(operator/, Divide)
template <class A, class B>
  requires OperandPair<A, B>
STENCIL_FUNCTION constexpr auto operator%(A&& a, B&& b) {
  refuse_temporaries<A, B>();
  if constexpr (takes_remainders<A, B>()) return node_of_function<functions::Remainder>(a, b);
}
STENCIL_ORDER(operator<, Less)
STENCIL_ORDER(operator<=, LessEqual)
STENCIL_ORDER(operator>, Greater)
STENCIL_ORDER(operator>=, GreaterEqual)
STENCIL_BINARY(operator==, Equal)
STENCIL_BINARY(operator!=, NotEqual)
STENCIL_BINARY_OF_CONDITIONS(operator&&, And)
STENCIL_BINARY_OF_CONDITIONS(operator||, Or)
STENCIL_UNARY_IF(operator-, Negate, has_negative<A>())
template <IsOperand A>
STENCIL_FUNCTION constexpr auto operator+(A&& a) {
  refuse_temporaries<A>();
  return as_node(a);
}
template <IsOperand A>
STENCIL_FUNCTION constexpr auto operator!(A&& a) {
  refuse_temporaries<A>();
  constexpr bool condition = functions::Conditional<A>;
  static_assert(condition, STENCIL_TAKES_CONDITIONS);
  if constexpr (condition) return broadcasted(functions::Not{}, as_node(a));
}
#define STENCIL_OF_ANY_ONE(name, Type, cost) STENCIL_UNARY_IF(name, Type, true)
#define STENCIL_OF_A_VEC(name, Type) STENCIL_UNARY_IF(name, Type, takes_vecs<A>())
#define STENCIL_ROUNDING_OF(name, Type, cost) STENCIL_UNARY_IF(name, Type, takes_floating<A>())
#define STENCIL_REAL_OF_ONE(name, Type, cost) STENCIL_UNARY_IF(name, Type, takes_functions<A>())
#define STENCIL_OF_TWO_VECS(name, Type) STENCIL_BINARY_IF(name, Type, (takes_vecs<A, B>()))
#define STENCIL_OF_TWO_FLOATING(name, Type) STENCIL_BINARY_IF(name, Type, (takes_floating<A, B>()))
#define STENCIL_REAL_OF_TWO(name, Type) STENCIL_BINARY_IF(name, Type, (takes_functions<A, B>()))
#define STENCIL_OF_ANY_THREE(name, Type) STENCIL_TERNARY_IF(name, Type, true)
#define STENCIL_OF_THREE_FLOATING(name, Type) STENCIL_TERNARY_IF(name, Type, (takes_floating<A, B, C>()))
STENCIL_OF_ANY_ONE(abs, Abs, )
STENCIL_OF_A_VEC(norm, Norm)
STENCIL_REAL_OF_ONE(sqrt, Sqrt, )
STENCIL_ROUNDING(STENCIL_ROUNDING_OF)
STENCIL_QUESTIONS(STENCIL_OF_ANY_ONE)
STENCIL_LIBM_OF_ONE(STENCIL_REAL_OF_ONE)
STENCIL_BINARY(min, Min)
STENCIL_BINARY(max, Max)
STENCIL_OF_TWO_VECS(dot, Dot)
STENCIL_OF_TWO_FLOATING(copysign, Copysign)
STENCIL_REAL_OF_TWO(pow, Pow)
STENCIL_OF_TWO_FLOATING(atan2, Atan2)
STENCIL_OF_TWO_FLOATING(hypot, Hypot)
STENCIL_OF_ANY_THREE(clamp, Clamp)
STENCIL_OF_THREE_FLOATING(fma, Fma)
#undef STENCIL_OF_ANY_ONE
#undef STENCIL_OF_A_VEC
#undef STENCIL_ROUNDING_OF
#undef STENCIL_REAL_OF_ONE
#undef STENCIL_OF_TWO_VECS
#undef STENCIL_OF_TWO_FLOATING
#undef STENCIL_REAL_OF_TWO
#undef STENCIL_OF_ANY_THREE
#undef STENCIL_OF_THREE_FLOATING
/// @}
#undef STENCIL_BINARY
#undef STENCIL_ORDER
#undef STENCIL_BINARY_OF_CONDITIONS
#undef STENCIL_UNARY_IF
#undef STENCIL_TERNARY_IF
#undef STENCIL_BINARY_IF

/// Whether values of A and B have a cross product. What is no operand is refused elsewhere.
template <class A, class B>
constexpr bool has_cross_product() {
  if constexpr (NoOperand<A> || NoOperand<B>) {
    return true;
  } else {
    return requires(const typename node_of<A>::value_type& x, const typename node_of<B>::value_type& y) {
      cross(x, y);
    };
  }
}
/// The cross product of horizontal vectors, values of type Vec<T, 2>, and vertical ones, numbers along the upward unit
/// vector k: cross(u, w) = u x (w k) = vec(u_1 w, -u_0 w); cross(f, u) = f k x u = vec(-f u_1, f u_0); of two
/// horizontal vectors the vertical component, u_0 v_1 - u_1 v_0. The unit is the product of the operands' units.
template <class A, class B>
  requires OperandPair<A, B>
STENCIL_FUNCTION constexpr auto cross(A&& a, B&& b) {
  refuse_temporaries<A, B>();
  constexpr bool fits = has_cross_product<A, B>();
  static_assert(fits,
                "stencil: cross takes horizontal vectors, Vecs of two components, and vertical ones, numbers: at least "
                "one of the two is a Vec of two components");
  if constexpr (fits) return node_of_function<functions::Cross>(a, b);
}

/// x where the condition holds, y elsewhere. Both are computed everywhere.
template <IsOperand Condition, class X, class Y>
  requires((IsOperand<X> || IsLiteral<X>) && (IsOperand<Y> || IsLiteral<Y>))
STENCIL_FUNCTION constexpr auto where(Condition&& condition, X&& x, Y&& y) {
  refuse_temporaries<Condition, X, Y>();
  constexpr bool conditional = functions::Conditional<Condition>;
  static_assert(conditional, STENCIL_TAKES_CONDITIONS);
  if constexpr (conditional)
    return broadcasted(functions::Where{}, as_node(condition), as_node_beside<node_of<Y>>(x),
                       as_node_beside<node_of<X>>(y));
}

/// Compile-time errors for a choice of another number of values than two, and for a condition that is a number.
template <IsOperand Condition, class... X>
  requires(sizeof...(X) != 2)
STENCIL_FUNCTION constexpr auto where(const Condition&, const X&...) {
  static_assert(!std::is_same_v<Condition, Condition>,
                "stencil: where takes a condition, the value where it holds and that elsewhere: "
                "where(x > 0.0, x, 0.0)");
}
template <IsLiteral Condition, class X, class Y>
  requires((IsOperand<X> || IsOperand<Y>) && (IsOperand<X> || IsLiteral<X>) && (IsOperand<Y> || IsLiteral<Y>))
STENCIL_FUNCTION constexpr auto where(const Condition&, const X&, const Y&) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: the condition of where is one of fields or values, as x > 0.0, or isnan(x) without std::; "
                "between two values choose by a number with if");
}

/// A point function made from a function of numbers, Vecs or other values:
/// `pointwise([] STENCIL_FUNCTION (double x, double y) { return x > y ? x : y; })(a, b)`.
/// A struct with a const call operator will do too; it is needed in device code that is compiled without extended
/// lambdas.
template <class F>
struct PointwiseFunction {
  F function;  ///< has one parameter for each argument, of its value type

  /// The node of function(x...) at every position.
  template <class... Args>
    requires((IsOperand<Args> || IsLiteral<Args>) && ...)
  STENCIL_FUNCTION constexpr auto operator()(Args&&... args) const {
    refuse_temporaries<Args...>();
    constexpr bool fits = std::is_invocable_v<const F&, typename node_of<Args>::value_type...>;
    static_assert(fits,
                  "stencil: the function given to pointwise does not take these values; it needs one parameter for "
                  "each argument, of its value type");
    if constexpr (fits) {
      constexpr bool gives = !std::is_void_v<std::invoke_result_t<const F&, typename node_of<Args>::value_type...>>;
      static_assert(gives,
                    "stencil: the function given to pointwise returns nothing; it returns the value of its result: "
                    "pointwise([](double x) { return x + 1.0; })");
      if constexpr (gives) return broadcasted(functions::User<F>{function}, as_node(args)...);
    }
  }
};
/// A point function made from `function`, which has one parameter for each argument, of its value type.
template <class F>
STENCIL_FUNCTION constexpr PointwiseFunction<F> pointwise(const F& function) {
  return {function};
}
namespace detail {
/// What a name of several functions becomes, as std::exp or std::pow.
struct FunctionsOfOneName {
  constexpr FunctionsOfOneName(double (*)(double)) {}          // NOLINT(google-explicit-constructor)
  constexpr FunctionsOfOneName(double (*)(double, double)) {}  // NOLINT(google-explicit-constructor)
};
}  // namespace detail
/// Compile-time errors for a function, which device code cannot take from the host, and for arguments in the wrong
/// place.
template <class R, class... Numbers>
constexpr auto pointwise(R (&)(Numbers...)) {
  static_assert(!std::is_same_v<R, R>,
                "stencil: pointwise takes a lambda or a struct with a call operator; a function is called by one, "
                "pointwise([](double x) { return f(x); })");
}
template <class Never = void, class... Args>
constexpr auto pointwise(detail::FunctionsOfOneName, const Args&...) {
  static_assert(!std::is_same_v<Never, Never>,
                "stencil: pointwise takes a lambda or a struct with a call operator, not a name of several functions; "
                "exp, pow and others take fields themselves, exp(x), and others are called by one, "
                "pointwise([](double x) { return std::lgamma(x); })");
}
template <class F, class... Args>
  requires(sizeof...(Args) > 0)
STENCIL_FUNCTION constexpr auto pointwise(const F&, const Args&...) {
  static_assert(!std::is_same_v<F, F>,
                "stencil: pointwise makes a point function of f, which then takes the arguments: "
                "pointwise(f)(x, y)");
}

#undef STENCIL_TAKES_CONDITIONS

}  // namespace stencil
