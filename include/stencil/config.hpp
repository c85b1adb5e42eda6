// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Marks a function that host code and, when nvcc or clang compiles CUDA, device code may call.
#if defined(__CUDACC__)
#define STENCIL_FUNCTION __host__ __device__
// One formula is evaluated on device numbers and on host-only ones (vector packs, probes). nvcc warns of every
// host-only call it finds in such a template, also where the device never takes it; a real call from a kernel stays an
// error. stencil.hpp, cuda.hpp and kokkos.hpp give the warnings back to what follows them; a function of the user's
// that is not for the device is an error by cuda/user_functions.hpp.
#pragma nv_diag_suppress 20011, 20013, 20014, 20015
#else
#define STENCIL_FUNCTION
#endif

/// Before the name of a node's type: a statement that makes one and does nothing with it meets a warning.
#define STENCIL_LAZY [[nodiscard("stencil: an expression is computed when it is assigned, as in x = solve(A, b);")]]

/// The same for the type of values in column functions. nvcc would warn of `x += y` too, which gives a reference.
#if defined(__CUDACC__)
#define STENCIL_NEW_VALUE
#else
#define STENCIL_NEW_VALUE                                                                                      \
  [[nodiscard(                                                                                                 \
      "stencil: inside a column function an operation gives a new value and changes none, so that its result " \
      "must have a name: const auto y = implicit_step(f, x, dt)")]]
#endif

/// Whether what is compiled now is for a device.
#if defined(__CUDA_ARCH__)
#define STENCIL_ON_DEVICE 1
#else
#define STENCIL_ON_DEVICE 0
#endif

/// Before a function that few assignments call, and none in a loop: g++ optimises it no more than -O1 does, which takes
/// half of the time, and not into its callers.
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
#define STENCIL_SELDOM [[gnu::noinline, gnu::optimize("O1")]]
#else
#define STENCIL_SELDOM
#endif

/// Before a function that is called where something went wrong: compiled for size too. What calls it is then expected
/// not to happen.
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
#define STENCIL_COLD [[gnu::cold, gnu::noinline, gnu::optimize("O1")]]
#elif defined(__GNUC__)
#define STENCIL_COLD [[gnu::cold, gnu::noinline]]
#else
#define STENCIL_COLD
#endif

/// Before a function without template arguments that few programs call: what it needs of the standard library is then
/// instantiated where it is called, and not in every file.
#define STENCIL_WHERE_CALLED template <class = void>

/// Before a function that is to have code of its own, on devices too.
#if defined(__CUDACC__)
#define STENCIL_NOT_INLINED __noinline__
#elif defined(__GNUC__)
#define STENCIL_NOT_INLINED [[gnu::noinline]]
#else
#define STENCIL_NOT_INLINED
#endif

/// Before a function that belongs into the loop that calls it and that a compiler would leave apart for its size.
#if defined(__GNUC__)
#define STENCIL_INLINED [[gnu::always_inline]]
#else
#define STENCIL_INLINED
#endif

/// Before the use of a variable of float64 whose value is to be rounded: no compiler merges the operation that it comes
/// from with the next one (into a multiply-add, which rounds once).
#if defined(__CUDA_ARCH__)
#define STENCIL_ROUNDED(x) asm("" : "+d"(x))
#elif defined(__GNUC__)
#define STENCIL_ROUNDED(x) asm("" : "+m"(x))
#else
#define STENCIL_ROUNDED(x) static_cast<void>(x)
#endif

/// Before a loop that unrolling would not help: its body already does several things at a time.
#if defined(__CUDA_ARCH__)
#define STENCIL_ROLLED_LOOP _Pragma("unroll 1")
#else
#define STENCIL_ROLLED_LOOP
#endif

/// Whether the compiler was told that there are no NaN and no infinities (-ffast-math, -ffinite-math-only). Then it
/// optimises comparisons with them away, and only the bits of a number tell what it is.
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ && !defined(__CUDA_ARCH__)
#define STENCIL_ONLY_BITS_TELL true
#else
#define STENCIL_ONLY_BITS_TELL false
#endif

#if defined(_MSVC_LANG)
#define STENCIL_LANGUAGE _MSVC_LANG
#else
#define STENCIL_LANGUAGE __cplusplus
#endif

// nvcc silently compiles as C++17 unless told otherwise; this error comes before a hundred obscure ones.
#if STENCIL_LANGUAGE < 202002L
#error "stencil: C++20 is required; compile with -std=c++20"
#endif
#if !defined(__cpp_exceptions)
#error "stencil: errors are exceptions; compile without -fno-exceptions"
#endif
#if !defined(__cpp_rtti)
#error "stencil: grids tell what is made of them by its type; compile without -fno-rtti"
#endif
