// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

#include "limited.hpp"

/// Operators that reconstruct a profile inside cells, and the limiter of Zalesak, as their papers have them. Formulas
/// that choose between continuous pieces are written with min and max, so that rounding cannot choose another piece.
namespace oracle {

/// Whether `each_side` cells exist on either side of a cell.
inline bool exist(const Around& at, long cell, long each_side) {
  return at.periodic() || (cell >= each_side && cell + each_side < at.cells());
}
/// The value that a wind brings to an end face from outside.
inline Number from_outside(const Around& at, const Centers& x, bool bottom) {
  const Condition& condition = bottom ? at.at_bottom() : at.at_top();
  return condition.kind == Kind::set_value ? condition.value : at(x, bottom ? 0 : at.cells() - 1);
}

/// Jiang and Shu (1996): v are five values in the order in which the wind passes them, to the face after the third.
inline Number weno5(const std::array<Number, 5>& v, Number epsilon) {
  const auto square = [](Number y) { return y * y; };
  const auto n = [](double exact) { return Number(exact); };
  const Number third = n(13.0) / n(12.0);
  const std::array<Number, 3> values{(n(2) * v[0] - n(7) * v[1] + n(11) * v[2]) / n(6),
                                     (-v[1] + n(5) * v[2] + n(2) * v[3]) / n(6),
                                     (n(2) * v[2] + n(5) * v[3] - v[4]) / n(6)};
  // Of differences, whose errors are small where the values are nearly equal.
  std::array<Number, 4> d;
  for (std::size_t i = 0; i < 4; ++i) d[i] = v[i + 1] - v[i];
  const std::array<Number, 3> smoothness{third * square(d[1] - d[0]) + square(n(3) * d[1] - d[0]) / n(4),
                                         third * square(d[2] - d[1]) + square(d[1] + d[2]) / n(4),
                                         third * square(d[3] - d[2]) + square(d[3] - n(3) * d[2]) / n(4)};
  Number sum, weights;
  for (std::size_t i = 0; i < 3; ++i) {
    const Number weight = n(std::array{1.0, 6.0, 3.0}[i]) / square(epsilon + smoothness[i]);
    sum = sum + weight * values[i];
    weights = weights + weight;
  }
  return sum / weights;
}
inline Faces weno5_product_c2f(const Around& at, Number epsilon, const Faces& w, const Centers& x) {
  return at.each<Location::face>([&](long j, bool bottom, bool top) {
    const Number wind = at(w, j);
    const Number carried = chosen_by(wind, [&](bool upward) {
      if (upward ? bottom : top) return from_outside(at, x, bottom);
      const Upwind cell{j, upward};
      if (exist(at, cell(0), 2)) {
        std::array<Number, 5> v;
        for (long i = 0; i < 5; ++i) v[static_cast<std::size_t>(i)] = at(x, cell(2 - i));
        return weno5(v, epsilon);
      }
      if (!exist(at, cell(0), 1)) return at(x, cell(0));
      return (Number(10.0) * at(x, cell(0)) - Number(2.0) * at(x, cell(1)) + Number(4.0) * at(x, cell(-1))) /
             Number(12.0);
    });
    return wind * carried;
  });
}

/// The smallest of some numbers above zero, or 0: a limited slope is that of the numbers less that of their negatives.
inline Number least_above_zero(Number a, Number b, Number c) { return max(Number(0.0), min(a, min(b, c))); }
/// Colella and Woodward (1984): the limited difference over the cell of b, equation 1.8, and the value between the
/// cells of b and c, equation 1.6.
inline Number ppm_difference(Number a, Number b, Number c) {
  const Number mean = (c - a) / Number(2.0), before = Number(2.0) * (b - a), after = Number(2.0) * (c - b);
  return least_above_zero(mean, before, after) - least_above_zero(-mean, -before, -after);
}
inline Number ppm_edge(Number a, Number b, Number c, Number d) {
  return (b + c) / Number(2.0) - (ppm_difference(b, c, d) - ppm_difference(a, b, c)) / Number(6.0);
}
inline Faces ppm_c2f(const Around& at, Number dt, const Faces& w, const Centers& x) {
  return at.each<Location::face>([&](long j, bool bottom, bool top) {
    const Number wind = at(w, j);
    const Number carried = chosen_by(wind, [&](bool upward) {
      if (upward ? bottom : top) return from_outside(at, x, bottom);
      const Upwind cell{j, upward};
      const Number a = at(x, cell(0)), three = Number(3.0), two = Number(2.0);
      if (!exist(at, cell(0), 2)) return a;
      const Number left = ppm_edge(at(x, cell(2)), at(x, cell(1)), a, at(x, cell(-1)));
      const Number right = ppm_edge(at(x, cell(1)), a, at(x, cell(-1)), at(x, cell(-2)));
      // Equation 1.10: neither beyond the mean nor beyond where the parabola would have an extreme inside.
      const Number low =
          where(right > left, min(a, max(left, three * a - two * right)), max(a, min(left, three * a - two * right)));
      const Number high =
          where(right > left, max(a, min(right, three * a - two * left)), min(a, max(right, three * a - two * left)));
      // Equation 1.12.
      const Number courant = abs(wind) * dt / at.dc(cell(0));
      const Number bend = Number(6.0) * (a - (low + high) / two);
      return high - courant / two * ((high - low) - (Number(1.0) - two * courant / three) * bend);
    });
    return wind * carried;
  });
}

/// Zalesak (1979).
inline Faces fct_zalesak(const Around& at, Number dt, const Faces& a, const Centers& x, const Centers& low_order) {
  const Number none(0.0);
  const auto near_end = [&](long j) { return !at.periodic() && (j < 2 || j > at.cells() - 2); };
  const auto jump = [&](long j) { return at(low_order, j) - at(low_order, j - 1); };
  const auto down = [&](Number flux, Number gradient) {  // flux * gradient < 0
    const Decision falls = flux > none, rises = gradient > none;
    const bool doubtful = falls.doubtful || rises.doubtful;
    return Decision{(flux.value > 0 && gradient.value < 0) || (flux.value < 0 && gradient.value > 0), doubtful};
  };
  // Equation 14.
  const auto kept = [&](long j) {
    if (near_end(j)) return none;
    const Number flux = at(a, j);
    return where(down(flux, jump(j)), where(down(flux, jump(j + 1)), none, where(down(flux, jump(j - 1)), none, flux)),
                 flux);
  };
  const auto of_cell = [&](long i, bool in) {
    Number bound = at(x, i);
    for (long k = i - 1; k <= i + 1; ++k) {
      for (const Number value : {at(x, k), at(low_order, k)}) bound = in ? max(bound, value) : min(bound, value);
    }
    const Number from_below = kept(i), to_above = kept(i + 1);
    const Number fluxes =
        in ? max(none, from_below) - min(none, to_above) : max(none, to_above) - min(none, from_below);
    if (fluxes.value == 0) return Number(1.0);  // of which the flux that asks is none
    const Number room = in ? bound - at(low_order, i) : at(low_order, i) - bound;
    return min(Number(1.0), room * at.dc(i) / (fluxes * dt));
  };
  return at.each<Location::face>([&](long j, bool, bool) {
    if (near_end(j)) return none;
    const Number flux = kept(j);
    const Number upward = min(of_cell(j - 1, false), of_cell(j, true));
    const Number downward = min(of_cell(j - 1, true), of_cell(j, false));
    return flux * where(flux < none, downward, upward);
  });
}

}  // namespace oracle
