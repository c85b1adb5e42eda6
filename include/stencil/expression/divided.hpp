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

namespace functions {
/// a / b with the same bits. A device divides some numbers, among them zero numerators, by a slow function, for which
/// the other lanes of a warp wait. Fields of models are often zero somewhere in a column, so a zero numerator is
/// replaced by a small number and the quotient multiplied by 0: it is in the middle of the range for all but the
/// largest and smallest b, and finite for all but zero.
template <class A, class B>
STENCIL_FUNCTION constexpr auto quotient(const A& a, const B& b) {
#if STENCIL_ON_DEVICE
  if constexpr (std::is_same_v<A, double> && std::is_same_v<B, double>) {
    constexpr int exponent = 0x20b00000;  // of 2^-500
    const bool vanishes = a == 0;
    const int high = __double2hiint(a);
    return __hiloint2double(vanishes ? high | exponent : high, __double2loint(a)) / b * (vanishes ? 0.0 : 1.0);
  } else if constexpr (std::is_same_v<A, float> && std::is_same_v<B, float>) {
    const bool vanishes = a == 0;
    return (vanishes ? copysignf(0x1p-60f, a) : a) / b * (vanishes ? 0.0f : 1.0f);
  } else {
    return a / b;
  }
#else
  return a / b;
#endif
}
}  // namespace functions

}  // namespace stencil
