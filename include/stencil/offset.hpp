// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/config.hpp>

namespace stencil {

/// A compile-time distance along the column, counted in half levels.
template <int Halves>
struct Offset {
  static constexpr int halves = Halves;
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

inline constexpr Offset<0> here{};
inline constexpr Offset<1> half{};
inline constexpr Offset<2> one{};

}  // namespace stencil
