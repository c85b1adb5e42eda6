// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <stencil/stencil.hpp>

#include "support/numbers.hpp"

/// Columns to be sorted, and the standard library's answer.
namespace support {

/// A value with every thing that makes sorting hard: ties, both zeros, infinities, NaN, in no order.
template <class T>
T awkward(std::size_t i) {
  const double x = scattered(i);
  if constexpr (std::is_floating_point_v<T>) {
    if (i % 17 == 3) return std::numeric_limits<T>::quiet_NaN();
    if (i % 13 == 5) return (i % 2 == 0 ? 1 : -1) * std::numeric_limits<T>::infinity();
    if (i % 7 == 1) return i % 2 == 0 ? T(0) : -T(0);
  }
  return static_cast<T>(std::floor(20 * x)) / T(i % 5 == 0 ? 3 : 1);
}

/// The rows of a column in the order that std::stable_sort gives them, NaN last.
template <class T>
std::vector<int> sorted_rows(const std::vector<T>& values, std::size_t first, int rows, bool descending) {
  std::vector<int> order(static_cast<std::size_t>(rows));
  for (int k = 0; k < rows; ++k) order[static_cast<std::size_t>(k)] = k;
  const auto value = [&](int k) { return values[first + static_cast<std::size_t>(k)]; };
  const auto nan = [](T x) { return x != x; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    if (nan(value(a)) || nan(value(b))) return !nan(value(a)) && nan(value(b));
    return descending ? value(b) < value(a) : value(a) < value(b);
  });
  return order;
}

/// Whether `order` and `sorted`, of all columns, are what the standard library makes of `values`, bit by bit but for
/// the sign of a NaN. The number of places that are not.
template <class T>
std::size_t misplaced(const std::vector<T>& values, const std::vector<T>& sorted, const std::vector<int>& order,
                      int rows, bool descending) {
  std::size_t wrong = 0;
  for (std::size_t first = 0; first < values.size(); first += static_cast<std::size_t>(rows)) {
    const std::vector<int> expected = sorted_rows(values, first, rows, descending);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const T value = values[first + static_cast<std::size_t>(expected[k])];
      const T is = sorted[first + k];
      bool same = value == is || (value != value && is != is);
      if constexpr (std::is_floating_point_v<T>)
        same = same && (value != value || std::signbit(value) == std::signbit(is));
      if (!same || order[first + k] != expected[k]) ++wrong;
    }
  }
  return wrong;
}

}  // namespace support
