// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The built-in point functions, each listed once as X(name, Type, cost): its name, the type of its function object,
/// and its cost in units of one addition. Function objects and overloads for probes, symbols, dual numbers and packs
/// are generated from these lists, and in math.hpp, which says which values each takes, the nodes of most.

/// Functions of libm that glibc's libmvec has for vectors.
#define STENCIL_LIBM_OF_ONE(X) \
  X(exp, Exp, 30)              \
  X(log, Log, 30)              \
  X(sin, Sin, 40)              \
  X(cos, Cos, 40)              \
  X(tanh, Tanh, 50)            \
  X(tan, Tan, 50)              \
  X(asin, Asin, 40)            \
  X(acos, Acos, 40)            \
  X(atan, Atan, 40)            \
  X(sinh, Sinh, 50)            \
  X(cosh, Cosh, 50)            \
  X(log10, Log10, 30)          \
  X(log2, Log2, 30)            \
  X(log1p, Log1p, 40)          \
  X(exp2, Exp2, 30)            \
  X(expm1, Expm1, 40)          \
  X(cbrt, Cbrt, 40)            \
  X(erf, Erf, 60)
#define STENCIL_LIBM_OF_TWO(X) \
  X(pow, Pow, 60)              \
  X(atan2, Atan2, 50)          \
  X(hypot, Hypot, 20)

/// Rounding to whole numbers; `round` rounds halves away from zero.
#define STENCIL_ROUNDING(X) \
  X(floor, Floor, 1)        \
  X(ceil, Ceil, 1)          \
  X(round, Round, 2)

/// Tests of a number's bits, which also work under compiler options that assume there is no NaN.
#define STENCIL_QUESTIONS(X) \
  X(isnan, Isnan, 2)         \
  X(isfinite, Isfinite, 2)

/// Functions that libm has no vectors for.
#define STENCIL_SIMPLE_OF_ONE(X) \
  X(abs, Abs, 1)                 \
  STENCIL_ROUNDING(X)            \
  STENCIL_QUESTIONS(X)           \
  X(norm, Norm, 16)
#define STENCIL_SIMPLE_OF_TWO(X) \
  X(min, Min, 1)                 \
  X(max, Max, 1)                 \
  X(copysign, Copysign, 2)       \
  X(dot, Dot, 4)

#define STENCIL_FUNCTIONS_OF_ONE(X) \
  STENCIL_SIMPLE_OF_ONE(X)          \
  X(sqrt, Sqrt, 12)                 \
  STENCIL_LIBM_OF_ONE(X)
#define STENCIL_FUNCTIONS_OF_TWO(X) \
  STENCIL_SIMPLE_OF_TWO(X)          \
  X(cross, Cross, 3)                \
  STENCIL_LIBM_OF_TWO(X)
#define STENCIL_FUNCTIONS_OF_THREE(X) \
  X(clamp, Clamp, 2)                  \
  X(fma, Fma, 2)
