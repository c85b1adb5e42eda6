// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/divided.hpp>
#include <stencil/expression/function_list.hpp>
#include <stencil/expression/values.hpp>

/// Function objects of the built-in point functions. explain() prints `name`; the plan uses `cost`, in units of one
/// addition.
namespace stencil::functions {

// A product of a Vec and a number has a meaning, a sum has none.
#define STENCIL_VEC_BESIDE_NUMBER                                                                                    \
  "stencil: a Vec and a number can be multiplied and divided, but not added, compared or chosen between; write the " \
  "number for each component, u + Vec{1.0, 1.0}, or take one, component<0>(u) > 1.0"
#define STENCIL_VECS_OF_TWO_PRECISIONS \
  "stencil: a Vec of float and a Vec of double have no operations with each other; make both fields of one precision"
#define STENCIL_MATRIX_BESIDE_VALUE                                                                                    \
  "stencil: a matrix and a value can be multiplied, but not added, compared or chosen between; write diagonal(x) for " \
  "the matrix with the values x on its diagonal, and 2.0 * identity() for that with a number"
#define STENCIL_BINARY_FUNCTION(Type, text, operations, expression)            \
  struct Type {                                                                \
    static constexpr const char* name = text;                                  \
    static constexpr int cost = operations;                                    \
    template <class A, class B>                                                \
    STENCIL_FUNCTION constexpr auto operator()(const A& a, const B& b) const { \
      if constexpr (RealAndOther<A, B>) {                                      \
        using T = decltype(a + b);                                             \
        return (*this)(static_cast<T>(a), static_cast<T>(b));                  \
      } else {                                                                 \
        if constexpr (is_vec<A> != is_vec<B>) {                                \
          constexpr bool defined = requires { expression; };                   \
          static_assert(defined, STENCIL_VEC_BESIDE_NUMBER);                   \
        }                                                                      \
        if constexpr (is_matrix_row<A> != is_matrix_row<B>) {                  \
          constexpr bool defined = requires { expression; };                   \
          static_assert(defined, STENCIL_MATRIX_BESIDE_VALUE);                 \
        }                                                                      \
        constexpr bool meet = !are_vecs_of_two_precisions<A, B>;               \
        static_assert(meet, STENCIL_VECS_OF_TWO_PRECISIONS);                   \
        return expression;                                                     \
      }                                                                        \
    }                                                                          \
  };
#define STENCIL_UNARY_FUNCTION(Type, text, operations, expression) \
  struct Type {                                                    \
    static constexpr const char* name = text;                      \
    static constexpr int cost = operations;                        \
    template <class A>                                             \
    STENCIL_FUNCTION constexpr auto operator()(const A& a) const { \
      return expression;                                           \
    }                                                              \
  };

/// a + b, of numbers, Vecs and rows of matrices: an operation for sums and running values.
STENCIL_BINARY_FUNCTION(Add, "+", 1, a + b)
STENCIL_BINARY_FUNCTION(Subtract, "-", 1, a - b)
/// a * b, likewise.
STENCIL_BINARY_FUNCTION(Multiply, "*", 1, a* b)
STENCIL_BINARY_FUNCTION(Divide, "/", 8, quotient(a, b))
STENCIL_BINARY_FUNCTION(Remainder, "%", 10, a - a / b * b)
STENCIL_BINARY_FUNCTION(Less, "<", 1, a < b)
STENCIL_BINARY_FUNCTION(LessEqual, "<=", 1, a <= b)
STENCIL_BINARY_FUNCTION(Greater, ">", 1, a > b)
STENCIL_BINARY_FUNCTION(GreaterEqual, ">=", 1, a >= b)
STENCIL_BINARY_FUNCTION(Equal, "==", 1, a == b)
STENCIL_BINARY_FUNCTION(NotEqual, "!=", 1, !(a == b))
STENCIL_BINARY_FUNCTION(And, "&&", 1, a&& b)
STENCIL_BINARY_FUNCTION(Or, "||", 1, a || b)
STENCIL_UNARY_FUNCTION(Negate, "-", 1, -a)
STENCIL_UNARY_FUNCTION(Not, "!", 1, !a)

#define STENCIL_FUNCTION_OF_ONE(name, Type, cost) STENCIL_UNARY_FUNCTION(Type, #name, cost, name(a))
#define STENCIL_FUNCTION_OF_TWO(name, Type, cost) STENCIL_BINARY_FUNCTION(Type, #name, cost, name(a, b))
#define STENCIL_FUNCTION_OF_THREE(function, Type, operations)                              \
  struct Type {                                                                            \
    static constexpr const char* name = #function;                                         \
    static constexpr int cost = operations;                                                \
    template <class A, class B, class C>                                                   \
    STENCIL_FUNCTION constexpr auto operator()(const A& a, const B& b, const C& c) const { \
      return function(a, b, c);                                                            \
    }                                                                                      \
  };
STENCIL_FUNCTIONS_OF_ONE(STENCIL_FUNCTION_OF_ONE)
STENCIL_FUNCTIONS_OF_TWO(STENCIL_FUNCTION_OF_TWO)
STENCIL_FUNCTIONS_OF_THREE(STENCIL_FUNCTION_OF_THREE)
#undef STENCIL_FUNCTION_OF_ONE
#undef STENCIL_FUNCTION_OF_TWO
#undef STENCIL_FUNCTION_OF_THREE
#undef STENCIL_BINARY_FUNCTION
#undef STENCIL_UNARY_FUNCTION

/// The first value where a condition holds, else the second.
struct Where {
  static constexpr const char* name = "where";
  static constexpr int cost = 1;
  template <class C, class A, class B>
  STENCIL_FUNCTION constexpr auto operator()(const C& condition, const A& a, const B& b) const {
    if constexpr (is_vec<A> != is_vec<B>) {
      constexpr bool defined = requires { where(condition, a, b); };
      static_assert(defined, STENCIL_VEC_BESIDE_NUMBER);
    }
    if constexpr (is_matrix_row<A> != is_matrix_row<B>) {
      constexpr bool defined = requires { where(condition, a, b); };
      static_assert(defined, STENCIL_MATRIX_BESIDE_VALUE);
    }
    constexpr bool meet = !are_vecs_of_two_precisions<A, B>;
    static_assert(meet, STENCIL_VECS_OF_TWO_PRECISIONS);
    return where(condition, a, b);
  }
};

#undef STENCIL_VEC_BESIDE_NUMBER
#undef STENCIL_VECS_OF_TWO_PRECISIONS
#undef STENCIL_MATRIX_BESIDE_VALUE

/// Whether some of these values are vectors, for which call_elementwise calls a function for each element.
template <class F, class... Values>
concept CalledElementwise = requires(const F& f, const Values&... v) { call_elementwise(f, v...); };

/// What a function is called where an expression is shown.
template <class F>
inline constexpr const char* shown_name = "pointwise";

/// A user's function.
template <class F>
struct User {
  static constexpr const char* name = shown_name<F>;
  static constexpr int cost = 30;  // unknown; that of exp, so that it is computed once rather than at every read
  F function;
  template <class... Values>
  STENCIL_FUNCTION constexpr auto operator()(const Values&... v) const {
    if constexpr (requires { function.of_vectors(v...); }) {
      return function.of_vectors(v...);
    } else if constexpr (CalledElementwise<F, Values...>) {
      return call_elementwise(function, v...);
    } else {
      return function(v...);
    }
  }
};

}  // namespace stencil::functions
