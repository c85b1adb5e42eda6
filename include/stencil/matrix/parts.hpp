// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/algorithm/eliminate.hpp>
#include <stencil/algorithm/small_matrix.hpp>

/// Tridiagonal systems that are divided into parts, and what the lanes that hold the parts solve together.
namespace stencil::elimination {

/// An equation between the unknowns of three lanes: x + below x_below + above x_above = right.
template <class Entry, class Value>
struct Equation {
  using entry = Entry;
  using value = Value;
  Entry below;
  Entry above;
  Value right;
};

/// 1 / pivot; teams may have a quicker way to divide.
template <class Exchange, class Entry>
STENCIL_FUNCTION Entry inverted(const Exchange& exchange, const Entry& pivot) {
  if constexpr (requires { exchange.inverse(pivot); }) {
    return exchange.inverse(pivot);
  } else if constexpr (requires { pivot.entry[0][0]; }) {
    return inverse(pivot, [&](const auto& x) { return inverted(exchange, x); });
  } else {
    return inverse(pivot);
  }
}

// A part is some neighbouring rows of a column: those of a lane, or of some lanes. It is reduced to two equations, for
// its last unknown and for its first one, that lead to the last unknowns of the part itself and of the parts beside it.

/// The next row up, from the part's rows below it but the last of which all are eliminated.
template <class Exchange, class Across>
STENCIL_FUNCTION Across eliminated(const Exchange& exchange, const Across& row, const Across& lower) {
  const auto scale = inverted(exchange, typename Across::entry(1) - row.below * lower.above);
  return {-(scale * (row.below * lower.below)), scale * row.above, scale * (row.right - row.below * lower.right)};
}
/// The equation of the first unknown of a part of one row.
template <class Across>
STENCIL_FUNCTION Across first_of_one() {
  return {typename Across::entry{}, -typename Across::entry(1), typename Across::value{}};
}
/// The equation of the first unknown of a part that has one row more at its bottom, from that row and from the
/// equation of the part without it.
template <class Across>
STENCIL_FUNCTION Across with_row_below(const Across& row, const Across& first) {
  return {row.below - row.above * first.below, -(row.above * first.above), row.right - row.above * first.right};
}
/// The equation of a part's last unknown, by the last ones alone: what leads to the first unknown of the part above
/// is replaced.
template <class Exchange, class Across>
STENCIL_FUNCTION Across joined(const Exchange& exchange, const Across& last, const Across& next_first) {
  const auto scale = inverted(exchange, typename Across::entry(1) - last.above * next_first.below);
  return {scale * last.below, -(scale * (last.above * next_first.above)),
          scale * (last.right - last.above * next_first.right)};
}

/// What the lane so many places away holds; the lane's own where there is none, to be multiplied by the zero that leads
/// there.
template <class Exchange, class T>
STENCIL_FUNCTION T from_neighbour(const Exchange& exchange, const T& mine, int distance, int lane, int lanes) {
  const int other = lane + distance;
  return exchange.from_lane(mine, other >= 0 && other < lanes ? distance : 0);
}

/// The unknowns of a tridiagonal system of which each lane holds an equation, by parallel cyclic reduction (Hockney
/// 1965).
template <class Exchange, class Across>
STENCIL_FUNCTION auto reduced(const Exchange& exchange, Across e, int lane, int lanes) {
  for (int distance = 1; distance < lanes; distance *= 2) {
    const Across lower = from_neighbour(exchange, e, -distance, lane, lanes);
    const Across upper = from_neighbour(exchange, e, distance, lane, lanes);
    const auto scale = inverted(exchange, typename Across::entry(1) - e.below * lower.above - e.above * upper.below);
    e = {-(scale * (e.below * lower.below)), -(scale * (e.above * upper.above)),
         scale * (e.right - e.below * lower.right - e.above * upper.right)};
  }
  return e.right;
}

/// The last unknowns of a lane and of the one below it.
template <class Value>
struct LastUnknowns {
  Value own;
  Value below;  ///< of no meaning where there is none
};

/// Found by all lanes of a column together, from the equations of each one's first and last unknown.
template <class Exchange, class Across>
STENCIL_FUNCTION auto last_unknowns(const Exchange& exchange, const Across& first, const Across& last, int lane,
                                    int lanes) {
  if constexpr (requires { exchange.last_unknowns(first, last, lane); }) {
    return exchange.last_unknowns(first, last, lane);
  } else {
    const Across next = from_neighbour(exchange, first, 1, lane, lanes);
    const auto own = reduced(exchange, joined(exchange, last, next), lane, lanes);
    return LastUnknowns<typename Across::value>{own, from_neighbour(exchange, own, -1, lane, lanes)};
  }
}

}  // namespace stencil::elimination
