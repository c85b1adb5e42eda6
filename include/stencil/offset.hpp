// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/config.hpp>

namespace stencil {

/// A compile-time distance along the column, counted in half levels.
template <int Halves>
struct Offset {
  static constexpr int halves = Halves;  ///< half levels, upward
  STENCIL_FUNCTION constexpr Offset<-Halves> operator-() const { return {}; }
};

template <int A, int B>
STENCIL_FUNCTION constexpr Offset<A + B> operator+(Offset<A>, Offset<B>) {
  return {};
}
template <int A, int B>
STENCIL_FUNCTION constexpr Offset<A - B> operator-(Offset<A>, Offset<B>) {
  return {};
}

inline constexpr Offset<0> here{};  ///< the position itself
inline constexpr Offset<1> half{};  ///< half a level up: from a center to the face above it, and on
inline constexpr Offset<2> one{};   ///< one level up

}  // namespace stencil
