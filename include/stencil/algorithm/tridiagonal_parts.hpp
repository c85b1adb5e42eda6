// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/algorithm/small_matrix.hpp>
#include <stencil/numbers/eliminate.hpp>

/// Tridiagonal systems that are divided into parts, each held by a lane, and the reduced system that the lanes solve
/// together.
namespace stencil::detail::elimination {

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

/// What lanes on either side hold.
template <class T>
struct BothSides {
  T lower;
  T upper;
};
/// The values of the lanes `distance` below and above; this lane's own where the column has no such lane. An exchange
/// may take both at once.
template <class Exchange, class T>
STENCIL_FUNCTION BothSides<T> from_both_sides(const Exchange& exchange, const T& mine, int distance, int lane,
                                              int lanes) {
  if constexpr (requires { exchange.from_both(mine, distance, distance); }) {
    return exchange.from_both(mine, lane >= distance ? distance : 0, lane + distance < lanes ? distance : 0);
  } else {
    return {from_neighbour(exchange, mine, -distance, lane, lanes),
            from_neighbour(exchange, mine, distance, lane, lanes)};
  }
}

/// Solves a tridiagonal system of which each lane holds one equation, by parallel cyclic reduction (Hockney 1965).
template <class Exchange, class Across>
STENCIL_FUNCTION auto reduced(const Exchange& exchange, Across e, int lane, int lanes) {
  for (int distance = 1; distance < lanes; distance *= 2) {
    const auto [lower, upper] = from_both_sides(exchange, e, distance, lane, lanes);
    const auto scale = inverted(exchange, typename Across::entry(1) - e.below * lower.above - e.above * upper.below);
    e = {-(scale * (e.below * lower.below)), -(scale * (e.above * upper.above)),
         scale * (e.right - e.below * lower.right - e.above * upper.right)};
  }
  return e.right;
}

/// Lanes of a column, at most, that an exchange serves; 0 where it does not say.
template <class Exchange>
inline constexpr int most_lanes = 0;
template <class Exchange>
  requires requires { Exchange::most_lanes; }
inline constexpr int most_lanes<Exchange> = Exchange::most_lanes;

/// A tridiagonal system of which each lane holds one equation, reduced once for any number of right sides: by how much
/// each step of parallel cyclic reduction subtracts the equations on either side.
template <class Entry, int Steps>
struct ReducedSystem {
  Entry below[Steps];
  Entry above[Steps];
  Entry inverse;  ///< of what is left on the diagonal
};

/// f(step, distance) for the steps of a reduction by `lanes` lanes. Those of a warp are unrolled, so that what they
/// keep is in registers.
template <int Steps, class F>
STENCIL_FUNCTION void each_step(int lanes, const F& f) {
  constexpr int steps_of_warp = 5;
  if constexpr (Steps <= steps_of_warp) {
    unrolled<Steps>([&](int step) {
      if (1 << step < lanes) f(step, 1 << step);
    });
  } else {
    STENCIL_ROLLED_LOOP
    for (int step = 0; 1 << step < lanes; ++step) f(step, 1 << step);
  }
}

/// Reduces the system below x_below + diagonal x + above x_above = right for all right sides.
template <int Steps, class Exchange, class Entry>
STENCIL_FUNCTION auto reduced_system(const Exchange& exchange, Entry below, Entry diagonal, Entry above, int lane,
                                     int lanes) {
  struct Row {
    Entry below, inverse, above;
  };
  ReducedSystem<Entry, Steps> kept{};
  Entry scale = inverted(exchange, diagonal);
  each_step<Steps>(lanes, [&](int step, int distance) {
    const auto [lower, upper] = from_both_sides(exchange, Row{below, scale, above}, distance, lane, lanes);
    const Entry from_below = below * lower.inverse, from_above = above * upper.inverse;
    kept.below[step] = from_below;
    kept.above[step] = from_above;
    diagonal = diagonal - from_below * lower.above - from_above * upper.below;
    below = -(from_below * lower.below);
    above = -(from_above * upper.above);
    scale = inverted(exchange, diagonal);
  });
  kept.inverse = scale;
  return kept;
}
/// This lane's unknown for a right side.
template <class Exchange, class Entry, int Steps, class Value>
STENCIL_FUNCTION Value unknown(const Exchange& exchange, const ReducedSystem<Entry, Steps>& kept, Value right, int lane,
                               int lanes) {
  each_step<Steps>(lanes, [&](int step, int distance) {
    const auto [lower, upper] = from_both_sides(exchange, right, distance, lane, lanes);
    right = right - kept.below[step] * lower - kept.above[step] * upper;
  });
  return kept.inverse * right;
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

}  // namespace stencil::detail::elimination
