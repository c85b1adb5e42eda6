// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/config.hpp>

namespace stencil {

/// A compile-time distance along the column, counted in half levels.
template <int Halves>
struct LevelOffset {
  static constexpr int halves = Halves;  ///< half levels, upward
  STENCIL_FUNCTION constexpr LevelOffset<-Halves> operator-() const { return {}; }
};

template <int A, int B>
STENCIL_FUNCTION constexpr LevelOffset<A + B> operator+(LevelOffset<A>, LevelOffset<B>) {
  return {};
}
template <int A, int B>
STENCIL_FUNCTION constexpr LevelOffset<A - B> operator-(LevelOffset<A>, LevelOffset<B>) {
  return {};
}

inline constexpr LevelOffset<0> here{};  ///< the position itself
inline constexpr LevelOffset<1> half{};  ///< half a level up: from a center to the face above it, and on
inline constexpr LevelOffset<2> one{};   ///< one level up

}  // namespace stencil
