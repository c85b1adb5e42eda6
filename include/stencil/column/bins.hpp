// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <stencil/column/column_memory.hpp>
#include <stencil/error.hpp>
#include <stencil/finite.hpp>
#include <stencil/where_used.hpp>

/// Counting in bins: which bin a value falls into, and weights as whole numbers, so that sums are exact and no order of
/// summation shows.
namespace stencil::detail::binning {

/// Bins between ascending edges, closed below and open above, the last one closed; after them the places of what is
/// below, above, or no number.
struct Edges {
  const double* edges = nullptr;
  int bins = 0;
  double per_width = 0;  ///< bins in a unit of x, if they are evenly spaced; 0 if that is not finite

  Edges() = default;
  Edges(const double* ascending, int number_of_bins) : edges(ascending), bins(number_of_bins) {
    const double per = bins / (edges[bins] - edges[0]);
    if (is_finite(per)) per_width = per;
  }

  /// How many there are; an axis that is not given has none.
  STENCIL_FUNCTION constexpr int count() const { return bins > 0 ? bins + 1 : 0; }
  STENCIL_FUNCTION constexpr int slots() const { return bins + 3; }
  STENCIL_FUNCTION constexpr int slot(double x) const {
    if (is_nan(x)) return bins + 2;
    if (x < edges[0]) return bins;
    if (x > edges[bins]) return bins + 1;
    int low = 0, high = bins;
    if (per_width > 0) {
      // Most often the bin that evenly spaced edges would have; if not, it is to one side.
      const int guess = static_cast<int>((x - edges[0]) * per_width);
      const int bin = guess < bins ? guess : bins - 1;
      if (x < edges[bin]) {
        high = bin;
      } else {
        low = bin;
        if (x < edges[bin + 1]) high = bin + 1;
      }
    }
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      (x < edges[middle] ? high : low) = middle;
    }
    return low;
  }
};

/// Stands for a second axis, or weights, that is not given.
struct Absent {};

/// A weight as two whole numbers: in units of a power of two, and the remainder in finer units.
struct Fixed {
  std::int64_t high;
  std::int64_t low;
};
/// Units in which no sum of `count` weights of at most `largest` overflows. A weight is kept to 2^(-2 bits) of the
/// largest one: with 2^27 points, to 2^-68.
struct Units {
  int bits = 0;
  double at_first = 1;  ///< by which weights are multiplied before: one number brings subnormal ones not far enough up
  double per_weight = 0;  ///< 0 where a weight is no number: then nothing is summed
  double per_rest = 1;

  Units() = default;
  Units(double largest, double count) {
    int of_count = 0;
    int of_largest = 0;
    static_cast<void>(std::frexp(count, &of_count));
    static_cast<void>(std::frexp(largest, &of_largest));
    bits = std::min(62 - of_count, 51);
    at_first = std::ldexp(1.0, std::max(bits - of_largest - 1000, 0));
    per_weight = std::ldexp(1.0, std::min(bits - of_largest, 1000));
    per_rest = std::ldexp(1.0, bits);
  }
  STENCIL_FUNCTION Fixed fixed(double weight) const {
    if (per_weight == 0) return {0, 0};
    const double scaled = weight * at_first * per_weight;
    const double whole = ::rint(scaled);
    return {static_cast<std::int64_t>(whole), static_cast<std::int64_t>(::rint((scaled - whole) * per_rest))};
  }
  double sum(const Fixed& f) const {
    return (static_cast<double>(f.high) / per_weight + static_cast<double>(f.low) / per_rest / per_weight) / at_first;
  }
};

/// What is counted, over all rows of all columns.
template <class X, class Y, class W>
struct Task {
  static constexpr bool joint = !std::is_same_v<Y, Absent>;
  static constexpr bool weighted = !std::is_same_v<W, Absent>;
  X x;
  Y y;
  W weights;
  Edges x_edges;
  Edges y_edges;
  Units units;
  ColumnMemoryShape shape;

  STENCIL_FUNCTION constexpr int slots() const { return x_edges.slots() * (joint ? y_edges.slots() : 1); }
  STENCIL_FUNCTION constexpr int slot(std::ptrdiff_t row, std::ptrdiff_t column) const {
    const int first = x_edges.slot(static_cast<double>(x(row, column)));
    if constexpr (joint) {
      return first * y_edges.slots() + y_edges.slot(static_cast<double>(y(row, column)));
    } else {
      return first;
    }
  }
  STENCIL_FUNCTION Fixed weight(std::ptrdiff_t row, std::ptrdiff_t column) const {
    if constexpr (weighted) return units.fixed(static_cast<double>(weights(row, column)));
    return {0, 0};
  }
};

/// Counts, and sums of weights if there are any, of all places. A template, so that only programs that count compile
/// it.
template <class Sum = Fixed>
struct BasicTally {
  std::vector<where_used<std::uint64_t, Sum>> counts;
  std::vector<Sum> sums;

  BasicTally(int slots, bool weighted)
      : counts(static_cast<std::size_t>(slots)), sums(static_cast<std::size_t>(weighted ? slots : 0), Sum{0, 0}) {}
  void add(const BasicTally& other) {
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i].high += other.sums[i].high;
      sums[i].low += other.sums[i].low;
    }
  }
};
using Tally = BasicTally<>;

template <class Ascending>
void require_edges(const Ascending& edges) {
  if (edges.size() < 2) {
    throw ShapeError("histogram: bins have at least 2 edges, but " + std::to_string(edges.size()) + " were given");
  }
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    if (edges[i] < edges[i + 1]) continue;
    throw ShapeError("histogram: edges ascend, but edge " + std::to_string(i) + " is " +
                     detail::messages::digits_of(edges[i]) + " and edge " + std::to_string(i + 1) + " is " +
                     detail::messages::digits_of(edges[i + 1]));
  }
}

}  // namespace stencil::detail::binning
