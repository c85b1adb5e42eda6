// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>
#include <stencil/vec.hpp>

namespace stencil {

/// Whether values of X are the text of a formula, for describe and explain.
template <class X>
inline constexpr bool is_formula_text = false;

/// x / Divisor as the product with the reciprocal, which takes a fraction of the time of a division and may differ from
/// it in the last bit. For corrections: c + divided_by<6>(d - c) is c where d is c, whatever the last bit.
template <int Divisor, class X>
STENCIL_FUNCTION constexpr auto divided_by(const X& x) {
  if constexpr (is_formula_text<X>) {
    return x / Divisor;
  } else {
    using Number = std::conditional_t<std::is_same_v<scalar_of<X>, float>, float, double>;
    return x * (Number(1) / Divisor);
  }
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
