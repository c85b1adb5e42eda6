// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>

namespace stencil {

/// x / Divisor. On a device, where a division takes ten times as long as a product, it is computed as the product with
/// the reciprocal and one correction: Markstein (1990), IBM J. Res. Dev. 34, 111-119. The result has the same bits
/// unless it is subnormal. Divisor must be 3 or 3 times a power of two; for these all floats were tested.
template <int Divisor, class X>
STENCIL_FUNCTION constexpr auto divided(const X& x) {
#if STENCIL_ON_DEVICE
  if constexpr (std::is_same_v<X, double> || std::is_same_v<X, float>) {
    constexpr X inverse = X(1) / Divisor;
    const X quotient = x * inverse;
    const X rest = fma(X(-Divisor), quotient, x);
    return rest - rest == 0 ? fma(rest, inverse, quotient) : quotient;  // the rest of an infinite x is NaN
  } else {
    return x / Divisor;
  }
#else
  return x / Divisor;
#endif
}

/// a / b with the same bits. A device divides some numbers, zero among the numerators, by a function that the other
/// lanes of a warp wait for; fields of models are often zero somewhere in a column, so another numerator stands for it.
template <class A, class B>
STENCIL_FUNCTION constexpr auto quotient(const A& a, const B& b) {
#if STENCIL_ON_DEVICE
  if constexpr (std::is_same_v<A, B> && (std::is_same_v<A, double> || std::is_same_v<A, float>)) {
    // Its quotient with the smallest b is finite, that with most others has an exponent in the middle.
    constexpr A instead = std::is_same_v<A, double> ? A(0x1p-500) : A(0x1p-60);
    const bool vanishes = a == 0;
    const A found = (vanishes ? instead : a) / b;
    return vanishes ? a * found : found;
  } else {
    return a / b;
  }
#else
  return a / b;
#endif
}

}  // namespace stencil
