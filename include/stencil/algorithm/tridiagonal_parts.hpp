// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/algorithm/small_matrix.hpp>
#include <stencil/numbers/eliminate.hpp>

/// Tridiagonal systems that are divided into parts, each held by a lane, and the reduced system that the lanes solve
/// together.
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

/// 1 / pivot, by the exchange if it has a faster division.
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

// A part consists of neighbouring rows of a column: those of a lane, or of several lanes. It is reduced to two
// equations, one for its first and one for its last unknown, whose other unknowns are the last ones of this part and of
// the parts below and above.

/// The equation of a row after the unknown below it has been eliminated with `lower`, the equation of that unknown.
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
/// The equation of the first unknown of a part that is extended by one row at its bottom. first: the equation of the
/// first unknown of the part without that row.
template <class Across>
STENCIL_FUNCTION Across with_row_below(const Across& row, const Across& first) {
  return {row.below - row.above * first.below, -(row.above * first.above), row.right - row.above * first.right};
}
/// The equation of a part's last unknown after the first unknown of the part above has been eliminated from it.
template <class Exchange, class Across>
STENCIL_FUNCTION Across joined(const Exchange& exchange, const Across& last, const Across& next_first) {
  const auto scale = inverted(exchange, typename Across::entry(1) - last.above * next_first.below);
  return {scale * last.below, -(scale * (last.above * next_first.above)),
          scale * (last.right - last.above * next_first.right)};
}

/// The value of the lane `distance` above. If the column has no such lane it is this lane's value, which will be
/// multiplied by zero.
template <class Exchange, class T>
STENCIL_FUNCTION T from_neighbour(const Exchange& exchange, const T& mine, int distance, int lane, int lanes) {
  const int other = lane + distance;
  return exchange.from_lane(mine, other >= 0 && other < lanes ? distance : 0);
}

/// Solves a tridiagonal system of which each lane holds one equation, by parallel cyclic reduction (Hockney 1965).
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
  Value below;  ///< meaningless for the lowest lane
};

/// Solves for them by all lanes of a column together. first, last: the equations of this lane's first and last unknown.
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
